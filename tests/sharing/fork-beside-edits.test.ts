import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { untilWaiting } from '../support/waiting.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  api = await startApi()
  ;[ann, ben] = [await api.person('ann'), await api.person('ben')]
})
afterAll(() => api.stop())

it('a fork of a summary has the claims it found, also when one is added and related meanwhile (SH-13)', async () => {
  const { summaryId, claimId } = await makeContent(ann, await makeVideo(api))
  const share = { resourceType: 'summary', resourceId: summaryId, permissionLevel: 'forkable' }
  const { id: shareId } = await made(ann.post('/api/sharing', { ...share, sharedWithUserId: ben.id }))
  const [forking] = await api.app.services.db.transaction().execute(async (owner) => {
    // Others can read claims but not write them, so the fork waits where it inserts its copies.
    await sql`lock table claims in share mode`.execute(owner)
    const fork = ben.post(`/api/sharing/${shareId}/fork`)
    await untilWaiting(api, 'relation')
    const late = { id: newId(), summaryId, text: 'Late', createdBy: ann.id }
    const toLate = { id: newId(), sourceClaimId: claimId, targetClaimId: late.id, relationTypeId: 'supports' }
    await owner.insertInto('claims').values(late).execute()
    await owner.insertInto('claimRelations').values(toLate).execute()
    return [fork]
  })
  const { status, text, body } = await forking!
  expect(status, text).toBe(201)
  const tree = await made(ben.get(`/api/summaries/${body.resourceId}/claims`))
  expect(tree).toMatchObject([{ text: 'A ferry leaves', subclaims: [{ text: 'A ship leaves', subclaims: [] }] }])
  const { outgoing } = await made(ben.get(`/api/claims/${tree[0].id}/relations`))
  expect(outgoing).toMatchObject([{ targetClaimId: tree[0].subclaims[0].id }])
})
