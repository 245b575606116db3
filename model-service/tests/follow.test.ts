import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { intersectionOverUnion, type Box } from '../src/vision/box.js'
import { startTestService, type TestService } from './support.js'

interface Way {
  label: string | null
  keyframes: { frame_number: number; bounding_box: Box; confidence: number }[]
  visibility: { start_frame: number; end_frame: number; visible: boolean }[]
  first_frame: number
  last_frame: number
  ended: string
  confidence: number
  model_used: string
}

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  cpSync('tests/fixtures/videos/pedestrians.webm', join(service.videos, 'pedestrians.webm'))
  // A person cut out of one film, enlarged to twice the size.
  const cut = ['-ss', '3.98', '-i', join(service.videos, 'pedestrians.webm'), '-frames:v', '1']
  await service.clip('cut.png', [...cut, '-vf', `crop=${cutOut.width}:${cutOut.height}:560:182,scale=iw*2:-1`])
})
afterAll(() => service.stop())

/** Size of the cut-out before it is doubled; `margin` is the border around the person after doubling. In pixels. */
const cutOut = { width: 46, height: 107, margin: 12 }
const film = { width: 768, height: 432 }

interface Path {
  x: number
  y: number
  /** Movement to the right, in pixels per frame. */
  step: number
}

/** Makes a film in which the cut-out moves along each path over other footage. */
async function plant(name: string, paths: Path[], frames: number, enable = '1'): Promise<void> {
  const cut = paths.flatMap(() => ['-loop', '1', '-i', join(service.videos, 'cut.png')])
  const overlays = paths.map(
    ({ x, y, step }, n) => `[v${n}][${n + 1}]overlay=x='${x}+(${step})*n':y=${y}:enable='${enable}'[v${n + 1}]`,
  )
  const graph = [`[0]scale=${film.width}:${film.height},fps=25[v0]`, ...overlays].join(';')
  await service.clip(name, [
    ...['-stream_loop', '5', '-i', join(service.videos, 'dust-storm.webm'), ...cut],
    ...['-filter_complex', graph, '-map', `[v${paths.length}]`, '-frames:v', String(frames), '-pix_fmt', 'yuv420p'],
  ])
}

/** Returns the true box of the person at a frame, in pixels. */
function truth({ x, y, step }: Path, frame: number): Box {
  return {
    x: x + step * frame + cutOut.margin,
    y: y + cutOut.margin,
    width: 2 * cutOut.width - 2 * cutOut.margin,
    height: 2 * cutOut.height - 2 * cutOut.margin,
  }
}

