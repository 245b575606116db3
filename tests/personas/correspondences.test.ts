import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, missingId, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person
let eve: Person

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben, eve] = [await api.person('ann'), await api.person('ben'), await api.person('eve')]
})
afterAll(() => api.stop())

type Types = Record<string, object[]>
const ship = { id: 'ship', name: 'Ship' }
const boat = { id: 'boat', name: 'Boat' }

async function persona(who: Person, ontology: Types, more: object = {}): Promise<string> {
  const { id } = await made(
    who.post('/api/personas', { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?', ...more }),
  )
  await made(who.put(`/api/personas/${id}/ontology`, ontology))
  return id
}

async function two(who: Person, more: object = {}): Promise<[string, string]> {
  return [await persona(who, { entities: [ship] }, more), await persona(who, { entities: [boat] }, more)]
}

const body = (first: string, second: string, relation: string) => ({
  ...{ firstPersonaId: first, firstTypeId: 'ship', secondPersonaId: second, secondTypeId: 'boat', relation },
})
const turned = (first: string, second: string, relation: string) => ({
  ...{ firstPersonaId: second, firstTypeId: 'boat', secondPersonaId: first, secondTypeId: 'ship', relation },
})
const listed = (who: Person, id: string, query = '') =>
  made(who.get(`/api/personas/${id}/type-correspondences${query}`))

/** A project of Ann with Ben in a role, and a persona of each in it. */
async function shared(role: string) {
  const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role }))
  return { projectId, personas: await two(ann, { projectId }) }
}

const save = `mutation ($input: SaveTypeCorrespondenceInput!) { saveTypeCorrespondence(input: $input) {
  typeCorrespondence { id version relation firstPersonaId firstType { key name } secondType { key } creator { id } } } }`

