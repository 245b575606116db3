import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOf } from '@parallax/shared/frame-clock.js'
import { clockOf, type SentClock } from '@parallax/shared/sent-clock.js'
import { programPath } from '../src/media/binaries.js'
import { decodeFrames, decodeKeyFrames } from '../src/media/frames.js'
import { jpegFrames } from '../src/media/jpeg-frames.js'
import { readVideo, type VideoFacts } from '../src/media/pictures.js'
import { intersectionOverUnion, type Box } from '../src/vision/box.js'
import { makeVideos, type NumberedVideo } from '../../tests/support/videos/numbered.js'
import { brokenVideos, joinedVideos, oddVideos } from '../../tests/support/videos/odd.js'
import { boxOf, numberIn, size } from '../../tests/support/videos/pictures.js'
import { shapedVideos, usualVideos } from '../../tests/support/videos/usual.js'
import { made, partsAlone, startTestService, type TestService } from './support.js'

let service: TestService
let videos: NumberedVideo[]
const clocks = new Map<string, SentClock>()
const limits = { signal: new AbortController().signal, timeoutMs: 20_000, maxPixels: 40_000_000 }

beforeAll(async () => {
  // Without an object detector, detection finds moving regions and tracking follows the content of a box.
  service = await startTestService({ MODEL_CONFIG_PATH: partsAlone('object_detection', 'object_tracking') })
  await made(service.post('/api/models/select?task_type=object_detection&model_name=baseline-motion', ''))
  videos = makeVideos(service.videos, usualVideos, shapedVideos, oddVideos, brokenVideos, joinedVideos)
}, 120_000)
afterAll(() => service.stop())

interface Examined {
  width: number
  height: number
  rotation: number
  mirrored: boolean
  duration: number
  frame_count: number
  frame_rate: SentClock['rate']
  time_base: SentClock['time_base']
  first_tick: number
  ticks: string | null
}

/** Returns the differences from the pictures of the files, as `file: what`, for one interface. */
async function disagreements(
  act: (video: NumberedVideo, wrong: (what: unknown) => void, facts: () => Promise<VideoFacts>) => Promise<void>,
  some: readonly NumberedVideo[] = videos,
): Promise<string[]> {
  const found: string[] = []
  const left = [...some]
  const work = async () => {
    for (let video = left.shift(); video; video = left.shift()) {
      const { name } = video
      const facts = () => readVideo(join(service.videos, name), limits, clocks.get(name))
      const wrong = (what: unknown) => void found.push(`${name}: ${JSON.stringify(what)}`)
      await act(video, wrong, facts).catch((error: unknown) => wrong(String(error)))
    }
  }
  await Promise.all([work(), work(), work()])
  return found
}

const seen = (pixels: Uint8Array, video: NumberedVideo, number: number | undefined) =>
  numberIn(pixels, size, number === undefined ? undefined : video.areaOf?.(number))

