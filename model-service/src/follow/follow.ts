import { setImmediate } from 'node:timers/promises'
import { typeLabels } from '../detect/type-labels.js'
import { elapsedSeconds } from '../elapsed.js'
import type { FollowRequest } from '../media.schema.js'
import { decodeFrames, type Frame } from '../media/frames.js'
import { readVideo, type VideoFacts } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import type { ObjectDetector } from '../objects/object-detector.js'
import type { WrittenVocabulary } from '../objects/vocabulary.js'
import { Problem } from '../problem.js'
import { stableId } from '../stable-id.js'
import type { Box } from '../vision/box.js'
import type { Picture } from '../vision/template.js'
import { Follower, type Followed } from './follower.js'
import { keyPlaces } from './keyframes.js'

export interface FollowService {
  /** Path of the video. */
  file: string
  /** The detector and its model id; undefined if none can run: objects are then followed by their appearance alone. */
  detection: { detector: ObjectDetector; model: string } | undefined
  vocabulary: WrittenVocabulary
}

/** The model name of the template matching that follows objects that no detector has seen; it keeps their size. */
const looksModel = 'baseline-template'

/** The number of frames per second that are given to the detector. */
const looksASecond = 3
/** Width and height of the analysed pictures in pixels if there is no detector. */
const plainSide = 512
/** Seconds of video that are decoded at a time. */
const pieceSeconds = 5
/**
 * If the object was last found within this many seconds of the end of the requested range, prediction fills the rest.
 */
const tailSeconds = 0.5
/** The object counts as visible in a frame if it was found within this many seconds before or after it. */
const visibleWithin = 0.3
/** Largest number of frames of one request: an hour at 30 frames a second. */
const mostFrames = 108_000

/**
 * Follows the content of a box from one frame to a later frame, to the end of the video, or until it is lost or leaves
 * the picture. Returns keyframes: linear interpolation between them deviates from the box of each frame by at most
 * `tolerance`, a share of the box's side. Boxes are in pixels of the video as displayed. Throws 400 for a first frame
 * beyond the video, a range that is empty or too long, and a box outside the picture.
 */
export async function followObject(request: FollowRequest, service: FollowService, limits: RunLimits) {
  const startedAt = performance.now()
  const video = await readVideo(service.file, limits, request.frame_clock)
  const { first, last } = wantedRange(request, video.frameCount)
  const { detector, model = looksModel } = service.detection ?? {}
  const side = detector?.side ?? plainSide
  const follower = new Follower(sharesOf(request.bounding_box, video), video.fps)
  const stride = Math.max(1, Math.round(video.fps / looksASecond))
  for await (const { index, pixels } of framesInPieces(video, { side, first, last }, limits)) {
    const picture = greyOf(pixels, side)
    const looks = detector && (index - first) % stride === 0
    follower.step(index, picture, looks ? await detector.detect(pixels, limits.signal) : undefined)
    if (follower.ended) break
    await setImmediate()
  }
  const { ended } = follower
  const steps = withoutGuesses(follower.steps, ended === undefined ? tailSeconds * video.fps : 0)
  const boxes = follower.boxes.slice(0, steps.length).map(cutToPicture)
  const places = keyPlaces(boxes, request.tolerance)
  const confidences = steps.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
  return {
    id: stableId('follow', request),
    video_id: request.video_id,
    label: follower.name ?? null,
    type_labels: await typeLabels(request.type_words, follower.name ? [follower.name] : [], service.vocabulary),
    keyframes: places.map((place) => ({
      frame_number: steps[place]!.frame,
      bounding_box: pixelsOf(boxes[place]!, video),
      confidence: confidenceNear(steps, place),
    })),
    visibility: visibilityOf(steps, video.fps),
    first_frame: first,
    last_frame: steps.at(-1)?.frame ?? first,
    ended: ended ?? ('end of range' as const),
    confidence: confidences.length ? rounded(confidences.reduce((sum, one) => sum + one, 0) / confidences.length) : 0,
    tolerance: request.tolerance,
    model_used: follower.name === undefined ? looksModel : model,
    processing_time: elapsedSeconds(startedAt),
  }
}

/**
 * Decodes a range of frames to square pictures, some seconds at a time. In between, other requests that wait for a
 * decoder can run, and no ffmpeg process exceeds its time limit because the detector is slow.
 */
