import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Problem } from '../problem.js'
import type { VideoFacts } from './probe.js'
import { run, untrustedInput } from './run.js'
import type { RunLimits } from './run.js'

export const thumbnailSizes = { small: [320, 180], medium: [640, 360], large: [1280, 720] } as const

/**
 * Writes a JPEG of exactly the wanted size (black bars where the shape differs); gives its path and the time used, in
 * seconds.
 */
export async function writeThumbnail(
  video: VideoFacts,
  wanted: { folder: string; videoId: string; timestamp: number; size: keyof typeof thumbnailSizes },
  limits: RunLimits,
): Promise<{ path: string; timestamp: number }> {
  const lastFrameAt = Math.max(0, (video.frameCount - 1) / video.fps)
  const timestamp = Math.min(Math.max(0, wanted.timestamp), lastFrameAt)
  await mkdir(wanted.folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Problem(503, `The thumbnail folder cannot be made (${error.code ?? 'unknown reason'})`)
  })
  // Some files state a longer duration than they have: then the first frame must do.
  const atTime = await jpegAt(video, timestamp, wanted.size, limits)
  const jpeg = atTime.length > 0 ? atTime : await jpegAt(video, 0, wanted.size, limits)
  if (jpeg.length === 0) throw new Problem(400, 'The video has no frame that can be decoded')
  const usedTimestamp = atTime.length > 0 ? timestamp : 0
  const path = join(wanted.folder, `${fileStem(wanted.videoId)}_${Math.round(usedTimestamp * 1000)}_${wanted.size}.jpg`)
  // Written beside and renamed: a reader never sees half a picture.
  const draft = join(wanted.folder, `.${randomUUID()}.jpg`)
  await writeFile(draft, jpeg)
  await rename(draft, path)
  return { path, timestamp: usedTimestamp }
}

async function jpegAt(
  video: VideoFacts,
  timestamp: number,
  size: keyof typeof thumbnailSizes,
  limits: RunLimits,
): Promise<Buffer> {
  const [width, height] = thumbnailSizes[size]
  const filter = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1`
  const seek = timestamp > 0 ? ['-ss', timestamp.toFixed(3)] : []
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
      filter,
      '-pix_fmt',
      'yuvj420p',
      '-q:v',
      '3',
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

/** A file name that keeps plain ids readable and makes any other id safe and distinct. */
function fileStem(videoId: string): string {
  if (/^[\w-]{1,100}$/.test(videoId)) return videoId
  return `${videoId.replace(/[^\w-]+/g, '-').slice(0, 60)}-${createHash('sha256').update(videoId).digest('hex').slice(0, 12)}`
}
