import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../src/lib/errors.js'
import { openCircuit } from '../../src/models/circuit.js'
import { openModelService, type ModelService } from '../../src/models/model-client.js'
import { withTwins } from '../../src/models/twins.js'
import {
  garbage,
  halfAnswer,
  silence,
  startMisbehavingService,
  type MisbehavingService,
} from '../support/model-service.js'

/** Short time limits in milliseconds, only for tests of the limits: on a busy machine other answers may take longer. */
const short = {
  tracking: 1000,
  detection: 150,
  thumbnails: 150,
  ontologyAugment: 150,
  summarize: 150,
  extractClaims: 150,
  synthesize: 150,
  transcribe: 150,
}
const config = { models: {}, inference: {}, cuda_available: false, total_vram_gb: 0 }
let model: MisbehavingService
let client: ModelService

beforeAll(async () => {
  model = await startMisbehavingService()
})
afterAll(() => model.close())
afterEach(() => {
  model.on.clear()
  model.requests.length = 0
})
const long = Object.fromEntries(Object.keys(short).map((kind) => [kind, 30_000])) as typeof short
const fresh = (timeoutsMs = long) => (client = openModelService({ url: `${model.url}/`, timeoutsMs }))
const codeOf = async (work: Promise<unknown>) => {
  try {
    await work
    return 'none'
  } catch (error) {
    return error instanceof AppError ? error.code : `other: ${String(error)}`
  }
}

describe('the client of the model service', () => {
  it('gives the answer and sends keys in headers only (AK-08)', async () => {
    fresh()
    const detection = { id: 'd', query: 'q', frames: [], total_detections: 0, processing_time: 1, more: { kept: true } }
    model.on.set('/api/detection/detect', { json: detection })
    const request = { video_id: 'v', query: 'é"', frame_numbers: [], confidence_threshold: 0.5, enable_tracking: false }
    expect(await client.ask('detect', request, { headers: { 'x-provider-api-key-anthropic': 'sk' } })).toEqual(
      detection,
    )
    expect(model.requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/detection/detect',
      body: request,
      headers: { 'x-provider-api-key-anthropic': 'sk', 'content-type': 'application/json' },
    })
  })

  it('gives a detection in many frames more time than one in a few', async () => {
    fresh(short)
    const detection = { id: 'd', query: 'q', frames: [], total_detections: 0, processing_time: 1 }
    const late = (_request: unknown, response: { end(text: string): unknown }) => {
      setTimeout(() => response.end(JSON.stringify(detection)), 500)
    }
    model.on.set('/api/detection/detect', { raw: late })
    const detect = (frames: number) =>
      client.ask('detect', {
        video_id: 'v',
        query: 'q',
        frame_numbers: Array.from({ length: frames }, (_, n) => n),
        confidence_threshold: 0.5,
        enable_tracking: false,
      })
    expect(await codeOf(detect(60))).toBe('MODEL_SERVICE_TIMEOUT')
    expect(await codeOf(detect(62))).toBe('none')
  })

  it('tells every kind of fault apart', async () => {
    fresh(short)
    model.on.set('/api/transcribe', silence)
    expect(await codeOf(client.ask('transcribe', { audio_path: 'x' }))).toBe('MODEL_SERVICE_TIMEOUT')
    fresh()
    const cases = [
      [halfAnswer, 'MODEL_SERVICE_UNREACHABLE'],
      [garbage, 'MODEL_SERVICE_BAD_RESPONSE'],
      [{ json: null }, 'MODEL_SERVICE_BAD_RESPONSE'],
      [{ json: { text: 'x' } }, 'MODEL_SERVICE_BAD_RESPONSE'],
      [{ status: 400, json: { detail: 'no' } }, 'VALIDATION_ERROR'],
      [{ status: 422, json: {} }, 'VALIDATION_ERROR'],
      [{ status: 404, json: {} }, 'NOT_FOUND'],
      [{ status: 429, json: {} }, 'MODEL_SERVICE_ERROR'],
      [{ status: 500, json: {} }, 'MODEL_SERVICE_ERROR'],
      [{ status: 302, json: {} }, 'MODEL_SERVICE_ERROR'],
    ] as const
    for (const [behaviour, code] of cases) {
      model.on.set('/api/transcribe', behaviour)
      expect([code, await codeOf(client.ask('transcribe', { audio_path: 'x' }))]).toEqual([code, code])
    }
    model.on.set('/api/transcribe', { status: 503, json: { detail: 'busy' } })
    await expect(client.ask('transcribe', { audio_path: 'x' })).rejects.toMatchObject({
      message: 'busy',
      extra: { upstreamStatus: 503 },
    })
  })

  it('stops in the middle of a slow answer when its time is over, and at once when the caller gives up', async () => {
    fresh(short)
    model.on.set('/api/transcribe', {
      raw: (_request, response) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
    })
    expect(await codeOf(client.ask('transcribe', { audio_path: 'x' }))).toBe('MODEL_SERVICE_TIMEOUT')
    const control = new AbortController()
    const asked = client.ask('transcribe', { audio_path: 'x' }, { signal: control.signal })
    setTimeout(() => control.abort(new Error('gone')), 30)
    await expect(asked).rejects.toThrow('gone')
    await expect.poll(() => model.requests.map((one) => one.closedEarly)).toEqual([true, true])
  })

  it('repeats GETs whose connection broke, twice at most; POSTs never', async () => {
    fresh()
    let broken = 2
    model.on.set('/api/models/config', {
      raw: (_request, response) => (broken-- > 0 ? response.destroy() : response.end(JSON.stringify(config))),
    })
    expect(await client.ask('config', {})).toEqual(config)
    expect(model.requests).toHaveLength(3)
    broken = 100
    expect(await codeOf(client.ask('config', {}))).toBe('MODEL_SERVICE_UNREACHABLE')
    expect(model.requests).toHaveLength(6)
    model.on.set('/api/models/validate', { raw: (_request, response) => response.destroy() })
    expect(await codeOf(client.ask('validate', {}))).toBe('MODEL_SERVICE_UNREACHABLE')
    expect(model.requests).toHaveLength(7)
  })

  it('stops asking after five failed connections in a row and asks again once a probe succeeds', async () => {
    fresh()
    model.on.set('/api/transcribe', { raw: (_request, response) => response.destroy() })
    for (let i = 0; i < 5; i++) await codeOf(client.ask('transcribe', { audio_path: 'x' }))
    expect(model.requests).toHaveLength(5)
    for (let i = 0; i < 50; i++)
      expect(await codeOf(client.ask('transcribe', { audio_path: 'x' }))).toBe('MODEL_SERVICE_UNREACHABLE')
    expect(model.requests).toHaveLength(5)
    expect(await client.ping()).toBe(false)
    model.on.set('/health', { json: { status: 'healthy' } })
    expect(await client.ping()).toBe(true)
  })

  it('is unreachable, not stuck, where nobody listens', async () => {
    const server = createServer()
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    await new Promise((done) => server.close(done))
    const nobody = openModelService({ url: `http://127.0.0.1:${port}`, timeoutsMs: long })
    expect(await codeOf(nobody.ask('status', {}))).toBe('MODEL_SERVICE_UNREACHABLE')
    expect(await nobody.ping()).toBe(false)
  })
})

