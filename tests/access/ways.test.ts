import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
/** A user with whom content is shared. */
let eva: Person
/** A member of the project. */
let ben: Person
let projectId: string
/** Ann's content outside of projects. */
let apart: Content
/** Ann's content in the project. */
let inProject: Content
let adminId: string

type Content = Awaited<ReturnType<typeof makeContent>>

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  adminId = (await made(admin.get('/api/user/profile'))).id
  ;[ann, ben, eva] = [await api.person(), await api.person(), await api.person()]
  projectId = (await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))).id
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'annotator' }))
  apart = await makeContent(ann, unique('video'))
  inProject = await makeContent(ann, unique('video'), projectId)
})
afterAll(() => api.stop())

async function share(resourceType: string, resourceId: string, to: Person, permissionLevel = 'read_only') {
  await made(ann.post('/api/sharing', { resourceType, resourceId, sharedWithUserId: to.id, permissionLevel }))
}

async function why(user: { id: string }, action: string, kind: string, id: string): Promise<any> {
  const query = `query ($userId: ID!, $action: PermissionAction!, $kind: Kind!, $id: ID!) {
    explainAccess(userId: $userId, action: $action, kind: $kind, id: $id) { allowed reasons } }`
  const { data, errors } = await admin.graph(query, { userId: user.id, action, kind, id })
  if (errors) throw new Error(JSON.stringify(errors))
  return data.explainAccess
}

const typeNames: Record<string, string> = {
  annotation: 'Annotation',
  summary: 'Summary',
  claim: 'Claim',
  persona: 'Persona',
}

/** What the user may read, update, delete and share, according to `node` and `viewerCan`. */
async function verdicts(user: Person, kind: string, id: string) {
  const query = `query ($id: ID!) {
    node(id: $id) { ... on ${typeNames[kind]} { id viewerCan { update delete share } } } }`
  const { data, errors } = await user.graph(query, { id })
  expect(errors).toBeUndefined()
  const can = data.node?.viewerCan
  return { read: Boolean(data.node), ...(can && { update: can.update, delete: can.delete, share: can.share }) }
}

describe('viewerCan', () => {
  it('is true or false for rows of every origin, never null: own, of a project, of the system, shared (PM-10, PM-11)', async () => {
    await share('persona', apart.personaId, ben)
    await share('summary', apart.summaryId, ben)
    for (const person of [ann, ben, admin]) {
      const { data, errors } = await person.graph(`{
        personas(first: 50, filter: { includeHidden: true }) { nodes { viewerCan { update delete share } } }
        summaries(first: 50) { nodes { viewerCan { update delete share } claims { viewerCan { update delete share } } } }
        shared: node(id: "${apart.personaId}") { ... on Persona { viewerCan { update delete share } } } }`)
      expect(errors).toBeUndefined()
      expect(data.personas.nodes.length).toBeGreaterThan(0)
    }
  })
})

describe('explainAccess', () => {
  it('names each way that leads to a claim: its summary, a share of either, and a claim above that is shared (C-01, SH-09)', async () => {
    await share('claim', apart.claimId, eva)
    expect(await why(eva, 'read', 'claim', apart.claimId)).toEqual({ allowed: true, reasons: ['share'] })
    expect(await why(eva, 'read', 'claim', apart.otherClaimId)).toEqual({
      allowed: true,
      reasons: ['share of a claim above it'],
    })
    expect(await why(eva, 'update', 'claim', apart.otherClaimId)).toEqual({ allowed: false, reasons: [] })
    await share('summary', apart.summaryId, ben)
    expect(await why(ben, 'read', 'claim', apart.claimId)).toEqual({ allowed: true, reasons: ['share of the summary'] })
    const his = await made(ben.post(`/api/summaries/${inProject.summaryId}/claims`, { text: 'his' }))
    expect((await why(ann, 'delete', 'claim', his.id)).reasons).toContain('owner of the summary')
    expect((await why(ann, 'read', 'claim', his.id)).reasons).toContain('owner of the summary')
  })

  it('names the forkable share by which somebody may pass a thing on (SH-03)', async () => {
    await share('annotation', apart.annotationId, eva, 'forkable')
    expect(await why(eva, 'share', 'annotation', apart.annotationId)).toEqual({
      allowed: true,
      reasons: ['forkable share'],
    })
    expect(await why({ id: adminId }, 'share', 'annotation', apart.annotationId)).toEqual({
      allowed: true,
      reasons: ['system administrator'],
    })
  })

  it('agrees with what each person reads and with viewerCan, for every kind, own, shared and of a project', async () => {
    const people: [Person, string][] = [
      [ann, ann.id],
      [ben, ben.id],
      [eva, eva.id],
      [admin, adminId],
    ]
    let compared = 0
    for (const content of [apart, inProject]) {
      const rows: [string, string][] = [
        ['persona', content.personaId],
        ['annotation', content.annotationId],
        ['summary', content.summaryId],
        ['claim', content.claimId],
        ['claim', content.otherClaimId],
      ]
      for (const [person, userId] of people)
        for (const [kind, id] of rows)
          for (const [action, allowed] of Object.entries(await verdicts(person, kind, id))) {
            const said = await why({ id: userId }, action, kind, id)
            expect([kind, action, said.allowed, said.reasons.length > 0]).toEqual([kind, action, allowed, allowed])
            compared += 1
          }
    }
    expect(compared).toBeGreaterThan(80)
  })
})
