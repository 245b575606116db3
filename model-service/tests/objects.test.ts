import { cpSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readModelConfig } from '../src/models/model-config.js'
import { objectClasses } from '../src/objects/coco.js'
import { seenIn } from '../src/objects/object-detector.js'
import { classesOf } from '../src/objects/vocabulary.js'
import { intersectionOverUnion, type Box } from '../src/vision/box.js'
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
interface Evidence {
  text: string
  source: string
  confidence: number
  start: number | null
  end: number | null
  frames: { frame_number: number; timestamp: number; boxes: Detection[] }[]
}
interface Summary {
  summary: string
  evidence: Evidence[]
  visual_model_used: string
  key_frames: { frame_number: number; description: string; objects?: Detection[] }[]
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  cpSync('tests/fixtures/videos/pedestrians.webm', join(service.videos, 'pedestrians.webm'))
})
afterAll(() => service.stop())

const detect = async (body: Record<string, unknown>) => {
  const answer = await service.post<Detected>('/api/detection/detect', { video_id: 'v', ...body })
  expect(answer.status).toBe(200)
  return answer.body
}

const status = async () =>
  (await service.get<{ loaded_models: Record<string, any> }>('/api/models/status')).body.loaded_models

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
    // A person cut out of one film, enlarged to twice the size, moves right and left through another one.
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
    const correct = found.frames.flatMap(({ frame_number: frame, detections }) =>
      detections.map((one) => truths(frame).some((truth) => fits(one.bounding_box, truth))),
    )
    expect(seen.length).toBeGreaterThanOrEqual(38)
    expect(seen.filter(Boolean).length / seen.length).toBeGreaterThanOrEqual(0.8)
    expect(correct.filter(Boolean).length / correct.length).toBeGreaterThanOrEqual(0.8)
  })

  it('is really loaded and unloaded: status tells bytes and time, and a task that was unloaded works again', async () => {
    expect((await service.post('/api/models/load/object_detection', '')).status).toBe(200)
    const loaded = (await status()).object_detection
    expect(loaded).toMatchObject({ model_id: 'centernet-mobilenet-coco', framework: 'tfjs-wasm' })
    // Weights take two bytes each on disk and four in memory.
    expect(loaded.memory_bytes).toBeGreaterThan(4_000_000)
    expect(loaded.load_time).toBeGreaterThan(0)
    expect((await service.post('/api/models/unload/object_detection', '')).status).toBe(200)
    expect((await status()).object_detection).toBeUndefined()
    const again = await detect({ video_path: 'pedestrians.webm', query: 'person', frame_numbers: [60] })
    expect(again.total_detections).toBeGreaterThanOrEqual(3)
  })

  it('is unloaded only when the calls that work with it have ended', async () => {
    expect((await service.post('/api/models/unload/object_detection', '')).status).toBe(200)
    const numbers = Array.from({ length: 8 }, (_, n) => 10 * n)
    const call = detect({ video_path: 'pedestrians.webm', query: 'person', frame_numbers: numbers })
    // The model is loaded at the moment when the call begins to use it.
    await expect.poll(async () => (await status()).object_detection, { interval: 10 }).toBeDefined()
    expect((await service.post('/api/models/unload/object_detection', '')).status).toBe(200)
    expect((await call).total_detections).toBeGreaterThan(3)
  })

  it('gives the same answer to requests that come together', async () => {
    const request = { video_path: 'pedestrians.webm', query: 'people', frame_numbers: [20, 60] }
    const answers = await Promise.all(Array.from({ length: 4 }, () => detect(request)))
    for (const { frames } of answers) expect(frames).toEqual(answers[0]?.frames)
  })
})

