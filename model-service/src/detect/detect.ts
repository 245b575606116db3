import { elapsedSeconds } from '../elapsed.js'
import { ObjectTracks } from '../follow/tracks.js'
import { decodeFrames } from '../media/frames.js'
import type { DetectRequest } from '../media.schema.js'
import { readVideo, timeOf, type VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import { seenIn, type ObjectDetector } from '../objects/object-detector.js'
import { classesOf, type WrittenVocabulary } from '../objects/vocabulary.js'
import { Problem } from '../problem.js'
import { stableId } from '../stable-id.js'
import type { Box } from '../vision/box.js'
import { movingRegions } from './regions.js'
import { labelOf, termsOf } from './terms.js'
import { typeLabels } from './type-labels.js'

export interface DetectionService {
  /** Path of the video. */
  file: string
  model: string
  /** Undefined if the selected model is the baseline that detects only motion. */
  detector: ObjectDetector | undefined
  vocabulary: WrittenVocabulary
  /** The number of pictures that are given to the detector at a time. */
  batchSize: number
}

interface Found {
  label: string
  box: Box
  confidence: number
}

/** Model name of the baseline that finds moving regions. */
const motionModel = 'baseline-motion'

/**
 * An object that has not been seen for this many seconds is forgotten: whatever appears later gets a new track id. If
 * two wanted frames are further apart, their distance counts instead.
 */
const forgottenAfter = 2

/**
 * Finds the objects of the query in the requested frames (MS-01). The detector looks for terms that map to its classes,
 * and each box is labelled with the name of its class. If no term of the query maps to a class, the answer contains
 * moving regions: these are not recognised as anything and are labelled with the first term of the query.
 */
export async function detectObjects(request: DetectRequest, service: DetectionService, limits: RunLimits) {
  const startedAt = performance.now()
  const video = await readVideo(service.file, limits, request.frame_clock)
  const frameNumbers = wantedFrames(request.frame_numbers, video)
  const { detector, vocabulary } = service
  const classes = new Set(detector ? termsOf(request.query).flatMap((term) => classesOf(term, vocabulary)) : [])
  const byFrame =
    detector && classes.size > 0
      ? await objectsOf(video, frameNumbers, detector, classes, service.batchSize, limits)
      : await movementOf(video, frameNumbers, labelOf(request.query), limits)
  const tracks = new ObjectTracks()
  let before = 0
  const frames = frameNumbers.map((frameNumber) => {
    const timestamp = Math.round(timeOf(video, frameNumber) * 1000) / 1000
    const kept = (byFrame.get(frameNumber) ?? []).filter(({ confidence }) => confidence >= request.confidence_threshold)
    tracks.advance(timestamp)
    tracks.forget(Math.max(forgottenAfter, timestamp - before))
    before = timestamp
    const things = request.enable_tracking ? tracks.take(kept.map(({ box, label }) => ({ box, name: label }))) : []
    const detections = kept.map(({ label, box, confidence }, number) => {
      return { label, bounding_box: box, confidence, track_id: things[number]?.id ?? null }
    })
    return { frame_number: frameNumber, timestamp, detections }
  })
  const seen = classes.size > 0 ? frames.flatMap(({ detections }) => detections.map(({ label }) => label)) : []
  return {
    id: stableId('detection', request),
    video_id: request.video_id,
    query: request.query,
    frames,
    total_detections: frames.reduce((sum, frame) => sum + frame.detections.length, 0),
    video_width: video.width,
    video_height: video.height,
    type_labels: await typeLabels(request.type_words, seen, vocabulary),
    model_used: classes.size > 0 ? service.model : motionModel,
    processing_time: elapsedSeconds(startedAt),
  }
}

async function movementOf(
  video: VideoFacts,
  frameNumbers: number[],
  label: string,
  limits: RunLimits,
): Promise<Map<number, Found[]>> {
  const regions = await movingRegions(video, frameNumbers, limits)
  return new Map([...regions].map(([frame, found]) => [frame, found.map((region) => ({ label, ...region }))]))
}

async function objectsOf(
  video: VideoFacts,
  frameNumbers: number[],
  detector: ObjectDetector,
  classes: ReadonlySet<string>,
  batchSize: number,
  limits: RunLimits,
): Promise<Map<number, Found[]>> {
  const byFrame = new Map<number, Found[]>()
  const pictures = picturesAt(video, frameNumbers, detector.side, limits)
  for await (const { index, objects } of seenIn(pictures, detector, batchSize, limits.signal)) {
    const seen = objects.filter(({ name }) => classes.has(name))
    byFrame.set(
      index,
      seen.map(({ name, ...rest }) => ({ label: name, ...rest })),
    )
  }
  return byFrame
}

/**
 * Wanted frames at most this many seconds apart are decoded in one run together with the frames between them; for
 * frames further apart the decoder seeks.
 */
const nearSeconds = 2

/**
 * Yields the pictures of some frames (numbers ascending and distinct), scaled to the square of `side` pixels that a
 * detector takes.
 */
export async function* picturesAt(video: VideoFacts, frameNumbers: readonly number[], side: number, limits: RunLimits) {
  const runs: number[][] = []
  for (const number of frameNumbers) {
    const open = runs.at(-1)
    if (open && number - open.at(-1)! <= nearSeconds * video.fps) open.push(number)
    else runs.push([number])
  }
  for (const run of runs) {
    const wanted = new Set(run)
    const range = { width: side, height: side, format: 'rgb24' as const, from: run[0]!, to: run.at(-1)! }
    for await (const frame of decodeFrames(video, range, limits)) if (wanted.has(frame.index)) yield frame
  }
}

/**
 * Returns the requested frame numbers, ascending and distinct; the first, middle and last frame if none is requested.
 * Throws 400 for a number beyond the last frame.
 */
function wantedFrames(requested: number[], video: VideoFacts): number[] {
  const last = video.frameCount - 1
  const behind = requested.find((number) => number > last)
  if (behind !== undefined) throw new Problem(400, `frame_numbers: ${behind} lies behind the last frame, ${last}`)
  return [...new Set(requested.length > 0 ? requested : [0, Math.floor(last / 2), last])].sort((a, b) => a - b)
}
