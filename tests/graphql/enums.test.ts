import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let summaryId: string
let personaId: string
let videoId: string
let projectId: string

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  videoId = await makeVideo(api)
  const content = await makeContent(ann, videoId)
  summaryId = content.summaryId!
  personaId = content.personaId!
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
})
afterAll(() => api.stop())

const words = ['VIDEO', 'video', 'Video']

describe('a word of an enum over HTTP', () => {
  it('is understood in any case in variables, literals and strings, and read as the same value', async () => {
    const documents = words.flatMap((word) => [`summaryType: ${word}`, `summaryType: "${word}"`])
    for (const given of documents) {
      const mutation = `mutation ($id: ID!) { createClaim(input: { summaryId: $id, text: "It moves.", ${given} }) { claim { summaryType } } }`
      expect(await made(ann.graph(mutation, { id: summaryId }))).toEqual({
        createClaim: { claim: { summaryType: 'VIDEO' } },
      })
    }
    for (const summaryType of words) {
      const input = { summaryId, text: 'It moves.', summaryType }
      const mutation =
        'mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { id summaryType } } }'
      const { createClaim } = await made(ann.graph(mutation, { input }))
      expect(createClaim.claim.summaryType).toBe('VIDEO')
      expect((await made(ann.get(`/api/claims/${createClaim.claim.id}`))).summaryType).toBe('video')
    }
    const read =
      'query ($id: ID!, $source: AssignmentSource) { videoAssignments(projectId: $id, filter: { source: $source }) { totalCount } }'
    expect((await made(ann.graph(read, { id: projectId, source: 'manual' }))).videoAssignments.totalCount).toBe(0)
  })

  it('that is unknown is refused with the place and the words that are known', async () => {
    const mutation = 'mutation ($input: CreateClaimInput!) { createClaim(input: $input) { claim { id } } }'
    const { errors } = await ann.graph(mutation, { input: { summaryId, text: 'It moves.', summaryType: 'vide' } })
    expect(errors).toMatchObject([
      { message: expect.stringContaining('VIDEO'), extensions: { details: [{ field: 'input.summaryType' }] } },
    ])
    expect((await ann.post(`/api/summaries/${summaryId}/claims`, { text: 'It.', summaryType: 'VIDEO' })).status).toBe(
      400,
    )
  })

  it('is written and read alike: how a summary combines picture and sound, and what an account may', async () => {
    const save = 'mutation ($input: SaveSummaryInput!) { saveSummary(input: $input) { summary { id fusionStrategy } } }'
    for (const fusionStrategy of ['TIMESTAMP_ALIGNED', 'timestamp_aligned']) {
      const { saveSummary } = await made(
        ann.graph(save, {
          input: { videoId, personaId, summary: [{ type: 'TEXT', content: 'It moves.' }], fusionStrategy },
        }),
      )
      expect(saveSummary.summary.fusionStrategy).toBe('TIMESTAMP_ALIGNED')
    }
    const path = `/api/videos/${videoId}/summaries/${personaId}`
    expect((await made(ann.get(path))).fusionStrategy).toBe('timestamp_aligned')
    const change = { systemRole: 'SYSTEM_ADMIN' }
    const admin = await api.admin()
    const id = (await api.person()).id
    const update = 'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { account { systemRole } } }'
    expect((await made(admin.graph(update, { input: { id, ...change } }))).updateUser.account).toEqual(change)
    expect((await made(ann.graph('{ viewer { systemRole } }'))).viewer.systemRole).toBe('USER')
  })

  it('that is stored but none of the values, such as one of a model, is null in answers', async () => {
    const { db } = api.app.services
    await db.updateTable('videoSummaries').set({ fusionStrategy: 'late' }).where('id', '=', summaryId).execute()
    for (const fields of ['fusionStrategy', 'fusionStrategy viewerCan { update }']) {
      const { summary } = await made(
        ann.graph(`query ($id: ID!) { summary(id: $id) { ${fields} } }`, { id: summaryId }),
      )
      expect(summary.fusionStrategy).toBeNull()
    }
  })
})
