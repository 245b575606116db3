import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModelConfig } from '../../src/model-service/models/model-config.js'
import { objectClasses } from '../../src/model-service/objects/coco.js'
import { classesOf } from '../../src/model-service/objects/vocabulary.js'
import { intersectionOverUnion, type Box } from '../../src/model-service/vision/box.js'
import { startTestService, type TestService } from './support.js'

interface Detection {
  label: string
  bounding_box: Box
  confidence: number
  track_id: string | null
}
interface Detected {
  model_used: string
  frames: { frame_number: number; detections: Detection[] }[]
  total_detections: number
}
interface Summary {
  summary: string
  visual_model_used: string
  key_frames: { frame_number: number; description: string; objects?: Detection[] }[]
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  cpSync('tests/fixtures/videos/pedestrians.webm', join(service.videos, 'pedestrians.webm'))
}, 60_000)
afterAll(() => service.stop())

const detect = async (body: Record<string, unknown>) => {
  const answer = await service.post<Detected>('/api/detection/detect', { video_id: 'v', ...body })
  expect(answer.status).toBe(200)
  return answer.body
}

describe('the detector of objects', () => {
  it('finds at least three people in most frames of a path where people walk, and nothing that is not there', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => 10 * n)
    const all = await detect({ video_path: 'pedestrians.webm', query: 'physical object', frame_numbers: numbers })
    expect(all.model_used).toBe('centernet-mobilenet-coco')
    const people = all.frames.map(
      ({ detections }) => detections.filter(({ label, confidence }) => label === 'person' && confidence >= 0.35).length,
    )
    expect(people.filter((count) => count >= 3).length / numbers.length).toBeGreaterThanOrEqual(0.8)
    const sure = all.frames.flatMap(({ detections }) => detections.filter(({ confidence }) => confidence > 0.6))
    const there = ['person', 'car', 'truck', 'bicycle', 'motorcycle', 'bus', 'traffic light']
    expect(sure.filter(({ label }) => !there.includes(label))).toEqual([])
  })

  it('looks for what the words of a query mean, and names each box by its class', async () => {
    const walkers = await detect({ video_path: 'pedestrians.webm', query: 'pedestrian', frame_numbers: [60] })
    expect(walkers.total_detections).toBeGreaterThanOrEqual(3)
    expect(new Set(walkers.frames[0]?.detections.map(({ label }) => label))).toEqual(new Set(['person']))
    const query = 'Analyst: Kim\nInformation need: people\nEntity types: dog, lorry\nEvent types: parade'
    const none = await detect({ video_path: 'pedestrians.webm', query, frame_numbers: [60] })
    expect(none.model_used).toBe('centernet-mobilenet-coco')
    expect(none.frames[0]?.detections.filter(({ label }) => label !== 'truck')).toEqual([])
  })

  it('tells what moves where no word of a query means a class, and says that another model did', async () => {
    const moving = await detect({ video_path: 'pedestrians.webm', query: 'dust devil', frame_numbers: [60] })
    expect(moving.model_used).toBe('baseline-motion')
    expect(moving.total_detections).toBeGreaterThan(0)
    expect(moving.frames[0]?.detections.every(({ label }) => label === 'dust devil')).toBe(true)
  })

  it('sees no people in a dust storm', async () => {
    const found = await detect({ video_path: 'dust-storm.webm', query: 'person', frame_numbers: [0, 30, 60, 90] })
    expect(found.total_detections).toBe(0)
  })

  it('finds planted people on their ways over other footage, and little else (recall and precision 0.8 at IoU 0.5)', async () => {
    // Somebody cut out of one film, twice as large, goes right and left through another one.
    const [x, y, width, height] = [560, 182, 46, 107]
    const margin = 12
    const source = ['-ss', '3.98', '-i', join(service.videos, 'pedestrians.webm')]
    await service.clip('cut.png', [
      ...source,
      '-frames:v',
      '1',
      '-vf',
      `crop=${width}:${height}:${x}:${y},scale=iw*2:-1`,
    ])
    const cut = ['-loop', '1', '-i', join(service.videos, 'cut.png')]
    const paths = [
      { x: 40, step: 3, y: 60 },
      { x: 650, step: -3, y: 180 },
    ]
    const [right, left] = paths.map((path) => `overlay=x='${path.x}+${path.step}*n':y=${path.y}`)
    await service.clip('planted.mp4', [
      ...['-stream_loop', '3', '-i', join(service.videos, 'dust-storm.webm'), ...cut, ...cut],
      ...['-filter_complex', `[0]scale=768:432,fps=25[a];[a][1]${right}[b];[b][2]${left}`],
      ...['-frames:v', '190', '-pix_fmt', 'yuv420p'],
    ])
    const frames = Array.from({ length: 20 }, (_, n) => 5 + 9 * n)
    const found = await detect({ video_path: 'planted.mp4', query: 'person', frame_numbers: frames })
    const truths = (frame: number): Box[] =>
      paths
        .map((path) => ({
          x: (path.x + path.step * frame + margin) / 768,
          y: (path.y + margin) / 432,
          width: (2 * width - 2 * margin) / 768,
          height: (2 * height - 2 * margin) / 432,
        }))
        .filter((box) => box.x >= 0 && box.x + box.width <= 1)
    const fits = (a: Box, b: Box) => intersectionOverUnion(a, b) >= 0.5
    const seen = found.frames.flatMap(({ frame_number: frame, detections }) =>
      truths(frame).map((truth) => detections.some((one) => fits(one.bounding_box, truth))),
    )
    const right_ = found.frames.flatMap(({ frame_number: frame, detections }) =>
      detections.map((one) => truths(frame).some((truth) => fits(one.bounding_box, truth))),
    )
    expect(seen.length).toBeGreaterThanOrEqual(38)
    expect(seen.filter(Boolean).length / seen.length).toBeGreaterThanOrEqual(0.8)
    expect(right_.filter(Boolean).length / right_.length).toBeGreaterThanOrEqual(0.8)
  }, 60_000)

  it('is really loaded and unloaded: status tells bytes and time, and a task that was unloaded works again', async () => {
    const status = async () =>
      (await service.get<{ loaded_models: Record<string, any> }>('/api/models/status')).body.loaded_models
    expect((await service.post('/api/models/load/object_detection', '')).status).toBe(200)
    const loaded = (await status()).object_detection
    expect(loaded).toMatchObject({ model_id: 'centernet-mobilenet-coco', framework: 'tfjs-wasm' })
    // Two bytes a weight on disk become four in memory.
    expect(loaded.memory_bytes).toBeGreaterThan(4_000_000)
    expect(loaded.load_time).toBeGreaterThan(0)
    expect((await service.post('/api/models/unload/object_detection', '')).status).toBe(200)
    expect((await status()).object_detection).toBeUndefined()
    const again = await detect({ video_path: 'pedestrians.webm', query: 'person', frame_numbers: [60] })
    expect(again.total_detections).toBeGreaterThanOrEqual(3)
  })

  it('gives the same answer to requests that come together', async () => {
    const request = { video_path: 'pedestrians.webm', query: 'people', frame_numbers: [20, 60] }
    const answers = await Promise.all(Array.from({ length: 4 }, () => detect(request)))
    for (const { frames } of answers) expect(frames).toEqual(answers[0]?.frames)
  })
})

