import type { VideoFacts } from './probe.js'
import { run, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

export interface JpegFrame {
  /** Frame number of the whole video at its nominal rate. */
  index: number
  /** Seconds. */
  timestamp: number
  jpeg: Buffer
}

/** Vision models see no more in larger pictures. */
const longestSide = 768

/** Evenly spaced frames of a video as JPEG, at most `maxFrames`. Each is sought, so that long videos cost no more. */
export async function jpegFrames(
  video: VideoFacts,
  wanted: { samplesPerSecond: number; maxFrames: number },
  limits: RunLimits,
): Promise<JpegFrame[]> {
  const count = Math.max(
    1,
    Math.min(wanted.maxFrames, Math.ceil(video.duration * wanted.samplesPerSecond), video.frameCount),
  )
  const frames = await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const index = Math.floor((number * video.frameCount) / count)
      return {
        index,
        timestamp: Math.round((index / video.fps) * 1000) / 1000,
        jpeg: await jpegAt(video, index, limits),
      }
    }),
  )
  // A file may state more frames than it has.
  return frames.filter(({ jpeg }) => jpeg.length > 0)
}

async function jpegAt(video: VideoFacts, index: number, limits: RunLimits): Promise<Buffer> {
  const seek = index > 0 ? ['-ss', Math.max(0, (index - 0.25) / video.fps).toFixed(6)] : []
  const { stdout } = await run(
    'ffmpeg',
    [
      '-nostdin',
      '-v',
      'error',
      '-threads',
      '2',
      ...untrustedInput(limits),
      ...seek,
      '-i',
      `file:${video.path}`,
      '-map',
      `0:${video.stream}`,
      '-frames:v',
      '1',
      '-vf',
      `scale='min(${longestSide},iw)':'min(${longestSide},ih)':force_original_aspect_ratio=decrease,setsar=1`,
      '-pix_fmt',
      'yuvj420p',
      '-q:v',
      '4',
      '-c:v',
      'mjpeg',
      '-f',
      'mjpeg',
      'pipe:1',
    ],
    limits,
  )
  return stdout
}
