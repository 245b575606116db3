import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTelemetry, type Telemetry } from '@parallax/shared/telemetry.js'
import { freePort } from '../../src/database/launch/postmaster.js'
import type { TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'
import { made } from '../support/workspace.js'

interface Attribute {
  key: string
  value: Record<string, unknown>
}
interface Span {
  name: string
  spanId: string
  parentSpanId?: string
  traceId: string
  attributes: Attribute[]
}

const log = pino({ level: 'silent' })
const received: Record<string, any[]> = { '/v1/traces': [], '/v1/metrics': [] }
let collector: Server
let telemetry: Telemetry
let metricsPort: number
let api: TestApi

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
const spans = (): Span[] => {
  const scopes = received['/v1/traces']!.flatMap((sent) => sent.resourceSpans.flatMap((one: any) => one.scopeSpans))
  return scopes.flatMap((scope: any) => scope.spans)
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received[request.url ?? '']?.push(JSON.parse(Buffer.concat(parts).toString('utf8')))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  metricsPort = await freePort()
  telemetry = await startTelemetry(
    { host: '127.0.0.1', telemetry: { endpoint, serviceName: 'annotation-backend', metricsPort, traces: 'otlp' } },
    'api',
    log,
  )
  // As in the commands, modules that create instruments are loaded only after telemetry has started.
  const { startApi } = await import('../support/api.js')
  api = await startApi()
})
afterAll(async () => {
  await api.stop()
  await new Promise((closed) => collector.close(closed))
})

