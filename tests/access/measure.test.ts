import { metrics as sdk, NodeSDK, tracing } from '@opentelemetry/sdk-node'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person, TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'

const exporter = new sdk.InMemoryMetricExporter(sdk.AggregationTemporality.CUMULATIVE)
const reader = new sdk.PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
const spans = new tracing.InMemorySpanExporter()
const telemetry = new NodeSDK({
  autoDetectResources: false,
  metricReaders: [reader],
  logRecordProcessors: [],
  spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
})

let server: TestApi
let ann: Person
let ben: Person

beforeAll(async () => {
  telemetry.start()
  // Instruments are created when the modules load, so the server is imported after the provider has started.
  const { startApi } = await import('../support/api.js')
  server = await startApi()
  ;[ann, ben] = [await server.person(), await server.person()]
})
afterAll(async () => {
  await server.stop()
  await telemetry.shutdown()
})
beforeEach(() => spans.reset())

/**
 * Runs requests and returns the access checks that they caused, each as `action resource result` and only once. Expects
 * each check to be a child of the span of its request.
 */
async function checks(act: Promise<unknown>): Promise<string[]> {
  spans.reset()
  await act
  const finished = spans.getFinishedSpans()
  const byId = new Map(finished.map((span) => [span.spanContext().spanId, span]))
  const found = finished.filter(({ name }) => name === 'rbac.authorize')
  for (const { parentSpanContext } of found)
    expect(byId.get(parentSpanContext?.spanId ?? '')?.name).toMatch(/^(GET|POST|PUT|DELETE) /)
  return [...new Set(found.map(({ attributes: { action, resource, result } }) => `${action} ${resource} ${result}`))]
}