describe('the circuit', () => {
  it('opens, lets one probe decide for all who wait, and opens again when it fails', async () => {
    let now = 0
    let probes = 0
    let healthy = false
    const circuit = openCircuit({
      threshold: 2,
      pauseMs: 1000,
      now: () => now,
      probe: async () => {
        probes += 1
        await new Promise((done) => setTimeout(done, 10))
        return healthy
      },
    })
    circuit.failed()
    expect(await circuit.admits()).toBe(true)
    circuit.succeeded()
    circuit.failed()
    expect(await circuit.admits()).toBe(true)
    circuit.failed()
    expect([await circuit.admits(), probes]).toEqual([false, 0])
    now = 1001
    expect(await Promise.all([circuit.admits(), circuit.admits(), circuit.admits()])).toEqual([false, false, false])
    expect(probes).toBe(1)
    now = 1500
    expect([await circuit.admits(), probes]).toEqual([false, 1])
    now = 2002
    healthy = true
    expect([await circuit.admits(), await circuit.admits(), probes]).toEqual([true, true, 2])
  })
})

describe('twins', () => {
  it('stand beside fields at every level, never beside the keys of maps (M-01)', () => {
    expect(
      withTwins({
        cuda_available: true,
        total_vram_gb: 4,
        inference: { max_memory_per_model: 2 },
        models: {
          object_tracking: 1000,
          detection: {
            selected: 'my_model',
            options: { my_model: { model_id: 'm', vram_gb: 1 }, options: { model_id: 'o' } },
          },
        },
      }),
    ).toEqual({
      cuda_available: true,
      cudaAvailable: true,
      total_vram_gb: 4,
      totalVramGb: 4,
      inference: { max_memory_per_model: 2, maxMemoryPerModel: 2 },
      models: {
        object_tracking: 1000,
        detection: {
          selected: 'my_model',
          options: {
            my_model: { model_id: 'm', modelId: 'm', vram_gb: 1, vramGb: 1 },
            options: { model_id: 'o', modelId: 'o' },
          },
        },
      },
    })
    expect(withTwins({ a_b: 1, aB: 2, list: [{ c_d: null }] })).toEqual({
      a_b: 1,
      aB: 2,
      list: [{ c_d: null, cD: null }],
    })
  })
})
