import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'
import { annotationOf, frames, made, makeContent, makeVideo, types, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let bob: Person
let admin: Person

beforeAll(async () => {
  api = await startApi({ SEQUENCES_IN_PARTS: 'true' })
  ann = await api.person()
  bob = await api.person()
  admin = await api.admin()
})
afterAll(() => api.stop())

interface Change {
  member: string
  item: string | null
  before: unknown
  after: unknown
}
interface Entry {
  position: string
  at: string
  operation: string
  version: number | null
  actor: { id: string; username: string } | null
  via: string | null
  viaName: string | null
  model: string | null
  requestId: string | null
  changes: Change[]
}

const pathOf = (kind: string, id: string, part?: string) =>
  `/api/history/${kind}/${id}${part === undefined ? '' : `?part=${encodeURIComponent(part)}`}`
const history = async (who: Person, kind: string, id: string, part?: string): Promise<Entry[]> =>
  (await made(who.get(pathOf(kind, id, part)))).history
const restore = (who: Person, kind: string, id: string, body: object, headers?: Record<string, string>) =>
  who.post(`/api/history/${kind}/${id}/restore`, body, headers)
const valuesOf = (entry: Entry | undefined) =>
  Object.fromEntries((entry?.changes ?? []).map(({ member, before, after }) => [member, [before, after]]))

const sequenceOf = async (id: string) => (await annotationOf(ann, id)).frames
const content = async (who = ann) => makeContent(who, await makeVideo(api))

const entryFields = `position at operation version actor { userId username displayName } via viaName model requestId
  changes { member item before after }`

describe('the history of a thing', () => {
  it('has the sequences of an annotation as documents, in GraphQL too', async () => {
    const { annotationId } = await content()
    const moved = { boxes: [{ ...frames.boxes[0]!, x: 481.8 }], interpolationMode: 'step' }
    await made(ann.put(`/api/annotations/${annotationId}`, { frames: moved }))
    const { data } = await ann.graph(
      `{ history(kind: ANNOTATION, id: "${annotationId}") { nodes { changes { member before after } } } }`,
    )
    const [change] = data.history.nodes[0].changes
    expect(change).toEqual({ member: 'frames', before: frames, after: moved })
    expect(valuesOf((await history(ann, 'annotation', annotationId))[0])['frames']).toEqual([frames, moved])
  })

  it('lists its changes, newest first, with who made them and the members before and after', async () => {
    const { claimId, summaryId } = await content()
    await made(ann.put(`/api/summaries/${summaryId}/claims/${claimId}`, { text: 'A tug leaves', confidence: 0.5 }))
    await made(ann.put(`/api/summaries/${summaryId}/claims/${claimId}`, { gloss: [{ type: 'text', content: 'Tug' }] }))
    const entries = await history(ann, 'claim', claimId)
    expect(entries.map(({ operation, version }) => [operation, version])).toEqual([
      ['update', 3],
      ['update', 2],
      ['insert', 1],
    ])
    const [last, second, first] = entries
    expect(valuesOf(last)).toEqual({ gloss: [[], [{ type: 'text', content: 'Tug' }]] })
    expect(valuesOf(second)).toEqual({ text: ['A ferry leaves', 'A tug leaves'], confidence: [null, 0.5] })
    expect(valuesOf(first)).toMatchObject({ text: [null, 'A ferry leaves'], extractionStrategy: [null, 'manual'] })
    for (const entry of entries) {
      expect(entry.actor).toMatchObject({ id: ann.id, username: ann.username })
      expect(entry.via).toBe('session')
      expect(entry.requestId).toMatch(/^[\w.-]+$/)
    }
    const { data, errors } = await ann.graph(
      `query ($id: ID!) { history(kind: CLAIM, id: $id) { nodes { ${entryFields} } } claim(id: $id) { history { nodes { ${entryFields} } totalCount } } }`,
      { id: claimId },
    )
    expect(errors).toBeUndefined()
    const words = (list: any[]) =>
      list.map(({ actor: { userId, ...actor }, ...one }) => ({
        ...one,
        actor: { id: userId, ...actor },
        operation: one.operation.toLowerCase(),
        via: one.via?.toLowerCase(),
        changes: one.changes.map((change: object) => JSON.parse(inRest(JSON.stringify(change)))),
      }))
    // GraphQL has the names of enums also in values.
    const inRest = (text: string) => text.replaceAll(/"(TEXT|VIDEO|MANUAL|OPEN)"/g, (word) => word.toLowerCase())
    expect(JSON.stringify(data.history.nodes)).toMatch(/"TEXT".*"VIDEO".*"MANUAL".*"OPEN"/)
    expect(words(data.history.nodes)).toEqual(entries)
    expect(words(data.claim.history.nodes)).toEqual(entries)
    expect(data.claim.history.totalCount).toBe(3)
  })

  it('has pages that join to the whole, in both directions', async () => {
    const { personaId } = await content()
    for (let n = 0; n < 7; n++) await made(ann.put(`/api/personas/${personaId}`, { name: `Scout ${n}` }))
    const whole = await history(ann, 'persona', personaId)
    expect(whole).toHaveLength(8)
    for (const [size, cursor, end] of [
      ['first', 'after', 'endCursor'],
      ['last', 'before', 'startCursor'],
    ] as const) {
      const found: Entry[] = []
      let at = ''
      for (;;) {
        const path = `${pathOf('persona', personaId)}?${size}=3${at && `&${cursor}=${at}`}&totalCount=true`
        const page = await made(ann.get(path))
        expect(page.totalCount).toBe(8)
        if (size === 'first') found.push(...page.history)
        else found.unshift(...page.history)
        if (!page.pageInfo[size === 'first' ? 'hasNextPage' : 'hasPreviousPage']) break
        at = page.pageInfo[end]
      }
      expect(found).toEqual(whole)
    }
  })

  it('names the token through which something was changed', async () => {
    const { personaId } = await content()
    const { token } = await made(ann.post('/api/tokens', { name: 'Robot', scopes: ['read', 'write'] }))
    await made(api.byToken(token).put(`/api/personas/${personaId}`, { details: 'By a robot' }))
    const [entry] = await history(ann, 'persona', personaId)
    expect(entry).toMatchObject({ via: 'token', viaName: 'Robot', actor: { id: ann.id } })
  })

  it('of a persona, an annotation, a summary and a relation has what answers call their members', async () => {
    const { personaId, annotationId, summaryId, relationId } = await content()
    await made(ann.put(`/api/personas/${personaId}`, { informationNeed: 'Where?' }))
    await made(ann.put(`/api/annotations/${annotationId}`, { confidence: 0.25 }))
    await made(
      ann.graph(
        `mutation ($id: ID!) { updateSummary(input: { id: $id, summary: [{ type: TEXT, content: "Away" }] }) { summary { id } } }`,
        { id: summaryId },
      ),
    )
    expect(valuesOf((await history(ann, 'persona', personaId))[0])).toEqual({ informationNeed: ['Who?', 'Where?'] })
    expect(valuesOf((await history(ann, 'annotation', annotationId))[0])).toEqual({ confidence: [1, 0.25] })
    expect(valuesOf((await history(ann, 'summary', summaryId))[0])).toEqual({
      summary: ['A ferry leaves.', [{ type: 'text', content: 'Away' }]],
    })
    const [made1, ...rest] = await history(ann, 'claim_relation', relationId)
    expect(rest).toEqual([])
    expect(valuesOf(made1)).toMatchObject({ relationTypeId: [null, 'supports'] })
  })

  it('of types and objects has the members of their documents; of an ontology and a world, the items', async () => {
    const { personaId } = await content()
    await made(ann.put(`/api/personas/${personaId}/ontology/entities/ship`, { name: 'Vessel', colour: 'red' }))
    expect(valuesOf((await history(ann, 'entity_type', personaId, 'ship'))[0])).toEqual({
      name: ['Ship', 'Vessel'],
      gloss: [[], null],
      colour: [null, 'red'],
    })
    const [changed] = await history(ann, 'ontology', personaId)
    expect(changed?.changes).toEqual([
      {
        member: 'entities',
        item: 'ship',
        before: types.entities[0],
        after: { id: 'ship', name: 'Vessel', colour: 'red' },
      },
    ])
    const world = await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }], times: [] }))
    await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'The ferry' }] }))
    expect(valuesOf((await history(ann, 'entity', world.id, 'ferry'))[0])).toEqual({ name: ['Ferry', 'The ferry'] })
    const [ofWorld] = await history(ann, 'world_state', world.id)
    expect(ofWorld?.changes.map(({ member, item }) => [member, item])).toEqual([['entities', 'ferry']])
    const { data, errors } =
      await ann.graph(`{ world { id history(first: 1) { nodes { version } } entities { history { nodes { changes { member } } } } }
      persona(id: "${personaId}") { ontology { history { totalCount } types { history { totalCount } } } } }`)
    expect(errors).toBeUndefined()
    expect(data.world.entities[0].history.nodes[0].changes).toEqual([{ member: 'name' }])
    expect(data.persona.ontology.types.map((one: any) => one.history.totalCount)).toEqual([2, 1, 1, 1])
  })

  it('is counted by one statement for all things of a page', async () => {
    const { summaryId } = await content()
    for (let n = 0; n < 12; n++) await made(ann.post(`/api/summaries/${summaryId}/claims`, { text: `claim ${n}` }))
    const query = (first: number) =>
      `{ claims(filter: { summaryId: "${summaryId}" }, first: ${first}) { nodes { history(first: 1) { totalCount } } } }`
    const counts = async (first: number) => {
      await made(ann.graph(query(first)))
      const { result, statements } = await statementsOf(() => ann.graph(query(first)))
      return [result.data.claims.nodes.length, statements.length]
    }
    const [, few] = await counts(2)
    expect(await counts(12)).toEqual([12, few])
  })

  it('is for those who read the thing, and of a deleted one for its owner and administrators', async () => {
    const { claimId, personaId } = await content()
    const refused = { status: 404, body: { code: 'NOT_FOUND' } }
    expect(await bob.get(pathOf('claim', claimId))).toMatchObject(refused)
    expect(await bob.get(pathOf('entity_type', personaId, 'ship'))).toMatchObject(refused)
    expect(await admin.get(pathOf('claim', claimId))).toMatchObject(refused)
    expect(
      (await bob.graph(`{ history(kind: CLAIM, id: "${claimId}") { totalCount } }`)).errors?.[0]?.extensions['code'],
    ).toBe('NOT_FOUND')
    await made(
      ann.post('/api/sharing', {
        resourceType: 'claim',
        resourceId: claimId,
        sharedWithUserId: bob.id,
        permissionLevel: 'read_only',
      }),
    )
    expect(await history(bob, 'claim', claimId)).toHaveLength(1)
    await made(ann.delete(`/api/personas/${personaId}`))
    expect(await bob.get(pathOf('claim', claimId))).toMatchObject(refused)
    for (const who of [ann, admin]) {
      const [gone, first] = await history(who, 'claim', claimId)
      expect([gone?.operation, first?.operation]).toEqual(['delete', 'insert'])
      expect(valuesOf(gone)).toMatchObject({ text: ['A ferry leaves', null] })
      expect((await history(who, 'entity_type', personaId, 'ship'))[0]?.operation).toBe('delete')
    }
    expect((await api.anonymous.get(pathOf('claim', claimId))).status).toBe(401)
  })

  it('is empty for what a text merely names', async () => {
    const { personaId, claimId, summaryId } = await content()
    const gloss = [{ type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId }]
    await made(ann.put(`/api/summaries/${summaryId}/claims/${claimId}`, { gloss }))
    const share = { resourceType: 'claim', resourceId: claimId, sharedWithUserId: bob.id, permissionLevel: 'read_only' }
    await made(ann.post('/api/sharing', share))
    const target = `target { __typename ... on OntologyType { name history { nodes { operation } totalCount } } }`
    const ask = async (who: Person) =>
      (await made(who.graph(`{ claim(id: "${claimId}") { gloss { ${target} } } }`))).claim.gloss[0].target
    const named = { __typename: 'OntologyType', name: 'Ship' }
    expect(await ask(ann)).toEqual({ ...named, history: { nodes: [{ operation: 'INSERT' }], totalCount: 1 } })
    expect(await ask(bob)).toEqual({ ...named, history: { nodes: [], totalCount: 0 } })
  })

  it('is read for a page of things by as many statements as for one', async () => {
    const videoId = await makeVideo(api)
    const { personaId } = await makeContent(ann, videoId)
    const make = () => made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: 'ship', frames }))
    const ask = () =>
      statementsOf(() =>
        made(
          ann.graph(
            `{ annotations(filter: { videoId: "${videoId}" }) { nodes { id history(first: 2) { nodes { version changes { member } } } } } }`,
          ),
        ),
      )
    const few = await ask()
    for (let n = 0; n < 5; n++) await make()
    const many = await ask()
    expect(many.statements.length).toBe(few.statements.length)
  })

  it('has changes in the order in which they were made, also by transactions that began in another order', async () => {
    const { personaId } = await content()
    const { pool } = api.app.services
    const [early, late] = [await pool.connect(), await pool.connect()]
    const rename = (client: typeof early, name: string) =>
      client.query('update personas set name = $2, version = version + 1 where id = $1', [personaId, name])
    try {
      await early.query('begin')
      // From here on the transaction has a number, which is lower than that of the next one.
      await early.query('update personas set details = $2 where id = $1', [(await content()).personaId, 'first'])
      await late.query('begin')
      await rename(late, 'Second')
      await late.query('commit')
      await rename(early, 'Third')
      await early.query('commit')
    } finally {
      early.release()
      late.release()
    }
    const names = (await history(ann, 'persona', personaId)).map((entry) => valuesOf(entry)['name'])
    expect(names.slice(0, 2)).toEqual([
      ['Second', 'Third'],
      [names[2]![1], 'Second'],
    ])
  })

  it('refuses a kind, a part and a cursor that do not fit', async () => {
    const { personaId, claimId } = await content()
    expect(await ann.get(pathOf('entity_type', personaId))).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
    expect(await ann.get(pathOf('claim', claimId, 'x'))).toMatchObject({ status: 400 })
    expect(await ann.get(pathOf('ship', claimId))).toMatchObject({ status: 400 })
    const { pageInfo } = await made(ann.get(pathOf('persona', personaId)))
    expect(await ann.get(`${pathOf('claim', claimId)}?after=${pageInfo.endCursor}`)).toMatchObject({ status: 400 })
  })
})

