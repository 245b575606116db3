import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo, unique } from '../support/workspace.js'

/**
 * Lists collect what a user may read separately for each reason (owned, in a project, shared ...; see
 * src/access/candidates.ts), while a single row is checked by the whole rule. Both must agree.
 */
describe('lists of all that somebody may read', () => {
  let api: TestApi
  const people: Record<string, Person> = {}
  const all: Record<'claims' | 'summaries', string[]> = { claims: [], summaries: [] }

  beforeAll(async () => {
    api = await startApi()
    const owner = await api.person()
    const names = ['annotator', 'viewer', 'ofSummary', 'ofClaim', 'ofGroup', 'expired', 'stranger']
    people['owner'] = owner
    people['administrator'] = await api.admin()
    for (const name of names) people[name] = await api.person()
    const project = await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))
    for (const role of ['annotator', 'viewer'])
      await made(owner.post(`/api/projects/${project.id}/members`, { userId: people[role]?.id, role }))
    const group = await made(owner.post('/api/groups', { name: 'Harbour', slug: unique('harbour') }))
    await made(owner.post(`/api/groups/${group.id}/members`, { userId: people['ofGroup']?.id, role: 'group_member' }))
    const write = async (who: Person, projectId?: string) => {
      const given = { name: unique('p'), role: 'r', informationNeed: 'i', ...(projectId && { projectId }) }
      const persona = await made(who.post('/api/personas', given))
      const content = { videoId: await makeVideo(api), personaId: persona.id, summary: 'A ferry leaves.' }
      const { id } = await made(who.post('/api/summaries', content))
      all.summaries.push(id)
      const claims: string[] = []
      for (let n = 0; n < 4; n += 1) {
        const claim = { text: `Claim ${n}`, confidence: n / 4, ...(n > 1 && { parentClaimId: claims[n - 1] }) }
        claims.push((await made(who.post(`/api/summaries/${id}/claims`, claim))).id)
      }
      all.claims.push(...claims)
      return { id: id as string, claims }
    }
    const own = [await write(owner), await write(owner), await write(owner)]
    const shared = await write(owner, project.id)
    await write(people['annotator'] as Person, project.id)
    await write(people['annotator'] as Person)
    await write(people['stranger'] as Person)
    const more = { text: 'Added by a member', parentClaimId: shared.claims[0] }
    const added = await made(people['annotator']?.post(`/api/summaries/${shared.id}/claims`, more) as never)
    all.claims.push(added.id)
    // Another user's claim in a summary of the owner that belongs to no project any more.
    const closed = await made(owner.post('/api/projects', { name: 'Closed', slug: unique('closed') }))
    await made(owner.post(`/api/projects/${closed.id}/members`, { userId: people['annotator']?.id, role: 'annotator' }))
    const left = await write(owner, closed.id)
    const foreign = people['annotator']?.post(`/api/summaries/${left.id}/claims`, { text: 'Added by a former member' })
    all.claims.push((await made(foreign as never)).id)
    expect((await owner.delete(`/api/projects/${closed.id}`)).status).toBe(200)
    const share = (type: string, id: string | undefined, to: object) =>
      made(owner.post('/api/sharing', { resourceType: type, resourceId: id, permissionLevel: 'read_only', ...to }))
    await share('summary', own[0]?.id, { sharedWithUserId: people['ofSummary']?.id })
    await share('claim', own[0]?.claims[1], { sharedWithUserId: people['ofClaim']?.id })
    await share('claim', own[1]?.claims[0], { sharedWithUserId: people['ofClaim']?.id })
    await share('summary', own[2]?.id, { sharedWithGroupId: group.id })
    await share('summary', own[1]?.id, { sharedWithUserId: people['expired']?.id })
    await api.app.services.db
      .updateTable('resourceShares')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('sharedWithUserId', '=', people['expired']?.id ?? '')
      .execute()
  })
  afterAll(() => api.stop())

  const orders = [
    '',
    ', orderBy: { field: CONFIDENCE, direction: DESC }',
    ', orderBy: { field: CREATED_AT, direction: DESC }',
  ]

  it.each(['owner', 'annotator', 'viewer', 'ofSummary', 'ofClaim', 'ofGroup', 'expired', 'stranger', 'administrator'])(
    'hold for %s what can be read by its id, page by page and in any order',
    async (name) => {
      const person = people[name] as Person
      for (const field of ['claims', 'summaries'] as const) {
        const one = field === 'claims' ? 'claim' : 'summary'
        const readable: string[] = []
        for (const id of all[field]) {
          const { data } = await person.graph(`query ($id: ID!) { row: ${one}(id: $id) { id } }`, { id })
          if (data.row) readable.push(data.row.id)
        }
        for (const order of orders) {
          const found: string[] = []
          let after = ''
          for (let page = 0; page < 20; page += 1) {
            const query = `{ ${field}(first: 3${after}${order}) { totalCount nodes { id } pageInfo { endCursor hasNextPage } } }`
            const list = (await made(person.graph(query)))[field]
            expect(list.totalCount).toBe(readable.length)
            found.push(...list.nodes.map(({ id }: { id: string }) => id))
            if (!list.pageInfo.hasNextPage) break
            after = `, after: "${list.pageInfo.endCursor}"`
          }
          expect(found.toSorted(), `${field}${order}`).toEqual(readable.toSorted())
        }
      }
      const videos = await made(
        person.graph('{ videos(first: 50, filter: { hasSummary: true }) { totalCount nodes { id } } }'),
      )
      const summaries = await made(person.graph('{ summaries(first: 50) { nodes { video { id } } } }'))
      const ids = new Set(summaries.summaries.nodes.flatMap(({ video }: any) => (video ? [video.id] : [])))
      expect(new Set(videos.videos.nodes.map(({ id }: { id: string }) => id))).toEqual(ids)
    },
  )
})