describe('every picture of every file', () => {
  it('is counted once and has the time at which a player shows it', async () => {
    const wrong = await disagreements(async (video, wrong) => {
      const { name, numbers, times, tolerance, width, height, rotation, mirrored } = video
      const { status, body } = await service.post<Examined>('/api/videos/examine', { video_id: 'v', video_path: name })
      if (status !== 200) return wrong(body)
      const { frame_count: count, frame_rate: rate, time_base, first_tick, ticks } = body
      const sent = { count, rate, time_base, first_tick, ticks }
      clocks.set(name, sent)
      const clock = clockOf(sent)
      if (count !== numbers.length) wrong(`${count} frames instead of ${numbers.length}`)
      const late = times.map((time, frame) => startOf(clock, frame) - time)
      const worst = late.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
      if (Math.abs(worst) > tolerance) wrong(`times wrong by up to ${worst}`)
      const shape = { width: body.width, height: body.height, rotation: body.rotation, mirrored: body.mirrored }
      if (JSON.stringify(shape) !== JSON.stringify({ width, height, rotation, mirrored })) wrong(shape)
      if (Math.abs(body.duration - startOf(clock, count)) > 1e-9) wrong(`lasts ${body.duration}`)
    })
    expect(wrong).toEqual([])
  })

  it('has its number in runs of frames and asked for alone', async () => {
    const wrong = await disagreements(async (video, wrong, facts) => {
      const { numbers } = video
      const read = await facts()
      const last = numbers.length - 1
      const middle = Math.floor(last / 2)
      for (const [from, to] of [
        [0, last],
        [Math.max(0, middle - 3), Math.min(last, middle + 8)],
        [last, last],
      ] as const) {
        const found: number[] = []
        for await (const { index, pixels } of decodeFrames(read, { ...size, format: 'gray', from, to }, limits)) {
          if (index !== from + found.length) wrong(`frame ${index} comes as ${from + found.length}`)
          found.push(seen(pixels, video, numbers[index]))
        }
        const wanted = numbers.slice(from, to + 1)
        if (found.join() !== wanted.join()) wrong(`from ${from} to ${to}: ${found.join()} instead of ${wanted.join()}`)
      }
      for await (const { index, pixels } of decodeKeyFrames(read, { ...size, format: 'gray', perSecond: 5 }, limits)) {
        const number = seen(pixels, video, numbers[index])
        if (number !== numbers[index]) wrong(`key frame ${index} shows ${number} instead of ${numbers[index]}`)
      }
    })
    expect(wrong).toEqual([])
  })
})

/** One file of each kind, for slower tests. */
const kinds =
  /^(plain-125|b-frames-2997|vp9-5994|slower|rare|cut-b-frames|late|wide-16-11|tall-8-9|tall-16-9|wide-turned|turned-270|mirrored-90|upside-down|offset|claims-little|claims-much|cover-first|first-disabled|open-gop-cut|open-gop-mpeg2-cut|damaged|missing-b-frames|b-frames-mpeg4|prores|larger-midway|other-shape-midway)\.(mp4|ts|avi|mov|mpg)$|^missing-b-frames/

