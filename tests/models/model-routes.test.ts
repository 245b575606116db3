import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { garbage, silence, startMisbehavingService, type MisbehavingService } from '../support/model-service.js'
import { startTestService, type TestService } from '../../model-service/tests/support.js'

describe('with the baseline model service', () => {
  let service: TestService
  let api: TestApi
  let who: Person

  beforeAll(async () => {
    service = await startTestService()
    api = await startApi({ MODEL_SERVICE_URL: service.url })
    who = api.anonymous
  })
  afterAll(async () => {
    await api.stop()
    await service.stop()
  })

  it('anybody reads the configuration, with camelCase twins (M-01)', async () => {
    const { status, body } = await who.get('/api/models/config')
    expect(status).toBe(200)
    const upstream = (await service.get('/api/models/config')).body
    expect(body).toMatchObject(upstream)
    expect(body).toMatchObject({
      cudaAvailable: body.cuda_available,
      totalVramGb: body.total_vram_gb,
      inference: { offloadThreshold: body.inference.offload_threshold },
    })
    expect(Object.keys(body.models)).toEqual(Object.keys(upstream['models'] as object))
    const [task] = Object.entries<any>(body.models).find(([, { options }]) => Object.keys(options).length > 0) ?? ['']
    const [option] = Object.values<any>(body.models[task].options)
    expect(option.modelId).toBe(option.model_id)
    const { data } = await who.graph(
      '{ modelConfig { tasks { task selected options { name modelId } } inference cudaAvailable totalVramGb } }',
    )
    expect(data.modelConfig.tasks.map((one: { task: string }) => one.task)).toEqual(Object.keys(body.models))
    expect(data.modelConfig).toMatchObject({ cudaAvailable: body.cuda_available, totalVramGb: body.total_vram_gb })
  })

  it('anybody selects a model and sees it loaded, both forms (M-02, M-03)', async () => {
    const { body: config } = await who.get('/api/models/config')
    const name = Object.keys(config.models.object_detection.options)[0] ?? ''
    const selected = await who.post(
      `/api/models/select?task_type=object_detection&model_name=${encodeURIComponent(name)}`,
    )
    expect(selected.status).toBe(200)
    expect(selected.body).toEqual({
      status: 'success',
      task_type: 'object_detection',
      taskType: 'object_detection',
      selected_model: name,
      selectedModel: name,
      model_id: expect.any(String),
      modelId: selected.body.model_id,
      message: expect.any(String),
    })
    expect(
      (await who.post(`/api/models/select?taskType=object_detection&modelName=${encodeURIComponent(name)}`)).body,
    ).toEqual(selected.body)
    const { body: status } = await who.get('/api/models/status')
    expect(status.loaded_models.object_detection).toMatchObject({
      model_id: selected.body.model_id,
      memory_usage_gb: expect.any(Number),
      load_time: expect.any(Number),
    })
    expect(status.loadedModels.find((one: any) => one.taskType === 'object_detection')).toEqual({
      modelId: selected.body.model_id,
      taskType: 'object_detection',
      modelName: name,
      framework: 'tfjs-wasm',
      quantization: null,
      health: 'loaded',
      vramAllocatedGb: status.loaded_models.object_detection.memory_usage_gb,
      vramUsedGb: status.loaded_models.object_detection.memory_usage_gb,
      warmUpComplete: true,
      lastUsed: expect.stringMatching(/^\d{4}-.*Z$/),
      loadTimeMs: status.loaded_models.object_detection.load_time * 1000,
      performanceMetrics: null,
      errorMessage: null,
    })
    expect(status).toMatchObject({
      totalVramAllocatedGb: status.total_vram_allocated_gb,
      cudaAvailable: false,
      device: 'cpu',
      timestamp: expect.any(String),
    })
    const { data } = await who.graph('{ modelStatus { loadedModels { modelId taskType health } device } }')
    expect(data.modelStatus).toMatchObject({
      device: 'cpu',
      loadedModels: expect.arrayContaining([
        { modelId: selected.body.model_id, taskType: 'object_detection', health: 'loaded' },
      ]),
    })
    const graph = await who.graph(
      'mutation ($name: String!) { selectModel(input: { taskType: "object_detection", modelName: $name }) { taskType selectedModel modelId message } }',
      { name },
    )
    expect(graph.data.selectModel).toEqual({
      taskType: 'object_detection',
      selectedModel: name,
      modelId: selected.body.model_id,
      message: selected.body.message,
    })
  })

  it('refuses what cannot be selected (M-02, M-05)', async () => {
    const select = async (query: string) => {
      const { status, body } = await who.post(`/api/models/select?${query}`)
      return [
        status,
        body.details
          ?.map((one: { field: string }) => one.field)
          .sort()
          .join() ?? body.code,
      ]
    }
    expect(await select('')).toEqual([400, 'model_name,task_type'])
    expect(await select('task_type=object_detection')).toEqual([400, 'model_name'])
    expect(await select('task_type=cooking&model_name=x')).toEqual([400, 'task_type'])
    expect(await select('task_type=object_detection&model_name=x')).toEqual([404, 'NOT_FOUND'])
    const { errors } = await who.graph(
      'mutation { selectModel(input: { taskType: "object_detection", modelName: "x" }) { modelId } }',
    )
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })

  it('validates, and answers defaults and frameworks (M-08, M-09)', async () => {
    const { status, body } = await who.post('/api/models/validate')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      valid: true,
      totalVramGb: body.total_vram_gb,
      totalRequiredGb: body.total_required_gb,
      maxAllowedGb: body.max_allowed_gb,
      threshold: 0.8,
      warnings: [],
    })
    expect(body.max_allowed_gb).toBeCloseTo(body.total_vram_gb * body.threshold)
    expect(Object.values<any>(body.model_requirements)[0]).toMatchObject({
      model_name: expect.any(String),
      modelName: expect.any(String),
    })
    expect(body.modelRequirements).toEqual(body.model_requirements)
    const defaults = (await who.get('/api/models/defaults')).body
    expect(defaults).toMatchObject({ llm: { max_tokens: 4096, maxTokens: 4096 }, vad: { minSpeechDurationMs: 250 } })
    const frameworks = (await who.get('/api/models/frameworks')).body
    expect(frameworks).toMatchObject({
      vlm_inference: ['sglang', 'vllm', 'transformers'],
      vlmInference: ['sglang', 'vllm', 'transformers'],
    })
    const { data } = await who.graph(
      'mutation { validateModels { valid totalRequiredGb modelRequirements { task modelName vramGb } warnings } }',
    )
    expect(data.validateModels).toMatchObject({ valid: true, warnings: [], totalRequiredGb: body.total_required_gb })
    const settings = await who.graph('{ modelDefaults modelFrameworks }')
    expect(settings.data.modelFrameworks.audio).toEqual(frameworks.audio)
  })
})

