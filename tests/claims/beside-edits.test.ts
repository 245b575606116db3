import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { untilWaiting } from '../support/waiting.js'
import { made, makeVideo } from '../support/workspace.js'

let api: TestApi
let ann: Person
let videoId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  videoId = await makeVideo(api)
})
afterAll(() => api.stop())

const newPersona = async () =>
  (await made(ann.post('/api/personas', { name: 'Scout', role: 'r', informationNeed: 'i' }))).id as string

describe('the first claim for a video and persona', () => {
  it('leaves the text of a summary that is saved at the same moment (C-22)', async () => {
    const personaId = await newPersona()
    const { db } = api.app.services
    const [posting] = await db.transaction().execute(async (saving) => {
      const summary = { id: newId(), videoId, personaId, summary: JSON.stringify('written'), createdBy: ann.id }
      await saving.insertInto('videoSummaries').values(summary).execute()
      const claim = ann.post(`/api/videos/${videoId}/personas/${personaId}/claims`, { text: 'A ferry leaves' })
      await untilWaiting(api, 'transactionid')
      return [claim]
    })
    const { status, text, body } = await posting!
    expect(status, text).toBe(201)
    expect(await made(ann.get(`/api/videos/${videoId}/summaries`))).toMatchObject([
      { id: body.summaryId, summary: 'written', claimsJson: { metadata: { totalClaims: 1 } } },
    ])
  })
})

describe('a page of a tree of claims', () => {
  const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { summary(id: $id) {
    claimTree(first: $first, after: $after, last: $last, before: $before) { edges { cursor node { id } } } } }`

  it('a cursor of a deleted claim is refused, naming the argument `after` or `before`', async () => {
    const personaId = await newPersona()
    const { id } = await made(ann.post('/api/summaries', { videoId, personaId, summary: 'Ferries' }))
    for (const text of ['one', 'two', 'three']) await made(ann.post(`/api/summaries/${id}/claims`, { text }))
    const page = (variables: object) => ann.graph(query, { id, ...variables })
    const { edges } = (await made(page({ first: 3 }))).summary.claimTree
    const [one, two, three] = edges
    await made(ann.delete(`/api/claims/${two.node.id}`))
    const refused = (field: string) => ({ extensions: { code: 'VALIDATION_ERROR', details: [{ field }] } })
    expect((await page({ first: 2, after: two.cursor })).errors).toMatchObject([refused('after')])
    expect((await page({ last: 2, before: two.cursor })).errors).toMatchObject([refused('before')])
    // The cursors of its neighbours are still valid.
    expect((await made(page({ first: 2, after: one.cursor }))).summary.claimTree.edges).toEqual([three])
    expect((await made(page({ last: 2, before: three.cursor }))).summary.claimTree.edges).toEqual([one])
  })
})

describe('a claim that is added while its summary moves', () => {
  it('goes with it, into a project and out of it, alone and with others (PR-17)', async () => {
    const personaId = await newPersona()
    const { id } = await made(ann.post('/api/summaries', { videoId, personaId, summary: 'Ferries' }))
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: 'port' }))
    const path = `/api/summaries/${id}/claims`
    const { db } = api.app.services
    const ways: [projectId: string | null, add: () => ReturnType<Person['post']>][] = [
      [project.id, () => ann.post(path, { text: 'A ferry leaves' })],
      [null, () => ann.post(`${path}/bulk`, { claims: [{ text: 'A ship leaves', confidence: 1 }] })],
    ]
    for (const [projectId, add] of ways) {
      const [adding] = await db.transaction().execute(async (moving) => {
        await moving.updateTable('videoSummaries').set({ projectId }).where('id', '=', id).execute()
        const claim = add()
        await untilWaiting(api, 'transactionid')
        return [claim]
      })
      expect((await adding!).status).toBe(201)
      const rows = await db.selectFrom('claims').select('projectId').where('summaryId', '=', id).execute()
      expect(new Set(rows.map((row) => row.projectId))).toEqual(new Set([projectId]))
    }
  })
})
