import type { VideoFacts } from './probe.js'
import { run, untrustedInput, type RunLimits } from './run.js'

export interface JpegRequest {
  /** In seconds from the start; the first frame at or after this time is taken. */
  seconds: number
  /** ffmpeg filters that give it its size. */
  filter: string
  /** ffmpeg's scale of quantisers: 2 is finest, 31 coarsest. */
  quality: number
}

/** One frame of a video as JPEG; an empty buffer for a time beyond the last frame. */
export async function jpegOf(video: VideoFacts, request: JpegRequest, limits: RunLimits): Promise<Buffer> {
  const { seconds, filter, quality } = request
  const args = [
    ...['-nostdin', '-v', 'error', '-threads', '2'],
    ...untrustedInput(limits),
    ...(seconds > 0 ? ['-ss', seconds.toFixed(6)] : []),
    ...['-i', `file:${video.path}`, '-map', `0:${video.stream}`, '-frames:v', '1'],
    ...['-vf', `${filter},setsar=1`, '-pix_fmt', 'yuvj420p', '-q:v', String(quality)],
    ...['-c:v', 'mjpeg', '-f', 'mjpeg', 'pipe:1'],
  ]
  return (await run('ffmpeg', args, limits)).stdout
}