const follow = async (body: Record<string, unknown>) => {
  const answer = await service.post<Way>('/api/tracking/follow', { video_id: 'v', ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Returns the box at a frame, interpolated linearly between keyframes. */
function boxAt({ keyframes }: Way, frame: number): Box {
  const after = keyframes.findIndex(({ frame_number: number }) => number >= frame)
  const later = keyframes[after]!
  const earlier = keyframes[Math.max(0, after - 1)]!
  const span = later.frame_number - earlier.frame_number
  const share = span > 0 ? (frame - earlier.frame_number) / span : 1
  const [one, other] = [earlier.bounding_box, later.bounding_box]
  const at = (side: keyof Box) => one[side] + (other[side] - one[side]) * share
  return { x: at('x'), y: at('y'), width: at('width'), height: at('height') }
}

const overlaps = (way: Way, path: Path) =>
  Array.from({ length: way.last_frame - way.first_frame + 1 }, (_, n) =>
    intersectionOverUnion(boxAt(way, way.first_frame + n), truth(path, way.first_frame + n)),
  )
const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

describe('following one thing from a frame', () => {
  it('stays on each of two people who cross each other, over 150 frames with few keyframes (S-21)', async () => {
    const paths = [
      { x: 40, y: 90, step: 3.5 },
      { x: 640, y: 90, step: -3.5 },
    ]
    await plant('crossing.mp4', paths, 152)
    for (const path of paths) {
      const way = await follow({
        video_path: 'crossing.mp4',
        frame_number: 0,
        bounding_box: truth(path, 0),
        end_frame: 149,
      })
      const fits = overlaps(way, path)
      expect(way).toMatchObject({ label: 'person', first_frame: 0, last_frame: 149, ended: 'end of range' })
      expect(mean(fits)).toBeGreaterThanOrEqual(0.7)
      expect(Math.min(...fits)).toBeGreaterThan(0.4)
      expect(way.keyframes.length).toBeLessThanOrEqual(0.15 * 150)
    }
  }, 120_000)

  it('stays on somebody who walks in real footage', async () => {
    const seen = async (frame: number) => {
      const body = { video_id: 'v', video_path: 'pedestrians.webm', query: 'person', frame_numbers: [frame] }
      const { frames } = (await service.post<any>('/api/detection/detect', body)).body
      return (frames[0].detections as { bounding_box: Box; confidence: number }[]).map((one) => {
        const { x, y, width, height } = one.bounding_box
        return { ...one, bounding_box: { x: x * 768, y: y * 576, width: width * 768, height: height * 576 } }
      })
    }
    const [surest] = (await seen(60)).sort((a, b) => b.confidence - a.confidence)
    const box = surest!.bounding_box
    const way = await follow({ video_path: 'pedestrians.webm', frame_number: 60, bounding_box: box, end_frame: 100 })
    expect(way).toMatchObject({ label: 'person', last_frame: 100, model_used: 'centernet-mobilenet-coco' })
    for (const frame of [70, 85, 100]) {
      const near = (await seen(frame)).map((one) => intersectionOverUnion(one.bounding_box, boxAt(way, frame)))
      expect(Math.max(...near), `frame ${frame}`).toBeGreaterThan(0.4)
    }
  })

  it('follows a thing of no known class by its looks, until it leaves the picture', async () => {
    // The object to follow is a piece of grass.
    const grass = ['-ss', '3.98', '-i', join(service.videos, 'pedestrians.webm'), '-frames:v', '1']
    await service.clip('grass.png', [...grass, '-vf', 'crop=60:60:420:440'])
    const path = "overlay=x='500+3*n':y='180+60*sin(n/20)'"
    await service.clip('grass.mp4', [
      ...[
        '-f',
        'lavfi',
        '-i',
        'color=gray:size=768x432:rate=25',
        '-loop',
        '1',
        '-i',
        join(service.videos, 'grass.png'),
      ],
      ...['-filter_complex', `[0][1]${path}`, '-frames:v', '120', '-pix_fmt', 'yuv420p'],
    ])
    const truthAt = (frame: number): Box => ({
      x: 500 + 3 * frame,
      y: 180 + 60 * Math.sin(frame / 20),
      width: 60,
      height: 60,
    })
    const way = await follow({ video_path: 'grass.mp4', frame_number: 0, bounding_box: truthAt(0) })
    expect(way).toMatchObject({ label: null, model_used: 'baseline-template', ended: 'left the picture' })
    // The middle of the object leaves the picture at frame 79.3.
    expect(way.last_frame).toBeGreaterThan(68)
    expect(way.last_frame).toBeLessThan(82)
    const whole = Array.from({ length: 66 }, (_, frame) => intersectionOverUnion(boxAt(way, frame), truthAt(frame)))
    expect(mean(whole)).toBeGreaterThanOrEqual(0.8)
    expect(way.keyframes.length).toBeLessThanOrEqual(0.15 * 70)
  })

  it('ends where somebody is lost, and says so', async () => {
    await plant('vanishing.mp4', [{ x: 100, y: 90, step: 2 }], 150, 'lt(n,60)')
    const way = await follow({
      video_path: 'vanishing.mp4',
      frame_number: 0,
      bounding_box: truth({ x: 100, y: 90, step: 2 }, 0),
    })
    expect(way.ended).toBe('lost')
    expect(way.last_frame).toBeGreaterThanOrEqual(55)
    expect(way.last_frame).toBeLessThanOrEqual(66)
  })

  it('refuses frames behind the end, ranges that run backwards, and boxes outside the picture', async () => {
    const box = { x: 80, y: 80, width: 80, height: 80 }
    const refusal = async (body: Record<string, unknown>) =>
      service.post('/api/tracking/follow', {
        video_id: 'v',
        video_path: 'pedestrians.webm',
        bounding_box: box,
        ...body,
      })
    for (const [body, detail] of [
      [{ frame_number: 5000 }, 'frame_number: 5000 lies behind the last frame, 119'],
      [{ frame_number: 20, end_frame: 10 }, 'end_frame: 10 lies before frame_number, 20'],
      [{ frame_number: 0, bounding_box: { ...box, x: 900 } }, 'bounding_box lies outside the picture'],
    ] as const)
      expect(await refusal(body)).toEqual({ status: 400, body: { detail } })
    expect((await refusal({})).status).toBe(422)
  })

  it('needs no end in a video of more frames than it may follow', async () => {
    const grey = ['-f', 'lavfi', '-i', 'color=gray:size=64x64:rate=200:duration=10']
    const short = await service.clip('short.mp4', [...grey, '-bf', '0', '-pix_fmt', 'yuv420p'])
    // Repeated to 120,000 frames.
    await service.clip('long.mp4', ['-stream_loop', '59', '-i', short, '-c', 'copy'])
    const body = { video_path: 'long.mp4', frame_number: 0, bounding_box: { x: 10, y: 10, width: 20, height: 20 } }
    const named = await service.post('/api/tracking/follow', { video_id: 'v', ...body, end_frame: 115_000 })
    expect(named).toEqual({ status: 400, body: { detail: 'end_frame: more than 108000 frames are too many' } })
    // A plain surface has no features to find again.
    const { body: way } = await service.post<Way>('/api/tracking/follow', { video_id: 'v', ...body })
    expect(way).toMatchObject({ ended: 'lost', first_frame: 0, last_frame: 0 })
  })
})