describe('an earlier version', () => {
  it('comes back as a new version with its content, over REST and GraphQL', async () => {
    const { claimId, summaryId, personaId } = await content()
    await made(ann.put(`/api/summaries/${summaryId}/claims/${claimId}`, { text: 'A tug leaves', comment: 'Sure?' }))
    const back = await made(restore(ann, 'claim', claimId, { version: 1 }))
    expect(back).toEqual({ kind: 'claim', id: claimId, part: null, version: 3, members: ['text', 'comment'] })
    const { claim } = await made(ann.graph(`{ claim(id: "${claimId}") { text comment version } }`))
    expect(claim).toEqual({ text: 'A ferry leaves', comment: null, version: 3 })
    await made(ann.put(`/api/personas/${personaId}`, { name: 'Other', details: 'More' }))
    const { restoreVersion } = await made(
      ann.graph(
        `mutation { restoreVersion(input: { kind: PERSONA, id: "${personaId}", to: { version: 1 } }) { version members thing { id } } }`,
      ),
    )
    expect(restoreVersion).toEqual({ version: 3, members: ['name', 'details'], thing: { id: personaId } })
    const [entry] = await history(ann, 'persona', personaId)
    expect(valuesOf(entry)['details']).toEqual(['More', null])
  })

  it('of a summary is what a person wrote before a model replaced it', async () => {
    const { summaryId } = await content()
    await made(
      ann.graph(
        `mutation ($id: ID!) { updateSummary(input: { id: $id, summary: [{ type: TEXT, content: "Mine" }] }) { summary { id } } }`,
        { id: summaryId },
      ),
    )
    await made(
      ann.graph(
        `mutation ($id: ID!) { updateSummary(input: { id: $id, summary: [{ type: TEXT, content: "Another" }] }) { summary { id } } }`,
        { id: summaryId },
      ),
    )
    expect((await made(restore(ann, 'summary', summaryId, { version: 2 }))).members).toEqual(['summary'])
    expect((await made(ann.graph(`{ summary(id: "${summaryId}") { summary { content } version } }`))).summary).toEqual({
      summary: [{ content: 'Mine' }],
      version: 4,
    })
  })

  it('of a type, an object, an ontology and a world comes back by position or version', async () => {
    const { personaId } = await content()
    const before = await made(ann.get(`/api/personas/${personaId}/ontology`))
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities: [{ id: 'tug', name: 'Tug' }], roles: [] }))
    const [, first] = await history(ann, 'entity_type', personaId, 'ship')
    await made(restore(ann, 'entity_type', personaId, { part: 'ship', position: first?.position }))
    const now = await made(ann.get(`/api/personas/${personaId}/ontology`))
    expect(now.entities.map(({ id }: { id: string }) => id)).toEqual(['tug', 'ship'])
    const [, , , filled] = await history(ann, 'ontology', personaId)
    expect((await made(restore(ann, 'ontology', personaId, { version: 2 }))).version).toBe(5)
    expect(filled).toBeDefined()
    const { updatedAt: _a, ...then } = before
    const { updatedAt: _b, ...again } = await made(ann.get(`/api/personas/${personaId}/ontology`))
    expect(again).toEqual(then)
    const cat = await api.person()
    const world = await made(cat.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }, { id: 'tug' }] }))
    await made(cat.put('/api/world', { entities: [{ id: 'tug' }], events: [{ id: 'leave' }] }))
    const versions = await history(cat, 'world_state', world.id)
    await made(restore(cat, 'world_state', world.id, { position: versions[1]?.position }))
    const { updatedAt: _c, ...worldNow } = await made(cat.get('/api/world'))
    const { updatedAt: _d, ...worldThen } = world
    expect(worldNow).toEqual(worldThen)
    const [changed, gone] = await history(cat, 'entity', world.id, 'ferry')
    expect([changed?.operation, gone?.operation]).toEqual(['insert', 'delete'])
    expect(await restore(ann, 'world_state', world.id, { position: versions[1]?.position })).toMatchObject({
      status: 404,
    })
  })

  it('of a sequence that is stored in parts comes back whole', async () => {
    const { annotationId } = await content()
    const box = (frameNumber: number) => ({
      frameNumber,
      x: frameNumber / 7,
      y: 2,
      width: 30,
      height: 4,
      isKeyframe: true,
    })
    const boxes = Array.from({ length: 1200 }, (_, n) => box(n * 2))
    await made(ann.put(`/api/annotations/${annotationId}`, { frames: { boxes: boxes.slice(0, 700) } }))
    const patch = (body: object) => made(ann.patch(`/api/annotations/${annotationId}/sequence`, body))
    const sequences = [await sequenceOf(annotationId)]
    for (const body of [
      { upsert: boxes.slice(700, 1100) },
      { upsert: [{ frameNumber: 100, x: 9, y: 9, width: 9, height: 9, isKeyframe: true }] },
      { delete: boxes.slice(300, 900).map(({ frameNumber }) => frameNumber) },
    ]) {
      await patch(body)
      sequences.push(await sequenceOf(annotationId))
    }
    const { rows } = await api.app.services.pool.query('select frames_head from annotations where id = $1', [
      annotationId,
    ])
    expect(rows[0].frames_head).not.toBeNull()
    await made(ann.put(`/api/annotations/${annotationId}`, { frames }))
    const entries = await history(ann, 'annotation', annotationId)
    expect(entries.slice(1, 4).map((entry) => valuesOf(entry)['frames'])).toEqual([
      [sequences[2], sequences[3]],
      [sequences[1], sequences[2]],
      [sequences[0], sequences[1]],
    ])
    for (const [at, sequence] of sequences.entries()) {
      await made(restore(ann, 'annotation', annotationId, { version: at + 2 }))
      expect(await sequenceOf(annotationId)).toEqual(sequence)
    }
  })

  it('is refused for others, at another version, for a version that there is not, and for what is deleted', async () => {
    const { claimId, summaryId, relationId } = await content()
    const put = (body: object) => made(ann.put(`/api/summaries/${summaryId}/claims/${claimId}`, body))
    await put({ text: 'A tug leaves' })
    await made(
      ann.post('/api/sharing', {
        resourceType: 'claim',
        resourceId: claimId,
        sharedWithUserId: bob.id,
        permissionLevel: 'read_only',
      }),
    )
    expect(await restore(bob, 'claim', claimId, { version: 1 })).toMatchObject({ status: 404 })
    expect(await restore(ann, 'claim', claimId, { version: 1 }, { 'if-match': '"1"' })).toMatchObject({ status: 412 })
    expect(await restore(ann, 'claim', claimId, { version: 9 })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'version' }] },
    })
    expect(await restore(ann, 'claim', claimId, {})).toMatchObject({ status: 400 })
    expect(await restore(ann, 'claim', claimId, { version: 1, position: 'x' })).toMatchObject({ status: 400 })
    expect(await restore(ann, 'claim_relation', relationId, { position: 'x' })).toMatchObject({ status: 409 })
    expect((await made(restore(ann, 'claim', claimId, { version: 1 }, { 'if-match': '"2"' }))).version).toBe(3)
    await made(ann.delete(`/api/summaries/${summaryId}/claims/${claimId}`))
    expect(await restore(ann, 'claim', claimId, { version: 1 })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('trash') },
    })
  })

  it('leaves an annotation in its project, also where its persona of then is in another one', async () => {
    const { annotationId } = await content()
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const body = { name: unique('Scout'), role: 'r', informationNeed: 'n', projectId: project.id }
    const persona = await made(ann.post('/api/personas', body))
    await made(ann.put(`/api/annotations/${annotationId}`, { personaId: persona.id, projectId: null }))
    await made(ann.put(`/api/annotations/${annotationId}`, { personaId: null, type: 'object' }))
    const back = await made(restore(ann, 'annotation', annotationId, { version: 2 }))
    expect(back.members).toEqual(['personaId', 'type'])
    const { annotation } = await made(ann.graph(`{ annotation(id: "${annotationId}") { personaId projectId type } }`))
    expect(annotation).toEqual({ personaId: persona.id, projectId: null, type: 'TYPE' })
  })

  it('names what it refers to and is gone', async () => {
    const { summaryId, claimId, otherClaimId, annotationId } = await content()
    await made(ann.put(`/api/summaries/${summaryId}/claims/${otherClaimId}`, { parentClaimId: null }))
    await made(ann.delete(`/api/summaries/${summaryId}/claims/${claimId}`))
    const answer = await restore(ann, 'claim', otherClaimId, { version: 1 })
    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT', message: expect.stringContaining(claimId) } })
    const persona = await made(ann.post('/api/personas', { name: unique('Gone'), role: 'r', informationNeed: 'n' }))
    await made(ann.put(`/api/annotations/${annotationId}`, { personaId: persona.id }))
    const version = (await history(ann, 'annotation', annotationId))[0]!.version
    await made(ann.put(`/api/annotations/${annotationId}`, { personaId: null, type: 'object' }))
    await made(ann.delete(`/api/personas/${persona.id}`))
    expect(await restore(ann, 'annotation', annotationId, { version })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(persona.id) },
    })
  })
})