describe('every check of access is a span rbac.authorize inside its request, whichever door asks (T-02, T-06)', () => {
  it('an allowed request records only allowed checks, never a denied one', async () => {
    const videoId = await makeVideo(server)
    const { personaId } = await makeContent(ann, videoId)
    const annotating = await checks(ann.post('/api/annotations', { videoId, type: 'object', label: 'ship', frames }))
    expect(annotating).toContain('read video allow')
    expect(annotating).not.toContain('read video deny')
    const asking = await checks(ann.post('/api/videos/summaries/generate', { videoId, personaId, onEdited: 'replace' }))
    expect(asking).toContain('update summary allow')
    expect(asking).not.toContain('update summary deny')
  })

  it('in REST: single things, lists, writes, and what is refused', async () => {
    const videoId = await makeVideo(server)
    const { summaryId, claimId, annotationId, personaId } = await makeContent(ann, videoId)
    expect(await checks(ann.get(`/api/personas/${personaId}`))).toContain('read persona allow')
    expect(await checks(ben.get(`/api/personas/${personaId}`))).toContain('read persona deny')
    expect(await checks(ann.get(`/api/claims/${claimId}/relations`))).toContain('read claim allow')
    expect(await checks(ben.get(`/api/summaries/${summaryId}/claims/${claimId}`))).toContain('read claim deny')
    expect(await checks(ben.get(`/api/annotations/${videoId}`))).toContain('read annotation allow')
    expect(await checks(ann.get('/api/personas'))).toContain('read persona allow')
    expect(await checks(ann.put(`/api/annotations/${annotationId}`, { label: 'ship' }))).toContain(
      'update annotation allow',
    )
    expect(await checks(ben.put(`/api/annotations/${annotationId}`, { label: 'ship' }))).toContain(
      'update annotation deny',
    )
    expect(await checks(ben.delete(`/api/annotations/${videoId}/${annotationId}`))).toContain('delete annotation deny')
    expect(await checks(ann.post(`/api/summaries/${summaryId}/claims`, { text: 'A' }))).toContain('create claim allow')
    expect(await checks(ben.post(`/api/summaries/${summaryId}/claims`, { text: 'A' }))).toContain('create claim deny')
    expect(await checks(ben.get('/api/admin/users'))).toEqual(['manage system deny'])
  })

  it('in GraphQL: pages, fields of rows, one row, writes', async () => {
    const videoId = await makeVideo(server)
    const { claimId, personaId } = await makeContent(ann, videoId)
    expect(await checks(ann.graph('{ personas(first: 5) { nodes { id } } }'))).toContain('read persona allow')
    expect(await checks(ben.graph('{ summaries(first: 5) { nodes { id } } }'))).toContain('read summary allow')
    const nested = ann.graph('query ($id: ID!) { video(id: $id) { id annotations { nodes { id persona { id } } } } }', {
      id: videoId,
    })
    expect(await checks(nested)).toEqual(
      expect.arrayContaining(['read video allow', 'read annotation allow', 'read persona allow']),
    )
    const claim = 'query ($id: ID!) { claim(id: $id) { id } }'
    expect(await checks(ann.graph(claim, { id: claimId }))).toContain('read claim allow')
    expect(await checks(ben.graph(claim, { id: claimId }))).toContain('read claim deny')
    const update = 'mutation ($id: ID!) { updatePersona(input: { id: $id, name: "N" }) { persona { id } } }'
    expect(await checks(ann.graph(update, { id: personaId }))).toContain('update persona allow')
    expect(await checks(ben.graph(update, { id: personaId }))).toContain('update persona deny')
  })

  it('of sharing, forking and exporting', async () => {
    const videoId = await makeVideo(server)
    const { personaId } = await makeContent(ann, videoId)
    const input = {
      resourceType: 'persona',
      resourceId: personaId,
      sharedWithUserId: ben.id,
      permissionLevel: 'forkable',
    }
    const toAnn = { ...input, sharedWithUserId: ann.id }
    expect(await checks(ben.post('/api/sharing', toAnn))).toContain('share persona deny')
    expect(await checks(ann.post('/api/sharing', input))).toContain('share persona allow')
    expect(await checks(ben.get('/api/sharing/received'))).toContain('read share allow')
    const [share] = await made(ben.get('/api/sharing/received'))
    expect(await checks(ann.post(`/api/sharing/${share.id}/fork`, {}))).toContain('fork persona deny')
    expect(await checks(ben.post(`/api/sharing/${share.id}/fork`, {}))).toContain('fork persona allow')
    const project = await made(ann.post('/api/projects', { name: 'P', slug: unique('p') }))
    expect(await checks(ann.get(`/api/export/all?scope=project:${project.id}`))).toEqual(
      expect.arrayContaining(['read project allow', 'export annotation allow', 'export claim allow']),
    )
    expect(await checks(ben.get(`/api/export/all?scope=project:${project.id}`))).toContain('read project deny')
    expect(await checks(ann.get('/api/export/summaries'))).toContain('read claim allow')
  })

  it('is video-access.resolve as well where it finds the videos that somebody sees, with their number', async () => {
    await makeVideo(server)
    const resolved = async (act: Promise<unknown>) => {
      spans.reset()
      await act
      return spans.getFinishedSpans().filter(({ name }) => name === 'video-access.resolve')
    }
    const { length } = await made(ann.get('/api/videos'))
    expect((await resolved(ann.get('/api/videos'))).map(({ attributes }) => attributes)).toEqual([
      { 'result.count': length },
    ])
    expect((await resolved(ann.graph('{ videos(first: 2) { nodes { id } } }'))).length).toBe(1)
  })
})

it('every access check is counted in rbac.check.duration with action, resource, result and role (T-02)', async () => {
  const { body: project } = await ann.post('/api/projects', { name: 'P', slug: unique('p') })
  await ann.get(`/api/projects/${project.id}`)
  await ben.get(`/api/projects/${project.id}`)
  await made(ann.put(`/api/projects/${project.id}`, { name: 'Q' }))
  await reader.forceFlush()
  const found = exporter
    .getMetrics()
    .flatMap((one) => one.scopeMetrics)
    .flatMap((one) => one.metrics)
    .find((one) => one.descriptor.name === 'rbac.check.duration')
  expect(found?.descriptor).toMatchObject({ unit: 'ms', type: 'HISTOGRAM' })
  const counted = found?.dataPoints.map((point) => point.attributes)
  expect(counted).toEqual(
    expect.arrayContaining([
      { action: 'read', resource: 'project', result: 'allow', role: 'project_owner' },
      { action: 'read', resource: 'project', result: 'deny', role: 'none' },
      { action: 'update', resource: 'project', result: 'allow', role: 'project_owner' },
      { action: 'read', resource: 'persona', result: 'deny', role: 'user' },
    ]),
  )
})
