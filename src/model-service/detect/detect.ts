import { elapsedSeconds } from '../elapsed.js'
import type { DetectRequest } from '../media.schema.js'
import { videoFile } from '../media/paths.js'
import { probeVideo } from '../media/probe.js'
import type { VideoFacts } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import { Problem } from '../problem.js'
import { stableId } from '../stable-id.js'
import { labelOf } from './label.js'
import { movingRegions } from './regions.js'
import { createTracker } from './tracks.js'

/**
 * Finds what moves in the wanted frames; recognises nothing, so every region carries the first term of the query
 * (MS-01).
 */
export async function detectObjects(
  request: DetectRequest,
  service: { videoRoot: string; model: string },
  limits: RunLimits,
) {
  const startedAt = performance.now()
  const video = await probeVideo(await videoFile(service.videoRoot, request.video_path, request.video_id), limits)
  const frameNumbers = wantedFrames(request.frame_numbers, video)
  const regions = await movingRegions(video, frameNumbers, limits)
  const label = labelOf(request.query)
  const trackIds = createTracker()
  const frames = frameNumbers.map((frameNumber) => {
    const timestamp = Math.round((frameNumber / video.fps) * 1000) / 1000
    const kept = (regions.get(frameNumber) ?? []).filter((region) => region.confidence >= request.confidence_threshold)
    const ids = request.enable_tracking
      ? trackIds(
          kept.map((region) => region.box),
          timestamp,
        )
      : []
    const detections = kept.map((region, number) => {
      return { label, bounding_box: region.box, confidence: region.confidence, track_id: ids[number] ?? null }
    })
    return { frame_number: frameNumber, timestamp, detections }
  })
  return {
    id: stableId('detection', request),
    video_id: request.video_id,
    query: request.query,
    frames,
    total_detections: frames.reduce((sum, frame) => sum + frame.detections.length, 0),
    model_used: service.model,
    processing_time: elapsedSeconds(startedAt),
  }
}

/** Ascending and distinct; first, middle and last where none is named; 400 for one behind the end. */
function wantedFrames(asked: number[], video: VideoFacts): number[] {
  const last = video.frameCount - 1
  const behind = asked.find((number) => number > last)
  if (behind !== undefined) throw new Problem(400, `frame_numbers: ${behind} lies behind the last frame, ${last}`)
  return [...new Set(asked.length > 0 ? asked : [0, Math.floor(last / 2), last])].sort((a, b) => a - b)
}