async function* framesInPieces(
  video: VideoFacts,
  { side, first, last }: { side: number; first: number; last: number },
  limits: RunLimits,
): AsyncGenerator<Frame> {
  const piece = Math.max(1, Math.round(pieceSeconds * video.fps))
  for (let from = first; from <= last; from += piece) {
    const to = Math.min(last, from + piece - 1)
    let count = 0
    for await (const frame of decodeFrames(video, { width: side, height: side, format: 'rgb24', from, to }, limits)) {
      count += 1
      yield frame
    }
    if (count === 0) return
  }
}

function wantedRange({ frame_number: first, end_frame: end }: FollowRequest, frameCount: number) {
  const final = frameCount - 1
  if (first > final) throw new Problem(400, `frame_number: ${first} lies behind the last frame, ${final}`)
  // Without an end frame the object is followed until it is lost, up to the limit of a request.
  const last = Math.min(end ?? first + mostFrames - 1, final)
  if (last < first) throw new Problem(400, `end_frame: ${last} lies before frame_number, ${first}`)
  if (last - first >= mostFrames) throw new Problem(400, `end_frame: more than ${mostFrames} frames are too many`)
  return { first, last }
}

/** Converts a box from pixels to shares of the picture; throws 400 for a box outside the picture. */
function sharesOf(box: Box, { width, height }: VideoFacts): Box {
  const shares = { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height }
  const shown = cutToPicture(shares)
  if (shown.width <= 0 || shown.height <= 0) throw new Problem(400, 'bounding_box lies outside the picture')
  return shares
}

/** Converts a box from shares of the picture to pixels, rounded to hundredths. */
function pixelsOf(box: Box, { width, height }: VideoFacts): Box {
  const hundredths = (value: number) => Math.round(value * 100) / 100
  return {
    x: hundredths(box.x * width),
    y: hundredths(box.y * height),
    width: hundredths(box.width * width),
    height: hundredths(box.height * height),
  }
}

/** Clips a box to the picture; both in shares. */
function cutToPicture({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))]
  const [right, bottom] = [Math.min(1, Math.max(0, x + width)), Math.min(1, Math.max(0, y + height))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Converts to grey: the luma of ITU-R BT.601, with weights in 256ths. */
function greyOf(rgb: Uint8Array, side: number): Picture {
  const pixels = new Uint8Array(side * side)
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += 3) {
    pixels[at] = (77 * rgb[from]! + 150 * rgb[from + 1]! + 29 * rgb[from + 2]!) >> 8
  }
  return { pixels, width: side, height: side }
}

/** Drops the steps after the last frame in which the object was found, unless they are at most `few`. */
function withoutGuesses(steps: readonly Followed[], few: number): readonly Followed[] {
  const lastFound = steps.findLastIndex(({ confidence }) => confidence !== null)
  return steps.length - 1 - lastFound <= few ? steps : steps.slice(0, lastFound + 1)
}

/** Returns the confidence in the nearest frame in which the object was found. */
function confidenceNear(steps: readonly Followed[], place: number): number {
  for (let way = 0; way < steps.length; way += 1) {
    const confidence = steps[place - way]?.confidence ?? steps[place + way]?.confidence
    if (confidence !== null && confidence !== undefined) return confidence
  }
  return 0
}

/**
 * Returns ranges of frames, first and last included, in which the object is or is not visible; empty if it is visible
 * in all frames.
 */
function visibilityOf(steps: readonly Followed[], fps: number) {
  const reach = Math.max(1, Math.round(visibleWithin * fps))
  const ranges: { start_frame: number; end_frame: number; visible: boolean }[] = []
  let lastFound = -Infinity
  let nextFound = 0
  for (const [place, { frame, confidence }] of steps.entries()) {
    if (confidence !== null) lastFound = place
    if (nextFound < place) nextFound = place
    while (nextFound < steps.length && steps[nextFound]!.confidence === null) nextFound += 1
    const visible = place - lastFound <= reach || nextFound - place <= reach
    const open = ranges.at(-1)
    if (open?.visible === visible) open.end_frame = frame
    else ranges.push({ start_frame: frame, end_frame: frame, visible })
  }
  return ranges.every(({ visible }) => visible) ? [] : ranges
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
