import { stat } from 'node:fs/promises'
import { frameAt, startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import { clockOf, type SentClock } from '@parallax/shared/sent-clock.js'
import { Problem } from '../problem.js'
import { decodedPictures, pictureTicks, type DecoderRun } from './decoder.js'
import { regularityOf } from './frame-times.js'
import { ascending, continued, leastBack } from './missing-times.js'
import { readSource, type VideoSource } from './probe.js'
import type { RunLimits } from './run.js'

/**
 * A video with the list of its pictures. Everything that counts frames or tells their times asks this list: a frame
 * number is one picture that the decoder gives, in the order of their times.
 */
export interface VideoFacts extends VideoSource {
  /** When each picture is shown, in `currentTime` of players. */
  clock: FrameClock
  frameCount: number
  /** Frames per second; the mean where the rate varies. */
  fps: number
  /** From the beginning of the first picture to the end of the last, in seconds. */
  length: number
  /** Whether timestamps of the file may stand for several pictures, so that pictures are known by their place only. */
  isJoined: boolean
}

/** The pictures of a file as its decoder gives them. */
interface Listed {
  /** When each picture is shown, in ticks: distinct and ascending. */
  ticks: Float64Array
  /** The frame number of each picture that comes out, -1 for one that is never shown; null where all are numbered. */
  numbers: Int32Array | null
}

/** Only what a decoder does with a picture counts, not the picture. */
const nothing = { filters: ['crop=2:2:0:0'], output: ['-f', 'null', '-'] }
const firstPicture = { ...nothing, output: ['-frames:v', '1', ...nothing.output] }

/**
 * The headers of a video file. AVI stores no times: those that ffmpeg makes up begin later than at 0 where pictures are
 * decoded in another order than they are shown.
 */
export async function sourceOf(path: string, limits: RunLimits): Promise<VideoSource> {
  const source = await readSource(path, limits)
  if (source.format !== 'avi') return source
  const [first = 0] = await pictureTicks(source, firstPicture, limits)
  return { ...source, zero: first || 0 }
}

/** Most frames of one video: 46 hours at 60 frames a second. */
const mostFrames = 10_000_000
/** Longest decoding of one file to list its pictures: an hour of 1080p takes some five minutes on two cores. */
const longestListingMs = 6 * 3_600_000

/** The lists of the files that were asked for last, each with size and time of change of its file. */
const lists = new Map<string, { version: string; listed: Listed }>()
const mostLists = 16

/**
 * The pictures of a whole file. It is decoded once, since neither packets nor headers say which pictures a decoder
 * gives; the filters that only make pictures look better are left out.
 */
async function listPictures(source: VideoSource, limits: RunLimits): Promise<Listed> {
  const { size, mtimeMs } = await stat(source.path)
  const version = `${size} ${mtimeMs} ${source.stream}`
  const known = lists.get(source.path)
  if (known?.version === version) return known.listed
  const run: DecoderRun = { ...nothing, decoder: ['-skip_loop_filter', 'all'] }
  const found = await pictureTicks(source, run, { ...limits, timeoutMs: longestListingMs })
  if (found.length === 0) throw new Problem(400, 'The video has no picture that can be decoded')
  if (found.length > mostFrames) throw new Problem(400, `The video has more than ${mostFrames} frames`)
  const usual = ticksPerFrame(source)
  const joined = source.isStream ? continued(found, usual, ticksPerSecond(source)) : null
  const { ticks, numbers } = ascending(joined ?? found, usual)
  const listed = { ticks, numbers: joined && !numbers ? Int32Array.from(found.keys()) : numbers }
  lists.delete(source.path)
  lists.set(source.path, { version, listed })
  for (const path of lists.keys()) if (lists.size > mostLists) lists.delete(path)
  return listed
}

function ticksPerFrame({ stated, timeBase }: VideoSource): number {
  const [rate = { numerator: 25, denominator: 1 }] = stated
  return (rate.denominator * timeBase.denominator) / (rate.numerator * timeBase.numerator)
}

const ticksPerSecond = ({ timeBase }: VideoSource) => timeBase.denominator / timeBase.numerator

/**
 * Whether a stream may be several recordings, one after the other. Its timestamps are not read again to know it, which
 * would take as long as reading the file: where they end at another time than the pictures, some of them jump. Jumps
 * forward and back of the same length, to half a second, are not noticed.
 */
function mayBeJoined({ isStream, claims, begins }: VideoSource, length: number): boolean {
  return isStream && !(Math.abs(claims - begins - length) < leastBack)
}

/**
 * A video and its pictures: those of which the server has sent the times, or else those that a decoder finds now.
 * Throws 400 when the file is no video that can be read, or when the clock that the server sent is invalid.
 */
export async function readVideo(path: string, limits: RunLimits, sent?: SentClock): Promise<VideoFacts> {
  const source = await sourceOf(path, limits)
  const clock = sent ? clockSent(sent) : await clockOfFile(source, limits)
  const video = withClock(source, clock)
  return { ...video, isJoined: mayBeJoined(source, video.length) }
}

function withClock(source: VideoSource, clock: FrameClock): VideoFacts {
  const length = startOf(clock, clock.count) - startOf(clock, 0)
  return {
    ...source,
    isJoined: false,
    clock,
    frameCount: clock.count,
    fps: clock.rate.numerator / clock.rate.denominator,
    length,
  }
}

/** The times of the pictures of a file, from decoding it. */
export async function clockOfFile(
  source: VideoSource,
  limits: RunLimits,
): Promise<FrameClock & { isVariable: boolean }> {
  const { timeBase, stated, zero } = source
  const ticks = (await listPictures(source, limits)).ticks.map((tick) => tick - zero)
  const { rate, isVariable, isExact } = regularityOf(ticks, timeBase, stated)
  return { count: ticks.length, rate, timeBase, firstTick: ticks[0]!, ticks: isExact ? null : ticks, isVariable }
}

/** Seconds before a moment in which the picture that is shown then is looked for first. */
const momentBack = [2, 20]

/**
 * A video with only those of its pictures that surround a moment, in `currentTime` of players: it is told in time for a
 * thumbnail of a long file. The last one is that which is shown at the moment, or the first after it.
 */
export async function readMoment(path: string, seconds: number, limits: RunLimits): Promise<VideoFacts> {
  const source = await sourceOf(path, limits)
  const { timeBase, zero, begins, stated } = source
  const moment = Math.floor((seconds * timeBase.denominator) / timeBase.numerator + 1e-6) + zero
  const at = (moment * timeBase.numerator) / timeBase.denominator
  const seeks = momentBack.map((back) => at - back).filter((start) => start > begins + leastSeek && at < source.claims)
  const untilTick = moment + 1
  const runs = [...seeks.map((seekTo) => ({ ...nothing, seekTo, untilTick })), { ...nothing, untilTick }, firstPicture]
  for (const one of runs) {
    const found = (await pictureTicks(source, one, limits)).filter(Number.isFinite)
    const { ticks } = ascending(found, ticksPerFrame(source))
    if (ticks.length === 0) continue
    const rate = stated[0] ?? { numerator: 25, denominator: 1 }
    const shown = ticks.map((tick) => tick - zero)
    return withClock(source, { count: ticks.length, rate, timeBase, firstTick: shown[0]!, ticks: shown })
  }
  throw new Problem(400, 'The video has no frame that can be decoded')
}

function clockSent(sent: SentClock): FrameClock {
  try {
    return clockOf(sent)
  } catch (error) {
    throw new Problem(400, `frame_clock: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** When a frame begins, in `currentTime` of players. */
export function timeOf({ clock }: VideoFacts, frame: number): number {
  return startOf(clock, frame)
}

/** The timestamp of a frame in the file, in ticks. */
function tickOf({ clock, timeBase, zero }: VideoFacts, frame: number): number {
  return Math.round((startOf(clock, frame) * timeBase.denominator) / timeBase.numerator) + zero
}

/** The frame with this timestamp; undefined where there is none. */
export function frameOfTick(video: VideoFacts, tick: number): number | undefined {
  const { clock, timeBase, zero } = video
  const frame = frameAt(clock, ((tick - zero) * timeBase.numerator) / timeBase.denominator)
  return tickOf(video, frame) === tick ? frame : undefined
}

/** How far before a frame decoding begins, in seconds; where a wanted picture does not come, further ahead. */
const seekBack = [0, 1, 12]
/**
 * ffmpeg seeks to up to 3/23 s before a time. Where that lies before the first picture, it may skip some instead; in
 * seconds.
 */
const leastSeek = 0.2
/** Times are given to ffmpeg in microseconds: this much later, none is rounded to before its key frame. */
const rounding = 2e-6

/** Where to begin decoding for a frame, in seconds of the file, nearest first; undefined means the whole file. */
function waysTo(video: VideoFacts, frame: number): (number | undefined)[] {
  const { timeBase, begins } = video
  const at = (tickOf(video, frame) * timeBase.numerator) / timeBase.denominator + rounding
  const seeks = seekBack.map((back) => at - back).filter((seconds) => seconds > begins + leastSeek)
  return [...seeks, undefined]
}

/** A range of frames, first and last included, as raw pixels. */
export interface PictureRange {
  from: number
  to: number
  filters: readonly string[]
  output: readonly string[]
  /** Bytes of one picture. */
  bytes: number
}

/**
 * Pictures of a range of frames in their order. A picture is known by its timestamp: it is the same one wherever
 * decoding began. Where one does not come, as after seeking to a key frame whose neighbours need the pictures before
 * it, decoding begins anew further ahead.
 */
export async function* picturesOf(video: VideoFacts, { from, to, ...run }: PictureRange, limits: RunLimits) {
  let next = from
  for (const seekTo of video.isJoined ? [] : waysTo(video, from)) {
    const bounds = { fromTick: tickOf(video, next), untilTick: tickOf(video, to) + 1 }
    const seek = seekTo === undefined ? {} : { seekTo }
    for await (const { tick, pixels } of decodedPictures(video, { ...run, ...bounds, ...seek }, limits)) {
      const index = frameOfTick(video, tick)
      if (index === undefined || index < next) continue
      if (index > next) break
      yield { index, pixels }
      if (next === to) return
      next += 1
    }
  }
  yield* countedPictures(video, { from: next, to, ...run }, limits)
}

/**
 * The same by the place of each picture in the list, for pictures whose timestamps the file does not say or uses for
 * others too: all of the file is decoded.
 */
async function* countedPictures(video: VideoFacts, { from, to, ...run }: PictureRange, limits: RunLimits) {
  const { numbers } = await listPictures(video, limits)
  if (!numbers && !video.isJoined) return
  let place = 0
  for await (const { pixels } of decodedPictures(video, run, limits)) {
    const index = numbers ? (numbers[place] ?? -1) : place
    place += 1
    if (index >= from) yield { index, pixels }
    if (index >= to) return
  }
}