describe('a summary by the detector', () => {
  const summarize = async (video: string, need: string) => {
    const request = { video_id: 'v', persona_id: 'p', video_path: `${video}.webm`, information_need: need }
    const answer = await service.post<Summary>('/api/summarize', request)
    expect(answer.status).toBe(200)
    return answer.body
  }

  it('says how many people are seen and when, with their boxes as evidence at its key frames', async () => {
    const { summary, key_frames: keyFrames } = await summarize('pedestrians', 'who walks where')
    expect(summary).toMatch(/Up to [4-9] people are seen at once \(most at \d+\.\d seconds\), in 1[0-2] of 12 frames/)
    expect(summary).not.toMatch(/storm/i)
    const withPeople = keyFrames.filter(({ description }) => /Seen: \d people/.test(description))
    expect(withPeople.length).toBeGreaterThan(5)
    for (const { description, objects = [] } of withPeople) {
      const people = objects.filter(({ label }) => label === 'person')
      expect(people.every(({ confidence }) => confidence >= 0.5)).toBe(true)
      expect(description).toContain(`Seen: ${people.length} people`)
    }
  })

  it('claims nobody where nobody is, and says what it looked for', async () => {
    const { summary } = await summarize('dust-storm', 'who walks where')
    expect(summary).toContain('No person, vehicle, animal or other everyday thing was recognised')
    expect(summary).not.toMatch(/people/i)
  })
})

describe('the vocabulary of the detector', () => {
  const nothing = {}

  it('knows each of its 80 classes by its own name', () => {
    expect(objectClasses).toHaveLength(80)
    for (const { name } of objectClasses) expect(classesOf(name, nothing), name).toEqual([name])
  })

  it.each([
    ['pedestrian', ['person']],
    ['Pedestrians', ['person']],
    ['people', ['person']],
    ['meteorologist', ['person']],
    ['red car', ['car']],
    ['taxi', ['car']],
    ['lorry', ['truck']],
    ['fishing vessel', ['boat']],
    ['tanker', ['boat']],
    ['puppy', ['dog']],
    ['women', ['person']],
    ['storm', []],
    ['dust', []],
    ['visibility', []],
    ['xyzzy', []],
  ])('%s means %j', (term, classes) => {
    expect(classesOf(term, nothing)).toEqual(classes)
  })

  it('takes a word for all classes that are kinds of it', () => {
    expect(classesOf('vehicle', nothing)).toEqual(expect.arrayContaining(['bicycle', 'car', 'motorcycle', 'truck']))
    const animals = ['bird', 'cat', 'dog', 'horse', 'sheep', 'cow', 'elephant', 'bear', 'zebra', 'giraffe']
    expect(classesOf('animals', nothing)).toEqual(expect.arrayContaining(animals))
    expect(classesOf('animals', nothing)).not.toContain('car')
  })

  it('follows what is written down before WordNet, and refuses classes that there are not', () => {
    const written = { crane: [], 'storm chaser': ['car'] }
    expect(classesOf('cranes', written)).toEqual([])
    expect(classesOf('storm chaser', written)).toEqual(['car'])
    const path = join(service.folder, 'models.yaml')
    writeFileSync(path, 'models: {}\nvocabulary: {devil: [demon]}')
    expect(() => readModelConfig(path)).toThrow('vocabulary.devil: demon is no class of the detector')
  })
})
