import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo, unique } from '../support/workspace.js'

let api: TestApi
let ann: Person
let content: Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
  ann = await api.person('ann')
  content = await makeContent(ann, await makeVideo(api))
})
afterAll(() => api.stop())

const upper = (id: string) => id.toUpperCase()
/** Runs a mutation that should be refused; returns its error code. */
async function refusal(mutation: string, type: string, input: object): Promise<unknown> {
  const { errors } = await ann.graph(`mutation ($input: ${type}!) { ${mutation}(input: $input) { id } }`, { input })
  return errors?.[0]?.extensions['code']
}

describe('an id in capital letters', () => {
  it('finds the relations of a claim', async () => {
    const relations = await made(ann.get(`/api/claims/${content.claimId}/relations`))
    expect(relations.outgoing).toMatchObject([{ id: content.relationId }])
    expect(await made(ann.get(`/api/claims/${upper(content.claimId)}/relations`))).toEqual(relations)
  })

  it('changes a claim by GraphQL, which answers it', async () => {
    const data = await made(
      ann.graph('mutation ($input: UpdateClaimInput!) { updateClaim(input: $input) { claim { id text } } }', {
        input: { id: upper(content.claimId), text: 'A ferry left' },
      }),
    )
    expect(data.updateClaim.claim).toEqual({ id: content.claimId, text: 'A ferry left' })
  })

  it('relates no claim to itself (CR-04)', async () => {
    const { claimId } = content
    for (const [source, targetClaimId] of [
      [claimId, upper(claimId)],
      [upper(claimId), claimId],
    ] as const) {
      const relation = { targetClaimId, relationTypeId: 'supports' }
      const { status, body } = await ann.post(`/api/claims/${source}/relations`, relation)
      expect([status, body.details?.[0]?.field]).toEqual([400, 'targetClaimId'])
      const input = { ...relation, sourceClaimId: source }
      expect(await refusal('createClaimRelation', 'CreateClaimRelationInput', input)).toBe('VALIDATION_ERROR')
    }
  })

  it('shares nothing with oneself (SH-01)', async () => {
    const share = { resourceId: content.personaId, sharedWithUserId: upper(ann.id) }
    const { status, body } = await ann.post('/api/sharing', { ...share, resourceType: 'persona' })
    expect([status, body.details?.[0]?.field]).toEqual([400, 'sharedWithUserId'])
    const input = { resourceId: content.personaId, resourceType: 'PERSONA', receiver: { userId: upper(ann.id) } }
    expect(await refusal('shareResource', 'ShareResourceInput', input)).toBe('VALIDATION_ERROR')
    expect(await made(ann.get('/api/sharing/sent'))).toEqual([])
  })

  it('finds a project, its videos and a group', async () => {
    const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
    const { id: groupId } = await made(ann.post('/api/groups', { name: 'Team', slug: unique('team') }))
    const path = `/api/projects/${projectId}/videos`
    const assignment = await made(ann.post(path, { videoId: await makeVideo(api) }))
    const videos = await made(ann.get(path))
    expect(videos).toMatchObject([{ id: assignment.id }])
    const { status, body } = await ann.get(path.replace(projectId, upper(projectId)))
    expect([status, body]).toEqual([200, videos])
    const data = await made(
      ann.graph('query ($p: ID!, $g: ID!) { project(id: $p) { id } group(id: $g) { id } }', {
        p: upper(projectId),
        g: upper(groupId),
      }),
    )
    expect(data).toEqual({ project: { id: projectId }, group: { id: groupId } })
  })
})