describe('a picture of a file of each kind', () => {
  const some = () => videos.filter(({ name }) => kinds.test(name))
  const jpegNumber = (bytes: Buffer, video: NumberedVideo, number: number) => {
    // Thumbnails have bars if the shape of the video differs.
    const filter = `crop=min(iw\\,ih*${video.width}/${video.height}):min(ih\\,iw*${video.height}/${video.width}),scale=192:96`
    const args = ['-v', 'error', '-i', 'pipe:0', '-vf', filter, '-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
    return seen(execFileSync(programPath('ffmpeg'), args, { input: bytes }), video, number)
  }

  it('is the thumbnail of the moment at which it is shown, whether or not the file has been read before', async () => {
    const wrong = await disagreements(async (video, wrong) => {
      const { name, numbers, times } = video
      const frame = Math.floor(numbers.length / 2)
      const timestamp = times[frame]! + 0.9 * ((times[frame + 1] ?? times[frame]!) - times[frame]!)
      // Half of the files are tested as after their synchronisation, the others as before it.
      const clock = some().indexOf(video) % 2 ? {} : { frame_clock: clocks.get(name) }
      const request = { video_id: name, video_path: name, timestamp, size: 'small', ...clock }
      const { status, body } = await service.post<any>('/api/thumbnails/generate', request)
      if (status !== 200) return wrong(body)
      if (Math.abs(body.timestamp - times[frame]!) > 0.002) wrong(`${body.timestamp} for ${times[frame]}`)
      const number = jpegNumber(readFileSync(body.thumbnail_path), video, numbers[frame]!)
      if (number !== numbers[frame]) wrong(`thumbnail shows ${number} instead of ${numbers[frame]}`)
    }, some())
    expect(wrong).toEqual([])
  })

  it('is sent to providers under its number and time', async () => {
    const wrong = await disagreements(async (video, wrong, facts) => {
      for (const { index, timestamp, jpeg } of await jpegFrames(
        await facts(),
        { samplesPerSecond: 5, maxFrames: 3 },
        limits,
      )) {
        const number = jpegNumber(jpeg, video, video.numbers[index]!)
        if (number !== video.numbers[index]) wrong(`frame ${index} shows ${number}`)
        if (Math.abs(timestamp - video.times[index]!) > 0.002) wrong(`frame ${index} at ${timestamp}`)
      }
    }, some())
    expect(wrong).toEqual([])
  })

  it('is named by summaries with its time, and they say how long the video lasts', async () => {
    const wrong = await disagreements(async ({ name, times }, wrong) => {
      const request = { video_id: 'v', persona_id: 'p', video_path: name, max_frames: 4 }
      const { status, body } = await service.post<any>('/api/summarize', request)
      if (status !== 200) return wrong(body)
      for (const { frame_number, timestamp } of body.key_frames)
        if (Math.abs(timestamp - times[frame_number]!) > 0.002) wrong(`frame ${frame_number} at ${timestamp}`)
      const stated = Number(/lasts ([\d.]+) seconds?/.exec(body.summary)?.[1])
      const [first, last] = [times[0]!, times.at(-1)!]
      const lasts = ((last - first) * times.length) / Math.max(1, times.length - 1)
      if (!(Math.abs(stated - lasts) < 0.1)) wrong(`lasts ${stated} instead of ${lasts}`)
    }, some())
    expect(wrong).toEqual([])
  })

  it('has what moves in it at the same place for detection and for following a box', async () => {
    const wrong = await disagreements(async (video, wrong) => {
      const { name, numbers, times, width, height } = video
      const shown = (number: number): Box => {
        const area = video.areaOf?.(number) ?? { x: 0, y: 0, ...size }
        const { x, y, width: wide, height: high } = boxOf(number)
        const across = (value: number) => (area.x + (value * area.width) / size.width) * (width / size.width)
        const down = (value: number) => (area.y + (value * area.height) / size.height) * (height / size.height)
        return { x: across(x), y: down(y), width: across(x + wide) - across(x), height: down(y + high) - down(y) }
      }
      const near = (one: Box, number: number) => intersectionOverUnion(one, shown(number)) > 0.5
      const base = { video_id: 'v', video_path: name, frame_clock: clocks.get(name) }
      // After the damaged part, where everything moves regularly again.
      const [from, to] = [numbers.length - 12, numbers.length - 4]

      const query = { ...base, query: 'square', frame_numbers: [from], confidence_threshold: 0 }
      const detected = await service.post<any>('/api/detection/detect', query)
      if (detected.status !== 200) return wrong(detected.body)
      const [frame] = detected.body.frames
      if (Math.abs(frame.timestamp - times[from]!) > 0.002) wrong(`detection at ${frame.timestamp} for ${times[from]}`)
      const pixels = frame.detections.map(({ bounding_box: { x, y, width: wide, height: high } }: any) => {
        const { video_width: across, video_height: down } = detected.body
        return { x: x * across, y: y * down, width: wide * across, height: high * down }
      })
      // Moving regions are found only if there are enough surrounding pictures of the same shape.
      if (
        numbers.length > 30 &&
        !/^(rare|other-shape)/.test(name) &&
        !pixels.some((one: Box) => near(one, numbers[from]!))
      )
        wrong({ detected: pixels, expected: shown(numbers[from]!) })

      const follow = { ...base, frame_number: from, end_frame: to, bounding_box: shown(numbers[from]!) }
      const followed = await service.post<any>('/api/tracking/follow', follow)
      if (followed.status !== 200) return wrong(followed.body)
      const [first, last] = [followed.body.keyframes[0], followed.body.keyframes.at(-1)]
      for (const { frame_number, bounding_box } of [first, last])
        if (!near(bounding_box, numbers[frame_number]!)) wrong({ followed: bounding_box, frame_number })
      if (last.frame_number < to) wrong(`followed to ${last.frame_number} only`)
    }, some())
    expect(wrong).toEqual([])
  })
})
