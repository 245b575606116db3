import { NodeSDK, tracing } from '@opentelemetry/sdk-node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import type { WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'

const spans = new tracing.InMemorySpanExporter()
const telemetry = new NodeSDK({
  autoDetectResources: false,
  logRecordProcessors: [],
  metricReaders: [],
  spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
})

let api: WorkingApi
let ann: Person

beforeAll(async () => {
  telemetry.start()
  const { startWorkingApi } = await import('../support/models.js')
  api = await startWorkingApi()
  ann = await api.person()
})
afterAll(async () => {
  await api.stop()
  await telemetry.shutdown()
})

/** Waits until the span has ended; returns the names of its ancestors and itself, outermost first. */
async function pathTo(name: string, traceId: string): Promise<string[]> {
  const found = () => spans.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId)
  await expect.poll(() => found().map((span) => span.name), { timeout: 10_000 }).toContain(name)
  const byId = new Map(found().map((span) => [span.spanContext().spanId, span]))
  const path: string[] = []
  let at = found().find((span) => span.name === name)
  for (; at; at = byId.get(at.parentSpanContext?.spanId ?? '')) path.unshift(at.name)
  return path
}

const traceOf = (digit: string) => {
  const traceId = digit.repeat(32)
  return { traceId, headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } }
}

describe('work of the model service is in the trace of the request that asked for it', () => {
  it('through the queue and the worker: a summary, then its claims', { timeout: 120_000 }, async () => {
    const persona = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'storms' }))
    const summary = traceOf('a')
    const asked = { videoId: api.videoId, personaId: persona.id }
    const { jobId } = await made(ann.post('/api/videos/summaries/generate', asked, summary.headers))
    const { result } = await api.ended(ann, jobId)
    expect(await pathTo('summarize_video_with_vlm', summary.traceId)).toEqual([
      'POST /api/videos/summaries/generate',
      'job video-summarization',
      'POST /api/summarize',
      'POST /api/summarize',
      'summarize_video_with_vlm',
    ])
    const claims = traceOf('b')
    const extraction = await made(ann.post(`/api/summaries/${result.id}/claims/extract`, {}, claims.headers))
    await api.ended(ann, extraction.jobId)
    expect(await pathTo('use_case.extract_claims', claims.traceId)).toEqual([
      'POST /api/summaries/:summaryId/claims/extract',
      'job claim-extraction',
      'POST /api/extract-claims',
      'POST /api/extract-claims',
      'use_case.extract_claims',
    ])
  })

  it('in the request itself, where somebody waits for the answer', async () => {
    const detection = traceOf('c')
    await made(ann.post(`/api/videos/${api.videoId}/detect`, { manualQuery: 'storm' }, detection.headers))
    const outer = await pathTo('detect_objects', detection.traceId)
    expect([outer[0], outer.length]).toEqual(['POST /api/videos/:videoId/detect', 4])
  })

  it('names what a provider does, and neither its key nor what people wrote', async () => {
    const { startProviderServer } = await import('../../model-service/tests/provider-server.js')
    const { startTestService } = await import('../../model-service/tests/support.js')
    const provider = await startProviderServer()
    const service = await startTestService({ ANTHROPIC_BASE_URL: provider.url })
    try {
      provider.answers = [{ content: { nothing: 'of use' } }]
      const headers = { ...traceOf('d').headers, 'x-provider-api-key-anthropic': 'sk-of-the-trace' }
      const request = { video_id: 'v', persona_id: 'p', video_path: `${service.videos}/dust-storm.webm`, max_frames: 1 }
      const persona = { persona_role: 'r', information_need: 'whispered words' }
      // The provider answers in a wrong form twice.
      expect((await service.post('/api/summarize', { ...request, ...persona }, headers)).status).toBe(500)
      const name = 'summarize_video_external_api'
      expect(await pathTo(name, 'd'.repeat(32))).toEqual(['POST /api/summarize', name])
      const span = spans.getFinishedSpans().find((one) => one.name === name)
      expect(Object.keys(span?.attributes ?? {}).sort()).toEqual(['model', 'provider'])
      const text = JSON.stringify(
        spans.getFinishedSpans().map(({ name, attributes, events }) => [name, attributes, events]),
      )
      for (const secret of ['sk-of-the-trace', 'whispered']) expect(text).not.toContain(secret)
    } finally {
      await service.stop()
      await provider.stop()
    }
  })
})
