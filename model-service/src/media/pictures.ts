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
 * A video with the list of its pictures. All code that counts frames or needs their times uses this list: a frame
 * number is the index of a decoded picture, in the order of their times.
 */
export interface VideoFacts extends VideoSource {
  /** The time of each picture, in `currentTime` of players. */
  clock: FrameClock
  frameCount: number
  /** Frames per second; the mean if the rate varies. */
  fps: number
  /** From the beginning of the first picture to the end of the last, in seconds. */
  length: number
  /** Whether several pictures may share a timestamp in the file, so that only their position identifies pictures. */
  isJoined: boolean
}

/** The pictures of a file as its decoder gives them. */
interface Listed {
  /** The time of each picture, in ticks: distinct and ascending. */
  ticks: Float64Array
  /** The frame number of each decoded picture, -1 for one that is never shown; null if all are numbered in order. */
  numbers: Int32Array | null
}

/** Only the timestamps of decoded pictures matter, not their pixels. */
const nothing = { filters: ['crop=2:2:0:0'], output: ['-f', 'null', '-'] }
const firstPicture = { ...nothing, output: ['-frames:v', '1', ...nothing.output] }

/**
 * Returns the headers of a video file. AVI stores no times: those that ffmpeg generates begin later than at 0 if the
 * pictures are decoded in another order than they are shown.
 */
export async function sourceOf(path: string, limits: RunLimits): Promise<VideoSource> {
  const source = await readSource(path, limits)
  if (source.format !== 'avi') return source
  const [first = 0] = await pictureTicks(source, firstPicture, limits)
  return { ...source, zero: first || 0 }
}

/** The most frames of one video: 46 hours at 60 frames a second. */
const mostFrames = 10_000_000
/**
 * The longest time for decoding one file to list its pictures: an hour of 1080p takes some five minutes on two cores.
 */
const longestListingMs = 6 * 3_600_000

/** The lists of the most recently read files, each with size and time of change of its file. */
const lists = new Map<string, { version: string; listed: Listed }>()
const mostLists = 16

/**
 * Returns the pictures of a whole file. It is decoded once, because neither packets nor headers show which pictures the
 * decoder outputs; filters that only improve the picture are disabled.
 */
async function listPictures(source: VideoSource, limits: RunLimits): Promise<Listed> {
  const { size, mtimeMs } = await stat(source.path)
  const version = `${size} ${mtimeMs} ${source.stream}`
  const cached = lists.get(source.path)
  if (cached?.version === version) return cached.listed
  const run: DecoderRun = { ...nothing, decoder: ['-skip_loop_filter', 'all'] }
  const decoded = await pictureTicks(source, run, { ...limits, timeoutMs: longestListingMs })
  if (decoded.length === 0) throw new Problem(400, 'The video has no picture that can be decoded')
  if (decoded.length > mostFrames) throw new Problem(400, `The video has more than ${mostFrames} frames`)
  const usual = ticksPerFrame(source)
  const joined = source.isStream ? continued(decoded, usual, ticksPerSecond(source)) : null
  const { ticks, numbers } = ascending(joined ?? decoded, usual)
  const listed = { ticks, numbers: joined && !numbers ? Int32Array.from(decoded.keys()) : numbers }
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
 * Returns whether a stream may consist of several recordings, one after the other. Reading its timestamps again would
 * take as long as reading the file, so the ends are compared: if the timestamps end at another time than the pictures,
 * some of them jump. Jumps forward and back of the same length, to half a second, are not noticed.
 */
function mayBeJoined({ isStream, claims, begins }: VideoSource, length: number): boolean {
  return isStream && !(Math.abs(claims - begins - length) < leastBack)
}

/**
 * Returns a video and its pictures: those whose times the server has sent, or else those that a decoder finds now.
 * Throws 400 if the file is not a readable video, or if the clock that the server sent is invalid.
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

/** Returns the times of the pictures of a file, by decoding it. */
export async function clockOfFile(
  source: VideoSource,
  limits: RunLimits,
): Promise<FrameClock & { isVariable: boolean }> {
  const { timeBase, stated, zero } = source
  const ticks = (await listPictures(source, limits)).ticks.map((tick) => tick - zero)
  const { rate, isVariable, isExact } = regularityOf(ticks, timeBase, stated)
  return { count: ticks.length, rate, timeBase, firstTick: ticks[0]!, ticks: isExact ? null : ticks, isVariable }
}

/** Seconds before a moment in which the picture shown at the moment is searched first. */
const momentBack = [2, 20]

/**
 * Returns a video with only the pictures that surround a moment, in `currentTime` of players, fast enough for a
 * thumbnail of a long file. The last picture is the one shown at the moment, or the first after it.
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
    const decoded = (await pictureTicks(source, one, limits)).filter(Number.isFinite)
    const { ticks } = ascending(decoded, ticksPerFrame(source))
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

/** Returns the start of a frame, in `currentTime` of players. */
export function timeOf({ clock }: VideoFacts, frame: number): number {
  return startOf(clock, frame)
}

/** Returns the timestamp of a frame in the file, in ticks. */
function tickOf({ clock, timeBase, zero }: VideoFacts, frame: number): number {
  return Math.round((startOf(clock, frame) * timeBase.denominator) / timeBase.numerator) + zero
}

/** Returns the frame with this timestamp; undefined if no frame has it. */
export function frameOfTick(video: VideoFacts, tick: number): number | undefined {
  const { clock, timeBase, zero } = video
  const frame = frameAt(clock, ((tick - zero) * timeBase.numerator) / timeBase.denominator)
  return tickOf(video, frame) === tick ? frame : undefined
}

/**
 * How far before a frame decoding begins, in seconds; if a wanted picture is not output, decoding begins further ahead.
 */
const seekBack = [0, 1, 12]
/**
 * ffmpeg seeks to up to 3/23 s before a time. If that lies before the first picture, it may skip some pictures instead;
 * in seconds.
 */
const leastSeek = 0.2
/** Times are passed to ffmpeg in microseconds: with this added, none is rounded to a time before its key frame. */
const rounding = 2e-6

/** Returns the starts for decoding a frame, in seconds of the file, nearest first; undefined means the whole file. */
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
 * Yields the pictures of a range of frames in their order. A picture is identified by its timestamp, wherever decoding
 * began. If one is missing, for instance after seeking to a key frame whose neighbours need the pictures before it,
 * decoding begins again further ahead.
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
 * Yields the same pictures by their position in the list, for pictures whose timestamps are missing in the file or not
 * unique; the whole file is decoded.
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
