import { startOf, type FrameClock, type Ratio } from '../../lib/frame-clock.js'
import { clockOf, type SentClock } from '../../lib/sent-clock.js'
import { Problem } from '../problem.js'
import { run, tooLarge, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

/** What is needed to decode frames from a video file. */
export interface VideoFacts {
  path: string
  /** Number of the video stream in the file; a cover picture may come before it. */
  stream: number
  /** In seconds. */
  duration: number
  /** Nominal frames per second; frame n is shown at n / fps seconds unless there is a `clock`. */
  fps: number
  /** When its frames are shown, as the server counts them; null where they are counted at the nominal rate. */
  clock: FrameClock | null
  /** When the first frame is shown, in seconds from the start of the file; its sound may begin earlier. */
  begins: number
  frameCount: number
  /** Pixels as displayed, rotation applied. */
  width: number
  height: number
  hasAudio: boolean
}

interface ProbedStream {
  index: number
  start_time?: string
  codec_type?: string
  codec_name?: string
  time_base?: string
  width?: number
  height?: number
  avg_frame_rate?: string
  r_frame_rate?: string
  duration?: string
  disposition?: { attached_pic?: number }
  tags?: Record<string, string>
  side_data_list?: { rotation?: number }[]
}

/** What a video file says of itself, beyond what is needed to decode frames from it. */
export interface VideoDescription {
  facts: VideoFacts
  codec: string
  /** Degrees clockwise by which players turn the stored pictures: 0, 90, 180 or 270. */
  rotation: number
  /** The length of one tick of the stream's timestamps, in seconds. */
  timeBase: Ratio
  /** The rates of frames that the file names, the likeliest first. */
  stated: Ratio[]
  /** ffmpeg's names of the container format, separated by commas. */
  format: string
}

/**
 * Reads the facts of a video file. Throws 400 when the file is no video that can be read, or when the clock that the
 * server sent is invalid.
 */
export async function probeVideo(path: string, limits: RunLimits, clock?: SentClock): Promise<VideoFacts> {
  const { facts } = await describeVideo(path, limits)
  if (!clock) return facts
  try {
    return { ...facts, clock: clockOf(clock), frameCount: clock.count }
  } catch (error) {
    throw new Problem(400, `frame_clock: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * The time in seconds to which to seek for a frame: a quarter of a frame before it, so that it is the first at or after
 * that time.
 */
export function justBefore(video: VideoFacts, frame: number): number {
  if (frame === 0) return 0
  return Math.max(0, 0.75 * timeOf(video, frame) + 0.25 * timeOf(video, frame - 1))
}

/** When a frame is shown, in seconds from the start of the file. */
export function timeOf({ clock, begins, fps }: VideoFacts, frame: number): number {
  return clock ? begins + startOf(clock, frame) - startOf(clock, 0) : frame / fps
}

/**
 * The facts of a video file with its codec, rotation, time base, frame rates and container. Throws 400 as probeVideo
 * does.
 */
export async function describeVideo(path: string, limits: RunLimits): Promise<VideoDescription> {
  const args = [
    '-v',
    'error',
    ...untrustedInput(limits),
    '-of',
    'json',
    '-show_format',
    '-show_streams',
    '-i',
    `file:${path}`,
  ]
  const { stdout, stderr } = await run('ffprobe', args, { ...limits, timeoutMs: Math.min(limits.timeoutMs, 20_000) })
  const probed = JSON.parse(stdout.toString('utf8')) as {
    format?: { duration?: string; format_name?: string; start_time?: string }
    streams?: ProbedStream[]
  }
  const streams = probed.streams ?? []
  const video = streams.find((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  if (!video?.width || !video.height)
    throw new Problem(400, (video && tooLarge(stderr, limits)) ?? 'The file holds no video stream')
  const stated = [video.duration, probed.format?.duration].map(Number).find((seconds) => seconds > 0)
  const duration = stated ?? clockSeconds(video.tags?.DURATION) ?? (await measuredDuration(path, video.index, limits))
  const fps = frameRate(video)
  const rotation = rotationOf(video)
  const quarterTurned = rotation % 180 === 90
  const facts = {
    path,
    stream: video.index,
    duration,
    fps,
    clock: null,
    begins: Math.max(0, Number(video.start_time) - Number(probed.format?.start_time)) || 0,
    frameCount: Math.max(1, Math.round(duration * fps)),
    width: quarterTurned ? video.height : video.width,
    height: quarterTurned ? video.width : video.height,
    hasAudio: streams.some((stream) => stream.codec_type === 'audio'),
  }
  return {
    facts,
    codec: video.codec_name ?? 'unknown',
    rotation,
    timeBase: ratioOf(video.time_base) ?? { numerator: 1, denominator: 1000 },
    stated: [video.r_frame_rate, video.avg_frame_rate].flatMap((text) => ratioOf(text) ?? []),
    format: probed.format?.format_name ?? '',
  }
}

function ratioOf(text: string | undefined): Ratio | undefined {
  const [numerator = 0, denominator = 0] = (text ?? '').split('/').map(Number)
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : undefined
}

/** True when the file has an audio stream; 400 when it cannot be read at all. */
export async function probeAudio(path: string, limits: RunLimits): Promise<boolean> {
  const args = ['-v', 'error', ...untrustedInput(limits), '-of', 'json', '-show_streams', '-i', `file:${path}`]
  const { stdout } = await run('ffprobe', args, { ...limits, timeoutMs: Math.min(limits.timeoutMs, 20_000) })
  const probed = JSON.parse(stdout.toString('utf8')) as { streams?: ProbedStream[] }
  return (probed.streams ?? []).some((stream) => stream.codec_type === 'audio')
}

/**
 * The average frame rate if plausible, else the base rate, else 25: recorders of variable rate state absurd base rates
 * such as 1000/1.
 */
function frameRate(video: ProbedStream): number {
  const rates = [video.avg_frame_rate, video.r_frame_rate].map((text) => {
    const [numerator, denominator] = (text ?? '').split('/').map(Number)
    return (numerator ?? 0) / (denominator ?? 1)
  })
  return rates.find((rate) => rate >= 0.1 && rate <= 240) ?? 25
}

/**
 * Clockwise rotation in degrees. ffprobe gives that of a display matrix counter-clockwise, that of the older tag
 * clockwise.
 */
function rotationOf(video: ProbedStream): number {
  const side = video.side_data_list?.find((data) => data.rotation !== undefined)?.rotation
  const clockwise = side === undefined ? Number(video.tags?.rotate ?? 0) : -side
  return (((Math.round(clockwise / 90) * 90) % 360) + 360) % 360
}

/**
 * The duration in seconds from reading all packets: files written by a live recorder state none. Throws 400 where it
 * cannot be told.
 */
async function measuredDuration(path: string, stream: number, limits: RunLimits): Promise<number> {
  const args = [
    '-nostdin',
    '-hide_banner',
    ...untrustedInput(limits),
    '-i',
    `file:${path}`,
    '-map',
    `0:${stream}`,
    '-c',
    'copy',
    '-f',
    'null',
    '-',
  ]
  const { stderr } = await run('ffmpeg', args, limits)
  const seconds = clockSeconds(/.*time=(\d+:\d+:[\d.]+)/s.exec(stderr)?.[1])
  if (!seconds) throw new Problem(400, 'The duration of the video cannot be told')
  return seconds
}

/** Seconds of a text such as "00:01:02.5"; undefined for anything else and for zero. */
function clockSeconds(text: string | undefined): number | undefined {
  const match = /^(\d+):(\d+):([\d.]+)/.exec(text ?? '')
  if (!match) return undefined
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])
  return seconds > 0 ? seconds : undefined
}