describe('a server that keeps no log', () => {
  it('says so where a history or the trash is asked for', async () => {
    const silent = await startApi({ HISTORY_DAYS: '0' })
    try {
      const cat = await silent.person()
      const { id } = await made(cat.post('/api/personas', { name: 'A', role: 'b', informationNeed: 'c' }))
      const refused = { status: 409, body: { code: 'CONFLICT', message: expect.stringContaining('HISTORY_DAYS') } }
      for (const path of [pathOf('persona', id), '/api/trash']) expect(await cat.get(path)).toMatchObject(refused)
      expect(await restore(cat, 'persona', id, { version: 1 })).toMatchObject(refused)
      expect(await cat.post('/api/trash/a-1-1/restore')).toMatchObject(refused)
      for (const path of ['/api/trash/a-1-1', '/api/trash']) expect(await cat.delete(path)).toMatchObject(refused)
      const { errors } = await cat.graph(`{ persona(id: "${id}") { history { totalCount } } }`)
      expect(errors?.[0]?.extensions['code']).toBe('CONFLICT')
    } finally {
      await silent.stop()
    }
  })
})

describe('the history of something large', () => {
  let small: TestApi
  let eva: Person
  let annotationId: string
  const patches = 20
  beforeAll(async () => {
    small = await startApi({ SEQUENCES_IN_PARTS: 'true', BUDGET_MAX_BYTES: '1000000' })
    eva = await small.person()
    const { personaId } = await makeContent(eva, await makeVideo(small))
    const box = (frameNumber: number) => ({
      frameNumber,
      x: frameNumber / 7,
      y: 2,
      width: 30,
      height: 4,
      isKeyframe: true,
    })
    const videoId = await makeVideo(small)
    const boxes = Array.from({ length: 700 }, (_, n) => box(n))
    const body = { videoId, personaId, type: 'type', label: 'ship', frames: { boxes } }
    annotationId = (await made(eva.post('/api/annotations', body))).id
    for (let n = 0; n < patches; n++)
      await made(eva.patch(`/api/annotations/${annotationId}/sequence`, { upsert: [{ ...box(n), x: 900 + n }] }))
  })
  afterAll(() => small.stop())

  const path = (first: number) => `/api/history/annotation/${annotationId}?first=${first}`

  it('is bounded by what its members are read from, and says to ask for smaller pages', async () => {
    expect(await eva.get(path(patches))).toMatchObject({
      status: 413,
      body: { code: 'COST_LIMIT', limit: 'bytes', hint: expect.stringContaining('smaller pages') },
    })
    const { history } = await made(eva.get(path(4)))
    expect(history.map(({ version }: { version: number }) => version)).toEqual([21, 20, 19, 18])
    expect(history[0].changes[0].before.boxes[19].x).toBe(19 / 7)
    expect(history[0].changes[0].after.boxes[19].x).toBe(919)
  })

  it('reads no box where its members are not selected', async () => {
    const ask = (members: string) =>
      eva.graph(
        `{ history(kind: ANNOTATION, id: "${annotationId}", first: ${patches}) { nodes { version ${members} } } }`,
      )
    expect((await made(ask(''))).history.nodes).toHaveLength(patches)
    expect((await ask('changes { member }')).errors).toMatchObject([{ extensions: { code: 'COST_LIMIT' } }])
  })
})