describe('with a model service that misbehaves', () => {
  let model: MisbehavingService
  let api: TestApi
  const reads = [
    ['get', '/api/models/config'],
    ['get', '/api/models/status'],
    ['get', '/api/models/defaults'],
    ['get', '/api/models/frameworks'],
    ['post', '/api/models/validate'],
  ] as const
  const config = {
    models: {
      object_detection: { selected: 'a', options: { a: { model_id: 'A' } } },
      video_tracking: { selected: 'b', options: { b: { model_id: 'B' } } },
      own_task: { selected: null, options: {} },
    },
    inference: {},
    cuda_available: true,
    total_vram_gb: 8,
  }

  beforeAll(async () => {
    model = await startMisbehavingService()
    api = await startApi({ MODEL_SERVICE_URL: model.url })
  })
  afterAll(async () => {
    await api.stop()
    await model.close()
  })
  afterEach(() => {
    model.on.clear()
    model.requests.length = 0
  })

  it.each(reads)('%s %s: its faults are 500 with its words (M-07)', async (method, path) => {
    model.on.set(path, { status: 500, json: { detail: 'disk full' } })
    const failed = await api.anonymous[method](path)
    expect(failed.status).toBe(500)
    expect(failed.body).toMatchObject({ error: 'disk full', code: 'MODEL_SERVICE_ERROR' })
    for (const behaviour of [garbage, { json: [] }]) {
      model.on.set(path, behaviour)
      const bad = await api.anonymous[method](path)
      expect([bad.status, bad.body.code]).toEqual([500, 'MODEL_SERVICE_BAD_RESPONSE'])
    }
  })

  it.each(reads)('%s %s: a broken connection is 503 (M-07)', async (method, path) => {
    model.on.set(path, { raw: (_request, response) => response.destroy() })
    const broken = await api.anonymous[method](path)
    expect(broken.status).toBe(503)
    expect(broken.body).toMatchObject({ error: 'Model service is unavailable', code: 'MODEL_SERVICE_UNREACHABLE' })
    model.on.set(path, { status: 500, json: {} })
    await api.anonymous[method](path)
  })

  it('built-in defaults and frameworks stand in where it has no such routes (M-08, M-09)', async () => {
    expect((await api.anonymous.get('/api/models/defaults')).body).toMatchObject({
      diarization: { min_speakers: 1, maxSpeakers: 10 },
      detection: { confidence_threshold: 0.3 },
    })
    expect((await api.anonymous.get('/api/models/frameworks')).body.quantization).toEqual([
      '4bit',
      '8bit',
      'awq',
      'none',
    ])
    // The configuration has no built-in substitute.
    expect((await api.anonymous.get('/api/models/config')).status).toBe(500)
  })

  it('a list of loaded models becomes the documented object and the list of newer clients (M-03)', async () => {
    model.on.set('/api/models/status', {
      json: {
        loaded_models: [
          {
            model_id: 'm',
            task_type: 'object_detection',
            model_name: 'big',
            health: 'loading',
            vram_allocated_gb: 2,
            vram_used_gb: 1.5,
            load_time_ms: 500,
            warm_up_complete: true,
          },
        ],
        total_vram_allocated_gb: 2,
        total_vram_available_gb: 6,
        cuda_available: true,
        device: 'cuda:0',
        timestamp: '2026-01-01T00:00:00Z',
      },
    })
    const { body } = await api.anonymous.get('/api/models/status')
    expect(body.loaded_models.object_detection).toMatchObject({
      model_id: 'm',
      modelId: 'm',
      memory_usage_gb: 1.5,
      load_time: 0.5,
    })
    expect(body.loadedModels).toEqual([
      {
        modelId: 'm',
        taskType: 'object_detection',
        modelName: 'big',
        framework: null,
        quantization: null,
        health: 'loading',
        vramAllocatedGb: 2,
        vramUsedGb: 1.5,
        warmUpComplete: true,
        lastUsed: null,
        loadTimeMs: 500,
        performanceMetrics: null,
        errorMessage: null,
      },
    ])
    expect(body.timestamp).toBe('2026-01-01T00:00:00Z')
  })

  it('missing warnings and names are filled in (M-04)', async () => {
    model.on.set('/api/models/config', { json: config })
    model.on.set('/api/models/validate', {
      json: {
        valid: false,
        total_vram_gb: 8,
        total_required_gb: 9,
        threshold: 0.8,
        max_allowed_gb: 6.4,
        model_requirements: { object_detection: { vram_gb: 9 } },
      },
    })
    const { body } = await api.anonymous.post('/api/models/validate')
    expect(body.warnings).toEqual(['Required 9 GB exceeds allowed 6.4 GB'])
    expect(body.model_requirements).toEqual({
      object_detection: { vram_gb: 9, vramGb: 9, model_name: 'a', modelName: 'a' },
    })
  })

  it('select: names of tracking are one, own tasks count, load failures are 500 (M-05, XR-19)', async () => {
    const answer = {
      status: 'success',
      task_type: 'video_tracking',
      selected_model: 'b',
      model_id: 'B',
      message: 'done',
    }
    model.on.set('/api/models/config', { json: config })
    model.on.set('/api/models/select', { json: answer })
    expect((await api.anonymous.post('/api/models/select?task_type=object_tracking&model_name=b')).body).toMatchObject(
      answer,
    )
    expect(model.requests.at(-1)?.url).toBe('/api/models/select?task_type=video_tracking&model_name=b')
    expect((await api.anonymous.post('/api/models/select?task_type=own_task&model_name=b%26c%3D1')).status).toBe(200)
    expect(model.requests.at(-1)?.url).toBe('/api/models/select?task_type=own_task&model_name=b%26c%3D1')
    model.on.set('/api/models/select', { status: 500, json: { detail: 'Failed to load' } })
    expect((await api.anonymous.post('/api/models/select?task_type=own_task&model_name=b')).body).toMatchObject({
      error: 'Failed to load',
      code: 'MODEL_SERVICE_ERROR',
    })
    model.on.set('/api/models/select', { raw: (_request, response) => response.destroy() })
    expect((await api.anonymous.post('/api/models/select?task_type=own_task&model_name=b')).status).toBe(503)
  })

  it('no answer in time is 503 with the code of a timeout (M-06, M-07, E-02)', async () => {
    model.on.set('/api/models/status', silence)
    const startedAt = performance.now()
    const late = await api.anonymous.get('/api/models/status')
    expect(performance.now() - startedAt).toBeGreaterThan(9500)
    expect([late.status, late.body.error, late.body.code]).toEqual([
      503,
      'Model service is unavailable',
      'MODEL_SERVICE_TIMEOUT',
    ])
    expect(model.requests).toHaveLength(1)
  })
})
