import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readModelServiceConfig } from '../src/config.js'
import { startModelService } from '../src/server.js'
import { made, startTestService } from './support.js'
import type { TestService } from './support.js'

const option = (id: string, vram: number, framework = 'baseline') => ({
  model_id: id,
  framework,
  vram_gb: vram,
  speed: 'fast',
})
const models = {
  total_vram_gb: 20,
  models: {
    video_summarization: {
      selected: 'baseline-a',
      options: { 'baseline-a': option('baseline-a', 6), big: option('big', 15), alien: option('alien', 1, 'vllm') },
    },
    object_detection: { selected: 'baseline-b', options: { 'baseline-b': option('baseline-b', 6) } },
    video_tracking: {
      selected: 'baseline-c',
      options: { 'baseline-c': { model_id: 'baseline-c', framework: 'baseline', vram_mb: 6144 } },
    },
  },
  inference: { max_memory_per_model: 12, offload_threshold: 0.8 },
}
const modelConfigPath = join(tmpdir(), `models-${process.pid}.yaml`)

let service: TestService
let bundled: TestService
beforeAll(async () => {
  writeFileSync(modelConfigPath, JSON.stringify(models))
  service = await startTestService({
    MODEL_CONFIG_PATH: modelConfigPath,
    DEVICE: 'gpu',
    MODEL_SERVICE_ADMIN_TOKEN: 'correct horse',
  })
  bundled = await startTestService()
})
afterAll(async () => {
  await service.stop()
  await bundled.stop()
})
beforeEach(async () => {
  await made(service.post('/api/models/select?task_type=video_summarization&model_name=baseline-a', ''))
  for (const task of Object.keys(models.models)) await made(service.post(`/api/models/unload/${task}`, ''))
})

const loaded = async () =>
  Object.keys((await service.get<{ loaded_models: object }>('/api/models/status')).body.loaded_models)
const load = (task: string) => service.post(`/api/models/load/${task}`, '')

describe('model configuration', () => {
  it('shows tasks, options, inference settings and memory', async () => {
    const { body } = await service.get<typeof models & { cuda_available: boolean }>('/api/models/config')
    expect(body).toMatchObject({ models: models.models, cuda_available: true, total_vram_gb: 20 })
    expect(body.inference).toMatchObject({
      offload_threshold: 0.8,
      warmup_on_startup: false,
      default_batch_size: 1,
      max_batch_size: 8,
    })
  })

  it('comes with models selected that run on any processor, and nothing that needs graphics memory', async () => {
    type Task = {
      selected: string | null
      options: Record<string, { model_id: string; framework: string; vram_gb: number }>
    }
    const { body } = await bundled.get<{ models: Record<string, Task> }>('/api/models/config')
    expect(Object.keys(body.models)).toEqual(
      expect.arrayContaining(['video_summarization', 'object_detection', 'object_tracking']),
    )
    for (const { selected, options } of Object.values(body.models)) {
      if (selected !== null)
        expect(['baseline', 'tfjs-wasm', 'tesseract-wasm', 'javascript']).toContain(options[selected]?.framework)
      for (const { model_id: id, framework, vram_gb: vram } of Object.values(options)) {
        expect([id.startsWith('baseline-'), vram]).toEqual([framework === 'baseline', 0])
      }
    }
    expect((await bundled.post('/api/models/validate', '')).body).toMatchObject({ valid: true, warnings: [] })
  })

  it('M-08, M-09: serves default settings and frameworks', async () => {
    const defaults = { generation: { max_tokens: 1024 }, detection: { confidence_threshold: 0.3 } }
    expect((await service.get('/api/models/defaults')).body).toMatchObject(defaults)
    expect((await service.get('/api/models/frameworks')).body).toMatchObject({
      quantization: ['4bit', '8bit', 'awq', 'none'],
    })
  })

  it('refuses to start on a configuration whose selection names no option', async () => {
    const path = `${modelConfigPath}.bad`
    writeFileSync(path, 'models: {a: {selected: x, options: {}}}')
    const config = readModelServiceConfig({ MODEL_CONFIG_PATH: path, MODEL_SERVICE_PORT: '0' })
    await expect(startModelService(config)).rejects.toThrow('models.a.selected')
  })
})

