import type { Ratio } from '@parallax/shared/frame-clock.js'
import { Problem } from '../problem.js'
import { displayOf, type Display } from './display.js'
import { run, tooLarge, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

/** The headers of a video file, as far as they are reliable; pictures.ts determines the pictures. */
export interface VideoSource extends Display {
  path: string
  /** The number of the video stream that players choose. */
  stream: number
  codec: string
  /** The length of one tick of the stream's timestamps, in seconds. */
  timeBase: Ratio
  /** The first timestamp of the file, in seconds: ffmpeg counts from there when it seeks. */
  begins: number
  /** The timestamp, in ticks, at which `currentTime` of a player is 0. */
  zero: number
  /** The frame rates that the file states, the likeliest first. */
  stated: Ratio[]
  /** The end that the file states, in seconds of its timestamps; Infinity if it states none. Some are wrong. */
  claims: number
  /** The time of the first sound sample that ffmpeg outputs, in `currentTime` of players. */
  soundFrom: number
  /** ffmpeg's names of the container, separated by commas. */
  format: string
  /** Whether timestamps of this container may begin anywhere and jump, because recordings can be joined in it. */
  isStream: boolean
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
  sample_aspect_ratio?: string
  avg_frame_rate?: string
  r_frame_rate?: string
  duration?: string
  disposition?: { attached_pic?: number; default?: number }
  tags?: Record<string, string>
  side_data_list?: { rotation?: number; displaymatrix?: string }[]
}

/** Containers whose timestamps may begin anywhere, while players begin at 0. */
const streams = /^(mpegts|mpeg)\b/

/** Reads the headers of a video file. Throws 400 if the file is not a readable video. */
export async function readSource(path: string, limits: RunLimits): Promise<VideoSource> {
  const args = ['-v', 'error', ...untrustedInput(limits), '-of', 'json', '-show_format', '-show_streams']
  args.push('-i', `file:${path}`)
  const { stdout, stderr } = await run('ffprobe', args, { ...limits, timeoutMs: Math.min(limits.timeoutMs, 20_000) })
  const probed = JSON.parse(stdout.toString('utf8')) as {
    format?: { duration?: string; format_name?: string; start_time?: string }
    streams?: ProbedStream[]
  }
  const all = probed.streams ?? []
  const video = chosen(all)
  if (!video?.width || !video.height)
    throw new Problem(400, (video && tooLarge(stderr, limits)) ?? 'The file holds no video stream')
  const timeBase = ratioOf(video.time_base) ?? { numerator: 1, denominator: 1000 }
  const begins = Number(probed.format?.start_time) || 0
  const format = probed.format?.format_name ?? ''
  const isStream = streams.test(format)
  const claims = [video.duration, probed.format?.duration].map(Number).find((seconds) => seconds > 0)
  return {
    ...displayOf({ ...video, width: video.width, height: video.height }),
    path,
    stream: video.index,
    codec: video.codec_name ?? 'unknown',
    timeBase,
    begins,
    isStream,
    soundFrom: isStream ? 0 : begins,
    zero: isStream ? Math.round((begins * timeBase.denominator) / timeBase.numerator) : 0,
    format,
    stated: [video.r_frame_rate, video.avg_frame_rate].flatMap((text) => ratioOf(text) ?? []),
    claims: begins + (claims ?? Infinity),
    hasAudio: all.some((stream) => stream.codec_type === 'audio'),
  }
}

/** Codecs that browsers play. */
const playable = /^(h264|vp8|vp9|av1|theora)$/
/** Codecs of still pictures: a cover may be stored as a separate track. */
const stills = /^(mjpeg|png|bmp|gif|webp|tiff|jpeg2000|jpegxl)$/

/**
 * Returns the video stream that players choose: codecs that browsers play come first, still pictures last, enabled
 * tracks before disabled ones, then the first track.
 */
function chosen(all: readonly ProbedStream[]): ProbedStream | undefined {
  const rank = ({ codec_name: codec = '', disposition }: ProbedStream) =>
    (playable.test(codec) ? 0 : stills.test(codec) ? 4 : 2) + (disposition?.default === 1 ? 0 : 1)
  return all
    .filter((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
    .sort((a, b) => rank(a) - rank(b))[0]
}

function ratioOf(text: string | undefined): Ratio | undefined {
  const [numerator = 0, denominator = 0] = (text ?? '').split('/').map(Number)
  return numerator > 0 && denominator > 0 ? { numerator, denominator } : undefined
}

/** Returns whether the file has an audio stream. Throws 400 if it cannot be read at all. */
export async function probeAudio(path: string, limits: RunLimits): Promise<boolean> {
  const args = ['-v', 'error', ...untrustedInput(limits), '-of', 'json', '-show_streams', '-i', `file:${path}`]
  const { stdout } = await run('ffprobe', args, { ...limits, timeoutMs: Math.min(limits.timeoutMs, 20_000) })
  const probed = JSON.parse(stdout.toString('utf8')) as { streams?: ProbedStream[] }
  return (probed.streams ?? []).some((stream) => stream.codec_type === 'audio')
}
