import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../src/media/binaries.js'
import { columnRuns, movedRunLengths, runLengthsOf } from '../src/track/rle.js'
import { intersectionOverUnion } from '../src/vision/box.js'
import type { Box } from '../src/vision/box.js'
import { startTestService } from './support.js'
import type { TestService } from './support.js'

interface Mask {
  object_id: number
  mask_rle: { size: [number, number]; counts: number[] }
  confidence: number
  is_occluded: boolean
}
interface Tracked {
  frames: { frame_number: number; timestamp: number; masks: Mask[] }[]
  video_width: number
  video_height: number
  total_frames: number
  fps: number
}

const size: [number, number] = [360, 640]
const boxAt = (frame: number): Box => ({ x: 40 + 3 * frame, y: 60 + 2 * frame, width: 90, height: 70 })

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  // A patterned box moves over a patterned background; a bar hides it from frame 60 on.
  await service.clip('way.mp4', [
    '-f',
    'lavfi',
    '-i',
    'mandelbrot=size=640x360:rate=25:end_scale=3:maxiter=200',
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=90x70:rate=25:duration=4',
    '-filter_complex',
    '[0]trim=end_frame=1,loop=99:1:0,setpts=N/25/TB,fps=25[g];[1]trim=end_frame=1,loop=99:1:0,setpts=N/25/TB,fps=25[b];' +
      "[g][b]overlay=x='40+3*n':y='60+2*n'," +
      "drawbox=x=150:y=120:w=350:h=220:color=gray:t=fill:enable='gte(n,60)'[v]",
    '-map',
    '[v]',
    '-frames:v',
    '100',
    '-pix_fmt',
    'yuv420p',
  ])
})
afterAll(() => service.stop())

/** Returns a picture with a filled rectangle: one grey byte per pixel, row by row. */
function picture(box: Box): Buffer {
  const pixels = Buffer.alloc(size[0] * size[1])
  for (let y = box.y; y < box.y + box.height; y += 1)
    pixels.fill(255, y * size[1] + box.x, y * size[1] + box.x + box.width)
  return pixels
}
const rleMask = (box: Box) => Buffer.from(JSON.stringify(runLengthsOf(picture(box), size))).toString('base64')
const pngMask = (box: Box) =>
  execFileSync(
    programPath('ffmpeg'),
    [
      '-nostdin',
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'gray',
      '-s',
      '640x360',
      '-i',
      'pipe:0',
      '-f',
      'image2',
      '-c:v',
      'png',
      'pipe:1',
    ],
    { input: picture(box) },
  ).toString('base64')

const boundsOf = ({ size: [height], counts }: Mask['mask_rle']): Box => {
  const runs = columnRuns({ size, counts })
  expect(height).toBe(size[0])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(size[0] * size[1])
  const [left, top] = [Math.min(...runs.map((run) => run.column)), Math.min(...runs.map((run) => run.top))]
  const [right, bottom] = [Math.max(...runs.map((run) => run.column)) + 1, Math.max(...runs.map((run) => run.bottom))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const track = (body: Record<string, unknown>) => {
  return service.post<Tracked>('/api/tracking/track', {
    video_id: 'v',
    video_path: 'way.mp4',
    object_ids: [7],
    ...body,
  })
}

describe('POST /api/tracking/track', () => {
  it.each([
    ['run lengths', rleMask],
    ['PNG', pngMask],
  ])('MS-02 follows a thing from a mask given as %s with an overlap of more than 0.85', async (_, mask) => {
    const { status, body } = await track({ initial_masks: [mask(boxAt(0))], frame_numbers: [0, 10, 30, 50] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ video_width: 640, video_height: 360, total_frames: 100, fps: 25 })
    expect(body.frames.map((frame) => frame.frame_number)).toEqual([0, 10, 30, 50])
    for (const { frame_number: number, masks } of body.frames) {
      expect(masks[0]).toMatchObject({ object_id: 7, is_occluded: false, mask_rle: { size } })
      expect(intersectionOverUnion(boundsOf(masks[0]!.mask_rle), boxAt(number))).toBeGreaterThan(0.85)
    }
  })

  it('begins at the first named frame', async () => {
    const { body } = await track({ initial_masks: [rleMask(boxAt(20))], frame_numbers: [40, 20] })
    expect(body.frames.map((frame) => frame.frame_number)).toEqual([20, 40])
    expect(intersectionOverUnion(boundsOf(body.frames[1]!.masks[0]!.mask_rle), boxAt(40))).toBeGreaterThan(0.85)
  })

  it('says when a thing is hidden', async () => {
    const { body } = await track({ initial_masks: [rleMask(boxAt(45))], frame_numbers: [45, 58, 70] })
    expect(body.frames.map((frame) => frame.masks[0]!.is_occluded)).toEqual([false, false, true])
  })

  it('tracks all frames when none is named', async () => {
    const masks = [boxAt(0), { x: 400, y: 20, width: 60, height: 60 }].map(rleMask)
    const { body } = await track({ initial_masks: masks, object_ids: [1, 2] })
    expect(body.frames).toHaveLength(100)
    expect(body.frames.every((frame) => frame.masks.map((mask) => mask.object_id).join() === '1,2')).toBe(true)
  })
})

describe('run lengths of masks', () => {
  it('moved by nothing are the same, and moved away are what the moved picture gives', () => {
    const [height, width] = [7, 9]
    const offset = fc.integer({ min: -8, max: 8 })
    const grid = fc.array(fc.boolean(), { minLength: height * width, maxLength: height * width })
    fc.assert(
      fc.property(grid, offset, offset, (cells, dx, dy) => {
        const moved = new Uint8Array(cells.length)
        cells.forEach((isSet, at) => {
          const [x, y] = [(at % width) + dx, Math.floor(at / width) + dy]
          if (isSet && x >= 0 && x < width && y >= 0 && y < height) moved[y * width + x] = 255
        })
        const runs = columnRuns(
          runLengthsOf(
            Uint8Array.from(cells, (isSet) => (isSet ? 255 : 0)),
            [height, width],
          ),
        )
        const direct = columnRuns(runLengthsOf(moved, [height, width]))
        expect(columnRuns(movedRunLengths(runs, dx, dy, [height, width]))).toEqual(direct)
      }),
    )
  })
})