describe('memory of weights', () => {
  const option = { model_id: 'centernet-mobilenet-coco', framework: 'tfjs-wasm' }
  const task = { selected: 'objects', options: { objects: option } }
  const request = { video_id: 'v', query: 'person', video_path: 'dust-storm.webm', frame_numbers: [0, 30, 60, 90] }
  const startWith = async (totalGb: number) => {
    const path = join(service.folder, `models-${totalGb}.yaml`)
    const models = { object_detection: task, spare_detection: task }
    writeFileSync(path, JSON.stringify({ total_ram_gb: totalGb, models, inference: { offload_threshold: 0.8 } }))
    return startTestService({ MODEL_CONFIG_PATH: path })
  }
  const loadedIn = async (one: TestService) =>
    Object.keys((await one.get<{ loaded_models: object }>('/api/models/status')).body.loaded_models)

  it('of one call never fills the queue of the detector, however large its batches are', async () => {
    let [inside, most, seen] = [0, 0, 0]
    const detector = {
      detect: async () => {
        most = Math.max(most, (inside += 1))
        await new Promise((wait) => setTimeout(wait, 1))
        inside -= 1
        return []
      },
    }
    async function* pictures() {
      for (let index = 0; index < 130; index++) yield { index, pixels: new Uint8Array(1) }
    }
    for await (const { index } of seenIn(pictures(), detector, 128, new AbortController().signal))
      seen += index >= 0 ? 1 : 0
    expect([most, seen]).toEqual([16, 130])
  })

  it('is bounded: the least recently used weights are evicted, weights in use stay and others wait', async () => {
    // Memory for the weights of only one task, whatever the number of threads of this machine.
    const most = Math.max(1, Math.min(4, availableParallelism() - 1)) * 4_030_290 * 2.2
    const small = await startWith((1.5 * most) / 0.8 / 1e9)
    try {
      expect((await small.post('/api/models/load/spare_detection', '')).status).toBe(200)
      expect(await loadedIn(small)).toEqual(['spare_detection'])
      const call = small.post<Detected>('/api/detection/detect', request)
      await expect.poll(() => loadedIn(small)).toEqual(['object_detection'])
      let isLoaded = false
      const load = small.post('/api/models/load/spare_detection', '').finally(() => (isLoaded = true))
      const { status, body } = await call
      expect([status, body.frames.length, isLoaded]).toEqual([200, 4, false])
      expect((await load).status).toBe(200)
      expect(await loadedIn(small)).toEqual(['spare_detection'])
    } finally {
      await small.stop()
    }
  })

  it('a model that does not fit into the memory limit even alone is 503 with the byte counts', async () => {
    const tiny = await startWith(0.001)
    try {
      const { status, body } = await tiny.post('/api/detection/detect', request)
      expect([status, body.detail]).toEqual([
        503,
        expect.stringMatching(/objects needs \d+ bytes of memory, and 800000 are/),
      ])
    } finally {
      await tiny.stop()
    }
  })

  it.each([1, 3])('of pictures is bounded too: %i are with the detector at a time, in order', async (batchSize) => {
    let [inside, most] = [0, 0]
    const detector = {
      detect: async (pixels: Uint8Array) => {
        most = Math.max(most, (inside += 1))
        await new Promise((wait) => setTimeout(wait, 10 - pixels[0]!))
        inside -= 1
        return []
      },
    }
    async function* pictures() {
      for (let index = 0; index < 8; index++) yield { index, pixels: new Uint8Array([index]) }
    }
    const seen: number[] = []
    for await (const { index } of seenIn(pictures(), detector, batchSize, new AbortController().signal))
      seen.push(index)
    expect([most, seen]).toEqual([batchSize, [0, 1, 2, 3, 4, 5, 6, 7]])
  })
})