describe('POST /api/models/select and validate', () => {
  it('selects and loads a model, in both spellings', async () => {
    const { status, body } = await service.post('/api/models/select?taskType=video_summarization&modelName=big', '')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'success',
      task_type: 'video_summarization',
      selected_model: 'big',
      model_id: 'big',
    })
    expect(await loaded()).toContain('video_summarization')
  })

  it.each([
    ['task_type=nonsense&model_name=x', 400],
    ['task_type=__proto__&model_name=x', 400],
    ['task_type=video_summarization&model_name=nope', 404],
    ['task_type=video_summarization&model_name=constructor', 404],
    ['task_type=video_summarization', 422],
  ])('answers %s with %i', async (query, status) => {
    expect((await service.post(`/api/models/select?${query}`, '')).status).toBe(status)
  })

  it('M-05: a model that cannot be loaded is 500 and the old choice stays', async () => {
    const { status, body } = await service.post('/api/models/select?task_type=video_summarization&model_name=alien', '')
    expect(status).toBe(500)
    expect(body.detail).toContain('vllm')
    expect((await service.get('/api/models/task-ready/video_summarization')).body).toMatchObject({
      model_id: 'baseline-a',
    })
  })

  it('allows the total times the threshold, and warns beyond', async () => {
    const { body } = await service.post('/api/models/validate', '')
    expect(body).toMatchObject({
      valid: false,
      total_vram_gb: 20,
      total_required_gb: 18,
      threshold: 0.8,
      max_allowed_gb: 16,
    })
    expect(body.warnings).toEqual(['Required 18 GB exceeds allowed 16 GB'])
    expect(body.model_requirements).toMatchObject({ video_tracking: { model_name: 'baseline-c', vram_gb: 6 } })
  })
})

describe('loading and unloading', () => {
  it('unloads the least recently used model when the memory does not suffice', async () => {
    await load('video_summarization')
    await load('object_detection')
    await load('video_summarization')
    await load('video_tracking')
    expect(await loaded()).toEqual(['video_summarization', 'video_tracking'])
    expect((await service.get('/api/models/status')).body).toMatchObject({
      total_vram_allocated_gb: 12,
      total_vram_available_gb: 8,
    })
  })

  it('runs a model that is too large for the memory on the CPU and evicts nothing', async () => {
    await load('object_detection')
    await made(service.post('/api/models/select?task_type=video_summarization&model_name=big', ''))
    expect((await service.get('/api/models/status')).body).toMatchObject({
      loaded_models: { object_detection: { memory_usage_gb: 6 }, video_summarization: { memory_usage_gb: 0 } },
    })
  })

  it('MS-11, MS-12: loads, tells readiness, unloads; XR-19: knows the other name of tracking', async () => {
    expect((await load('object_tracking')).body).toEqual({
      status: 'success',
      task_type: 'object_tracking',
      message: 'Model loaded successfully',
    })
    expect((await service.get('/health')).body).toMatchObject({ status: 'healthy', loaded_models: ['video_tracking'] })
    expect((await service.get('/api/models/task-ready/object_tracking')).body).toEqual({
      task_type: 'object_tracking',
      model_id: 'baseline-c',
      cached: true,
      framework: 'baseline',
    })
    expect((await service.post('/api/models/unload/object_tracking', '')).body).toMatchObject({
      message: 'Model unloaded successfully',
    })
    expect(await loaded()).toEqual([])
    expect((await load('nonsense')).status).toBe(400)
    expect((await service.post('/api/models/unload/nonsense', '')).status).toBe(400)
    expect((await service.get('/api/models/task-ready/nonsense')).status).toBe(404)
  })

  it('loads a model at its first use', async () => {
    await made(service.post('/api/summarize', { video_id: 'v', persona_id: 'p', video_path: 'dust-storm.webm' }))
    expect(await loaded()).toEqual(['video_summarization'])
  })
})

describe('POST /api/admin/reconfigure', () => {
  const runtime = { key: 'runtime', value: { offloadThreshold: 0.9, defaultBatchSize: 2 } }
  const headers = { 'x-admin-token': 'correct horse' }

  it('MS-13: 503 without a configured token, 401 without the right header, before the body is looked at', async () => {
    expect((await bundled.post('/api/admin/reconfigure', runtime, headers)).status).toBe(503)
    expect((await service.post('/api/admin/reconfigure', 'not json')).status).toBe(401)
    expect((await service.post('/api/admin/reconfigure', runtime, { 'x-admin-token': 'correct horsf' })).status).toBe(
      401,
    )
    expect((await service.post('/api/admin/reconfigure', { key: 'other', value: {} }, headers)).status).toBe(422)
  })

  it('changes inference settings and folders while running', async () => {
    expect((await service.post('/api/admin/reconfigure', runtime, headers)).body).toMatchObject({ applied: true })
    expect((await service.get('/api/models/config')).body).toMatchObject({
      inference: { offload_threshold: 0.9, default_batch_size: 2 },
    })
    const folder = join(service.folder, 'elsewhere')
    const paths = { key: 'storagePaths', value: { thumbnailOutputRoot: folder } }
    expect((await service.post('/api/admin/reconfigure', paths, headers)).body).toMatchObject({ applied: true })
    const { body } = await service.post('/api/thumbnails/generate', {
      video_id: 'v',
      video_path: 'dust-storm.webm',
      size: 'small',
    })
    expect(String(body.thumbnail_path).startsWith(folder)).toBe(true)
    const missing = { key: 'storagePaths', value: { videoDataRoot: join(service.folder, 'nowhere') } }
    expect((await service.post('/api/admin/reconfigure', missing, headers)).status).toBe(400)
    await made(service.post('/api/admin/reconfigure', { key: 'runtime', value: { offloadThreshold: 0.8 } }, headers))
  })
})