describe('telemetry', () => {
  it('serves metrics for Prometheus on a port of its own (T-04)', async () => {
    await api.anonymous.get('/api/health')
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(page).toMatch(
      /api_requests_total\{[^}]*method="GET",route="\/api\/health",status="200",status_class="2xx"[^}]*\} 1/,
    )
    expect(page).toContain('api_request_duration')
  })

  it('tells how long the event loop keeps others waiting, once a second', async () => {
    const page = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const longer = async () => {
      const buckets =
        /event_loop_delay_bucket\{[^}]*le="100"\} (\d+)[^]*event_loop_delay_bucket\{[^}]*le="\+Inf"\} (\d+)/
      const [, below, all] = buckets.exec(await page()) ?? []
      return Number(all) - Number(below)
    }
    await expect.poll(longer, { timeout: 10_000 }).toBeGreaterThanOrEqual(0)
    const before = await longer()
    for (const until = performance.now() + 300; performance.now() < until;);
    await expect.poll(longer, { timeout: 10_000 }).toBeGreaterThan(before)
  })

  it('counts a job that has ended also where its worker is gone and where it was cancelled (T-03)', async () => {
    const { actorOf } = await import('../../src/accounts/session.service.js')
    const { createJob } = await import('../../src/jobs/job.service.js')
    const { sweepJobs } = await import('../../src/jobs/job-runner.service.js')
    const person = await api.person()
    const ctx = { ...api.app.context(), actor: (await actorOf(api.app.context(), person.id)) ?? null }
    const make = (number: number) =>
      createJob(ctx, { name: 'claim-synthesis', attempts: 3 }, { idPrefix: 'x', payload: { number } as never })
    const [lost, cancelled] = [await make(1), await make(2)]
    await api.app.services.db
      .updateTable('jobs')
      .set({ status: 'active', attempt: 3, leaseOwner: lost.id, leaseUntil: new Date(Date.now() - 1000) })
      .where('id', '=', lost.id)
      .execute()
    await sweepJobs(ctx)
    await made(person.post(`/api/jobs/${cancelled.publicId}/cancel`))
    const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(page).toMatch(/queue_job_submitted_total\{queue="claim-synthesis",status="failed"[^}]*\} 2/)
  })

  it('tells how many jobs of each queue wait and for how long, by which workers can be scaled', async () => {
    const { actorOf } = await import('../../src/accounts/session.service.js')
    const { createJob } = await import('../../src/jobs/job.service.js')
    const { observeWaiting } = await import('../../src/jobs/waiting-jobs.js')
    const person = await api.person()
    const ctx = { ...api.app.context(), actor: (await actorOf(api.app.context(), person.id)) ?? null }
    for (const number of [1, 2])
      await createJob(ctx, { name: 'claim-synthesis', attempts: 3 }, { idPrefix: 'w', payload: { number } as never })
    await api.app.services.db
      .updateTable('jobs')
      .set({ runAt: new Date(Date.now() - 100_000) })
      .where('userId', '=', person.id)
      .execute()
    const stop = observeWaiting(api.app.services, ['claim-synthesis', 'claim-extraction'])
    const page = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const values = async (name: string) =>
      Object.fromEntries(
        [...(await page()).matchAll(new RegExp(`^${name}\\{queue="([\\w-]+)"[^}]*\\} (\\S+)`, 'gm'))].map(
          ([, queue, value]) => [queue, Math.floor(Number(value) / (name === 'queue_waiting' ? 1 : 100))],
        ),
      )
    expect(await values('queue_waiting')).toEqual({ 'claim-synthesis': 2, 'claim-extraction': 0 })
    expect(await values('queue_waiting_age')).toEqual({ 'claim-synthesis': 1, 'claim-extraction': 0 })
    const { jobs } = await made(person.graph('{ jobs(first: 10) { nodes { id } } }'))
    for (const { id } of jobs.nodes) await made(person.post(`/api/jobs/${id}/cancel`))
    expect(await values('queue_waiting')).toEqual({ 'claim-synthesis': 0, 'claim-extraction': 0 })
    stop()
  })

  it('sends one span a request, named by method and route, with the checks of access inside it (T-02, T-06)', async () => {
    const person = await api.person()
    const persona = await made(person.post('/api/personas', { name: 'Analyst', role: 'r', informationNeed: 'n' }))
    await made(person.put(`/api/personas/${persona.id}/ontology`, { entities: [] }))
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await person.get('/api/personas/00000000-0000-7000-8000-000000000000', { traceparent })
    await telemetry.close()
    const change = spans().find((span) => span.name === 'PUT /api/personas/:id/ontology')
    expect(plain(change?.attributes ?? [])).toMatchObject({
      'http.route': '/api/personas/:id/ontology',
      'http.response.status_code': 200,
    })
    const check = spans().find((span) => span.name === 'rbac.authorize' && span.traceId === change?.traceId)
    expect(check?.parentSpanId).toBe(change?.spanId)
    expect(plain(check?.attributes ?? [])).toMatchObject({ action: 'update', resource: 'persona', result: 'allow' })
    const missing = spans().find(
      (span) => span.traceId === '0af7651916cd43dd8448eb211c80319c' && span.name === 'GET /api/personas/:id',
    )
    expect(missing?.parentSpanId).toBe('b7ad6b7169203331')
    const resource = received['/v1/traces']?.[0].resourceSpans[0].resource.attributes
    expect(plain(resource)).toMatchObject({ 'service.name': 'annotation-backend', 'process.role': 'api' })
  })

  it('sends the metrics of requests and access checks (T-02)', () => {
    const scopes = received['/v1/metrics']!.flatMap((sent) =>
      sent.resourceMetrics.flatMap((one: any) => one.scopeMetrics),
    )
    const metrics: any[] = scopes.flatMap((scope: any) => scope.metrics)
    const named = (name: string) => metrics.filter((metric) => metric.name === name)
    const points = (name: string) => named(name).flatMap((metric) => (metric.sum ?? metric.histogram).dataPoints)
    expect(points('api.requests').map((point: any) => plain(point.attributes))).toContainEqual({
      method: 'POST',
      route: '/api/personas',
      status: 201,
      status_class: '2xx',
    })
    expect(points('api.request.duration').length).toBeGreaterThan(0)
    expect(points('rbac.check.duration').map((point: any) => plain(point.attributes))).toContainEqual({
      action: 'update',
      resource: 'persona',
      result: 'allow',
      role: 'user',
    })
  })

  it('names no request by its address: ids stay out of spans and metrics', () => {
    expect(JSON.stringify(received)).not.toContain('00000000-0000-7000-8000-000000000000')
  })
})

describe('a collector that is away', () => {
  it('neither fails nor delays the end of the process by more than two seconds (T-05)', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const alone = await startTelemetry(
      { host: '127.0.0.1', telemetry: { endpoint, serviceName: 's', metricsPort: null, traces: 'otlp' } },
      'worker',
      log,
    )
    const startedAt = performance.now()
    await alone.close()
    expect(performance.now() - startedAt).toBeLessThan(2000 + 500 * slowness())
  })
})