describe('a summary by the detector', () => {
  const made = new Map<string, Promise<Summary>>()
  const summarize = (video: string): Promise<Summary> => {
    const summary = made.get(video) ?? ask(video)
    made.set(video, summary)
    return summary
  }
  const ask = async (video: string) => {
    const need = 'who walks where'
    const request = { video_id: 'v', persona_id: 'p', video_path: `${video}.webm`, information_need: need }
    const answer = await service.post<Summary>('/api/summarize', request)
    expect(answer.status).toBe(200)
    return answer.body
  }

  it('says how many people are seen and when, with their boxes as evidence at its key frames', async () => {
    const { summary, key_frames: keyFrames } = await summarize('pedestrians')
    expect(summary).toMatch(
      /Up to [4-9] people are seen at once, most at \d+\.\d seconds \(frame \d+\); in 3\d of 36 frames looked at/,
    )
    expect(summary).not.toMatch(/storm/i)
    const withPeople = keyFrames.filter(({ description }) => /Seen: \d people/.test(description))
    expect(withPeople.length).toBeGreaterThan(5)
    for (const { description, objects = [] } of withPeople) {
      const people = objects.filter(({ label }) => label === 'person')
      expect(people.every(({ confidence }) => confidence >= 0.5)).toBe(true)
      expect(description).toContain(`Seen: ${people.length} people`)
    }
  })

  it('says how what it followed moves, and each sentence comes with the frames and boxes that it rests on', async () => {
    const { summary, evidence } = await summarize('pedestrians')
    for (const { text } of evidence) expect(summary).toContain(text)
    const seen = evidence.filter(({ source }) => source === 'seen')
    const [presence, motion] = [
      seen.find(({ text }) => text.startsWith('Up to')),
      seen.find(({ text }) => /Of \d+ tracks of people, /.test(text)),
    ]
    expect(motion?.text).toMatch(/move to the left \(\d+ % to \d+ % of the picture's width a second\)/)
    for (const one of [presence, motion]) {
      expect(one).toMatchObject({ start: expect.any(Number), end: expect.any(Number) })
      expect(one?.confidence).toBeGreaterThan(0.4)
      expect(one?.frames.length).toBeGreaterThan(3)
      for (const { frame_number: frame, timestamp, boxes } of one?.frames ?? []) {
        expect(timestamp).toBeCloseTo(frame / 10, 2)
        expect(boxes.length).toBeGreaterThan(0)
        expect(boxes.every(({ label }) => label === 'person')).toBe(true)
      }
    }
  })

  it('knows the way, the speed and the class of a thing on a known path, and says of types what it could not look for', async () => {
    // The person moves right by a sixtieth of the picture's width each tenth of a second.
    const source = ['-ss', '3.98', '-i', join(service.videos, 'pedestrians.webm')]
    await service.clip('walker.png', [...source, '-frames:v', '1', '-vf', 'crop=46:107:560:182,scale=iw*2:-1'])
    await service.clip('walk.mp4', [
      ...['-stream_loop', '1', '-i', join(service.videos, 'dust-storm.webm')],
      ...['-loop', '1', '-i', join(service.videos, 'walker.png')],
      ...[
        '-filter_complex',
        "[0]trim=1.3:3.3,setpts=PTS-STARTPTS,scale=768:432,fps=10[a];[a][1]overlay=x='80+12.8*n':y=150",
      ],
      ...['-frames:v', '20', '-pix_fmt', 'yuv420p'],
    ])
    const request = {
      video_id: 'v',
      persona_id: 'p',
      video_path: 'walk.mp4',
      persona_types: ['Pedestrian', 'dust devil'],
    }
    const { body } = await service.post<Summary>('/api/summarize', request)
    expect(body.summary).toMatch(/A person is seen/)
    const speed = Number(/moves to the right at (\d+) % of the picture's width a second/.exec(body.summary)?.[1])
    expect(Math.abs(speed - 16.7)).toBeLessThanOrEqual(2)
    expect(body.summary).toContain('The detector has no class for "dust devil" of the ontology.')
  })

  it('takes its key frames from where things come and go, and says so', async () => {
    const { key_frames: keyFrames } = await summarize('pedestrians')
    const changed = keyFrames.filter(({ description }) =>
      /Changes: a person (comes into view|is last seen)/.test(description),
    )
    expect(changed.length).toBeGreaterThan(2)
    expect(keyFrames.length).toBeLessThanOrEqual(12)
  })

  it('claims nobody where nobody is, and says what it looked for', async () => {
    const { summary } = await summarize('dust-storm')
    expect(summary).toContain('No person, vehicle, animal or other everyday thing was recognised')
    expect(summary).not.toMatch(/people/i)
  })
})

describe('the vocabulary of the detector', () => {
  const nothing = {}

  it('counts as it is written: with hyphens, with capitals, and where the singular is another word', async () => {
    expect(classesOf('people', { people: ['bicycle'] })).toEqual(['bicycle'])
    const request = { video_path: 'pedestrians.webm', query: 'dust-devil', frame_numbers: [60] }
    for (const word of ['dust-devil', 'Dust_Devil']) {
      const found = await detect({ ...request, vocabulary: { [word]: ['person'] } })
      expect([word, found.model_used]).toEqual([word, 'centernet-mobilenet-coco'])
    }
  })

  it('knows each of its 80 classes by its own name', () => {
    expect(objectClasses).toHaveLength(80)
    for (const { name } of objectClasses) expect(classesOf(name, nothing), name).toEqual([name])
  })

  it.each([
    ['pedestrian', ['person']],
    ['Pedestrians', ['person']],
    ['people', ['person']],
    ['constructor', ['person']],
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

describe('work of the detector that nobody waits for any more', () => {
  it('keeps nobody else waiting: who stood behind it gets an answer', async () => {
    const numbers = Array.from({ length: 8 }, (_, n) => 60 + n)
    const request = { video_id: 'v', video_path: 'pedestrians.webm', query: 'person', frame_numbers: numbers }
    // Two calls share a detector of one thread: at each moment one of them runs and the other waits.
    for (let round = 0; round < 4; round += 1) {
      const gone = new AbortController()
      const left = fetch(`${service.url}/api/detection/detect`, {
        method: 'POST',
        body: JSON.stringify(request),
        headers: { 'content-type': 'application/json' },
        signal: gone.signal,
      }).then(
        () => 'answered',
        (error: Error) => error.name,
      )
      const stays = detect({ ...request, video_id: `w${round}` })
      await new Promise((done) => setTimeout(done, 700 + 170 * round))
      gone.abort()
      expect(['AbortError', 'answered']).toContain(await left)
      expect((await stays).frames).toHaveLength(numbers.length)
    }
  })
})
