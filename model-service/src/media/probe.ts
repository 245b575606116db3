import type { Ratio } from '@parallax/shared/frame-clock.js'
import { Problem } from '../problem.js'
import { displayOf, type Display } from './display.js'
import { run, tooLarge, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

/** What the headers of a video file say, as far as it can be believed; pictures.ts says which pictures it has. */
export interface VideoSource extends Display {
  path: string
  /** Number of the video stream that players choose. */
  stream: number
  codec: string
  /** The length of one tick of the stream's timestamps, in seconds. */
  timeBase: Ratio
  /** Where the timestamps of the file begin, in seconds: ffmpeg counts from there when it seeks. */
  begins: number
  /** The timestamp, in ticks, at which `currentTime` of a player is 0. */
  zero: number
  /** The rates of frames that the file names, the likeliest first. */
  stated: Ratio[]
  /** When the file claims to end, in seconds of its timestamps; Infinity where it does not say. Some are wrong. */
  claims: number
  /** When the first sample that ffmpeg gives of its sound is heard, in `currentTime` of players. */
  soundFrom: number
  /** ffmpeg's names of the container, separated by commas. */
  format: string
  /** Whether the container is one whose timestamps may begin anywhere and jump, as recordings are joined in it. */
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

/** Reads the headers of a video file. Throws 400 when the file is no video that can be read. */
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
/** Codecs of still pictures: a cover may be stored as a track of its own. */
const stills = /^(mjpeg|png|bmp|gif|webp|tiff|jpeg2000|jpegxl)$/

/**
 * The video stream that players choose: one whose codec browsers play before others, a still picture only where there
 * is nothing else, an enabled track before a disabled one, else the first.
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

/** True when the file has an audio stream; 400 when it cannot be read at all. */
export async function probeAudio(path: string, limits: RunLimits): Promise<boolean> {
  const args = ['-v', 'error', ...untrustedInput(limits), '-of', 'json', '-show_streams', '-i', `file:${path}`]
  const { stdout } = await run('ffprobe', args, { ...limits, timeoutMs: Math.min(limits.timeoutMs, 20_000) })
  const probed = JSON.parse(stdout.toString('utf8')) as { streams?: ProbedStream[] }
  return (probed.streams ?? []).some((stream) => stream.codec_type === 'audio')
}