describe('a correspondence of two types', () => {
  it('is made once for a pair, and replaced in whichever order the pair is named', async () => {
    const [first, second] = await two(ann)
    const answer = await ann.post<any>('/api/type-correspondences', body(first, second, 'broader'))
    expect([answer.status, answer.headers.get('etag')]).toEqual([201, '"1"'])
    expect(answer.headers.get('location')).toContain(`/api/type-correspondences/${answer.body.id}`)
    expect(answer.body).toMatchObject({ ...body(first, second, 'broader'), createdBy: ann.id })

    const again = await ann.post<any>('/api/type-correspondences', turned(first, second, 'broader'))
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"'])
    expect(again.body).toMatchObject({ ...body(first, second, 'narrower'), id: answer.body.id })

    const { saveTypeCorrespondence } = await made(ann.graph(save, { input: { ...turned(first, second, 'EXACT') } }))
    expect(saveTypeCorrespondence.typeCorrespondence).toEqual({
      ...{ id: answer.body.id, version: 3, relation: 'EXACT', firstPersonaId: first },
      ...{ firstType: { key: 'ship', name: 'Ship' }, secondType: { key: 'boat' }, creator: { id: ann.id } },
    })
    expect(await listed(ann, second)).toMatchObject([{ id: answer.body.id, relation: 'exact' }])
    expect(await listed(ann, first, `?otherPersonaId=${second}`)).toHaveLength(1)
  })

  it('keeps its version where the same relation is stored again', async () => {
    const [first, second] = await two(ann)
    const { id } = await made(ann.post('/api/type-correspondences', body(first, second, 'related')))
    const again = await ann.post<any>('/api/type-correspondences', turned(first, second, 'related'))
    expect([again.status, again.headers.get('etag'), again.body.id]).toEqual([200, '"1"', id])
  })

  it('is changed and deleted only at the version that the request names', async () => {
    const [first, second] = await two(ann)
    const { id } = await made(ann.post('/api/type-correspondences', body(first, second, 'exact')))
    const at = (version: number) => ({ headers: { 'if-match': `"${version}"`, 'content-type': 'application/json' } })
    const put = (version: number, relation: string) =>
      ann.request('/api/type-correspondences', {
        ...at(version),
        method: 'POST',
        body: JSON.stringify(body(first, second, relation)),
      })
    expect((await put(7, 'none')).status).toBe(412)
    expect((await put(1, 'none')).status).toBe(200)
    const graph = await ann.graph(save, { input: { ...body(first, second, 'RELATED'), ifVersion: 1 } })
    expect(graph.errors?.[0]?.extensions['code']).toBe('PRECONDITION_FAILED')
    const remove = (version: number) =>
      ann.request(`/api/type-correspondences/${id}`, { headers: { 'if-match': `"${version}"` }, method: 'DELETE' })
    expect((await remove(1)).status).toBe(412)
    expect((await remove(2)).status).toBe(200)
    expect(await listed(ann, first)).toEqual([])
    // A version can only be that of a correspondence that there is.
    const missing = await put(2, 'exact')
    expect([missing.status, ((await missing.json()) as any).error]).toEqual([404, 'Type correspondence not found'])
  })

  it('is refused for types of one persona, for types that do not exist and for other words', async () => {
    const [first, second] = await two(ann)
    const post = async (sent: object) => {
      const answer = await ann.post<any>('/api/type-correspondences', sent)
      return [answer.status, answer.body.error]
    }
    expect((await post(body(first, first, 'exact')))[0]).toBe(400)
    expect((await post(body(first, second, 'same')))[0]).toBe(400)
    expect(await post({ ...body(first, second, 'exact'), firstTypeId: 'none' })).toEqual([404, 'Type not found'])
    expect(await post(body(first, missingId, 'exact'))).toEqual([404, 'Persona not found'])
  })

  it('is made by those who may change one persona and read the other, and read by those who may read both', async () => {
    const {
      personas: [first, second],
      projectId,
    } = await shared('viewer')
    const own = await persona(ben, { entities: [boat] })
    const post = async (who: Person, sent: object) => {
      const { status, body } = await who.post<any>('/api/type-correspondences', sent)
      return [status, body.error]
    }
    expect(await post(ben, body(first, second, 'exact'))).toEqual([404, 'Persona not found'])
    const { id } = await made(ann.post('/api/type-correspondences', body(first, second, 'exact')))
    expect(await post(ben, body(first, second, 'none'))).toEqual([404, 'Persona not found'])
    const mine = await made(ben.post('/api/type-correspondences', body(first, own, 'narrower')))

    // Ann may not read Ben's persona, and Eve neither.
    expect((await listed(ben, first)).map((one: { id: string }) => one.id)).toEqual([mine.id, id])
    expect((await listed(ann, first)).map((one: { id: string }) => one.id)).toEqual([id])
    const query = `query ($id: ID!) { node(id: $id) { id } persona(id: "${first}") {
      typeCorrespondences(first: 1) { totalCount nodes { id } pageInfo { hasNextPage } } } }`
    const seen = async (who: Person) => (await made(who.graph(query, { id: mine.id }))) as any
    expect(await seen(ann)).toEqual({
      node: null,
      persona: { typeCorrespondences: { totalCount: 1, nodes: [{ id }], pageInfo: { hasNextPage: false } } },
    })
    expect(await seen(ben)).toEqual({
      node: { id: mine.id },
      persona: { typeCorrespondences: { totalCount: 2, nodes: [{ id: mine.id }], pageInfo: { hasNextPage: true } } },
    })
    expect(await seen(eve)).toEqual({ node: null, persona: null })

    const words = async (who: Person, of: string) => {
      const [read, gone] = [
        await who.get<any>(`/api/type-correspondences/${of}`),
        await who.delete<any>(`/api/type-correspondences/${of}`),
      ]
      return [read.status, read.body.error, gone.status, gone.body.error]
    }
    const unknown = [404, 'Type correspondence not found', 404, 'Type correspondence not found']
    expect(await words(eve, id)).toEqual(unknown)
    expect(await words(ann, mine.id)).toEqual(unknown)
    expect(await words(eve, missingId)).toEqual(unknown)
    const ofUnread = await eve.get<any>(`/api/personas/${first}/type-correspondences`)
    expect([ofUnread.status, ofUnread.body.error]).toEqual([404, 'Persona not found'])
    // A viewer reads what is between the personas of others and does not change it.
    expect((await ben.get(`/api/type-correspondences/${id}`)).status).toBe(200)
    expect((await ben.delete(`/api/type-correspondences/${id}`)).status).toBe(404)
    const noId = await ben.get('/api/type-correspondences/none')
    expect([noId.status, noId.body.details[0].field]).toEqual([400, 'correspondenceId'])
    await made(ann.delete(`/api/projects/${projectId}/members/${ben.id}`))
    expect(await words(ben, mine.id)).toEqual(unknown)
  })

  it('goes with either type or persona, and comes back with it', async () => {
    const [first, second] = await two(ann)
    const { id } = await made(ann.post('/api/type-correspondences', body(first, second, 'broader')))
    const restore = async (kind: string, thing: string, part?: string) => {
      const { trash } = await made(ann.get('/api/trash'))
      const item = trash.find((one: any) => one.kind === kind && one.thingId === thing && one.part === (part ?? null))
      return made(ann.post(`/api/trash/${item.id}/restore`))
    }
    await made(ann.delete(`/api/personas/${second}/ontology/entities/boat`))
    expect(await listed(ann, first)).toEqual([])
    expect((await restore('entity_type', second, 'boat')).restored).toContainEqual({
      kind: 'type_correspondence',
      count: 1,
    })
    expect(await listed(ann, first)).toMatchObject([{ id, relation: 'broader' }])
    // A list that replaces all types, and still has the type, keeps it; one without the type does not.
    await made(ann.put(`/api/personas/${first}/ontology`, { entities: [boat, ship] }))
    expect(await listed(ann, first)).toHaveLength(1)
    await made(ann.delete(`/api/personas/${second}`))
    expect(await listed(ann, first)).toEqual([])
    expect((await restore('persona', second)).restored).toContainEqual({ kind: 'type_correspondence', count: 1 })
    expect(await listed(ann, second)).toMatchObject([{ id }])
    await made(ann.put(`/api/personas/${first}/ontology`, { entities: [boat] }))
    expect(await listed(ann, second)).toEqual([])
  })

  it('is in the trash, in its history and in the feed of changes', async () => {
    const [first, second] = await two(ann)
    const position = (await ann.request('/api/export/all')).headers.get('x-export-position') ?? ''
    const { id } = await made(ann.post('/api/type-correspondences', body(first, second, 'exact')))
    await made(ann.post('/api/type-correspondences', body(first, second, 'none')))
    const query = `{ node(id: "${id}") { ... on TypeCorrespondence { history { nodes { operation version
      changes { member before after } } } } } }`
    const { node } = await made(ann.graph(query))
    expect(node.history.nodes).toMatchObject([
      { operation: 'UPDATE', version: 2, changes: [{ member: 'relation', before: 'EXACT', after: 'NONE' }] },
      { operation: 'INSERT', version: 1 },
    ])
    await made(ann.post(`/api/history/type_correspondence/${id}/restore`, { version: 1 }))
    expect(await listed(ann, first)).toMatchObject([{ id, relation: 'exact' }])
    await made(ann.delete(`/api/type-correspondences/${id}`))
    const { trash } = await made(ann.get('/api/trash'))
    expect(trash[0]).toMatchObject({ kind: 'type_correspondence', thingId: id, title: 'ship exact boat' })
    await made(ann.post(`/api/trash/${trash[0].id}/restore`))
    expect(await listed(ann, first)).toMatchObject([{ id, relation: 'exact' }])
    const lines = (await (await ann.request(`/api/changes?since=${position}`)).text())
      .split('\n')
      .filter((line) => line.includes('type_correspondence'))
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { change: 'set', type: 'type_correspondence', id, line: { data: { ...body(first, second, 'exact'), id } } },
    ])
  })

  it('leads the types of a fork to those of the original', async () => {
    const {
      personas: [first],
    } = await shared('viewer')
    await made(ann.put(`/api/personas/${first}/ontology`, { events: [{ id: 'leave', name: 'Leaving' }] }))
    const share = await made(
      ann.post('/api/sharing', {
        ...{ resourceType: 'persona', resourceId: first, sharedWithUserId: ben.id, permissionLevel: 'forkable' },
      }),
    )
    const fork = await made(ben.post(`/api/sharing/${share.id}/fork`))
    const forkId = fork.id ?? fork.forkedId ?? fork.resourceId ?? fork.newId
    const rows = (await listed(ben, forkId)) as any[]
    expect(rows.map(({ firstTypeId, secondTypeId, relation }) => [firstTypeId, secondTypeId, relation]).sort()).toEqual(
      [
        ['leave', 'leave', 'exact'],
        ['ship', 'ship', 'exact'],
      ],
    )
    expect(new Set(rows.map((row) => `${row.firstPersonaId} ${row.secondPersonaId} ${row.createdBy}`))).toEqual(
      new Set([`${forkId} ${first} ${ben.id}`]),
    )
    // The user of the original does not see the fork.
    expect(await listed(ann, first)).toEqual([])
  })
})
