import { setImmediate } from 'node:timers/promises'
import { elapsedSeconds } from '../elapsed.js'
import type { TrackRequest } from '../media.schema.js'
import { analysisSize, decodeFrames } from '../media/frames.js'
import { readVideo, timeOf, type VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { Problem } from '../problem.js'
import { stableId } from '../stable-id.js'
import type { Picture } from '../vision/template.js'
import { readMask } from './initial-mask.js'
import { movedRunLengths } from './rle.js'
import { follow, startTarget } from './target.js'
import type { Target } from './target.js'

const side = 240
const mostMasks = 10_000

/**
 * Moves masks along with the objects that they cover (MS-02). The initial masks belong to the first of the wanted
 * frames (frame 0 if none is named). A mask keeps its shape: rotation and scaling are not followed. Throws 400 for a
 * request that does not fit the video.
 */
export async function trackObjects(request: TrackRequest, service: { file: string; model: string }, limits: RunLimits) {
  const startedAt = performance.now()
  if (request.object_ids.length !== request.initial_masks.length) {
    throw new Problem(400, 'object_ids and initial_masks must have the same length')
  }
  const video = await readVideo(service.file, limits, request.frame_clock)
  const wanted = wantedFrames(request, video)
  const size: [number, number] = [video.height, video.width]
  const masks = []
  for (const [number, mask] of request.initial_masks.entries())
    masks.push(await readMask(mask, size, `initial_masks[${number}]`, limits))
  const grid = analysisSize(video, side)
  const scale = { x: grid.width / video.width, y: grid.height / video.height }
  let targets: Target[] | undefined
  const frames = []
  for await (const { index, pixels } of decodeFrames(
    video,
    { ...grid, format: 'gray', from: wanted.first, to: wanted.last },
    limits,
  )) {
    const frameStartedAt = performance.now()
    const picture: Picture = { pixels, ...grid }
    if (targets) {
      for (const target of targets) {
        follow(target, picture)
        await setImmediate()
      }
    } else targets = masks.map((runs) => startTarget(runs, picture, scale))
    if (!wanted.includes(index)) continue
    frames.push({
      frame_number: index,
      timestamp: Math.round(timeOf(video, index) * 1000) / 1000,
      masks: targets.map((target, number) => ({
        object_id: request.object_ids[number]!,
        mask_rle: movedRunLengths(target.runs, Math.round(target.dx / scale.x), Math.round(target.dy / scale.y), size),
        confidence: Math.round(Math.max(0, target.score) * 1000) / 1000,
        is_occluded: target.isOccluded,
      })),
      processing_time: elapsedSeconds(frameStartedAt),
    })
  }
  return {
    id: stableId('tracking', request),
    video_id: request.video_id,
    frames,
    video_width: video.width,
    video_height: video.height,
    total_frames: video.frameCount,
    model_used: service.model,
    processing_time: elapsedSeconds(startedAt),
    fps: video.fps,
  }
}

/**
 * Returns the wanted frames. Throws 400 for a frame beyond the last one, and for more masks than one answer can hold.
 */
function wantedFrames({ frame_numbers: requested, object_ids: objects }: TrackRequest, video: VideoFacts) {
  const end = video.frameCount - 1
  const first = requested.reduce((least, number) => Math.min(least, number), requested.length > 0 ? Infinity : 0)
  const last = requested.length > 0 ? requested.reduce((most, number) => Math.max(most, number), 0) : end
  if (last > end) throw new Problem(400, `frame_numbers: ${last} lies behind the last frame, ${end}`)
  const numbers = new Set(requested)
  const count = requested.length > 0 ? numbers.size : video.frameCount
  if (count * objects.length > mostMasks) {
    throw new Problem(400, `${count} frames of ${objects.length} objects are too many: name fewer frame_numbers`)
  }
  return { first, last, includes: (index: number) => numbers.size === 0 || numbers.has(index) }
}
