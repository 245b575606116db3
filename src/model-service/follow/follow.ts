import { setImmediate } from 'node:timers/promises'
import { elapsedSeconds } from '../elapsed.js'
import type { FollowRequest } from '../media.schema.js'
import { decodeFrames, type Frame } from '../media/frames.js'
import { probeVideo, type VideoFacts } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import type { ObjectDetector } from '../objects/object-detector.js'
import { Problem } from '../problem.js'
import { stableId } from '../stable-id.js'
import type { Box } from '../vision/box.js'
import type { Picture } from '../vision/template.js'
import { Follower, type Followed } from './follower.js'
import { keyPlaces } from './keyframes.js'

export interface FollowService {
  /** Path of the video. */
  file: string
  /** The detector and its model id; undefined where none can run: things are followed by their looks alone then. */
  detection: { detector: ObjectDetector; model: string } | undefined
}

/** What follows things that no detector has seen; they keep their size. */
const looksModel = 'baseline-template'

/** How often the detector looks. */
const looksASecond = 3
/** Width and height of the pictures where there is no detector. */
const plainSide = 512
/** Seconds of video that are decoded at a time. */
const pieceSeconds = 5
/** Its motion is trusted for so many seconds, where the range that was asked for ends. */
const tailSeconds = 0.5
/** Seconds around a frame in which the thing must have been found for it to count as visible there. */
const visibleWithin = 0.3
/** What one request may cost at most, in frames: an hour at 30 frames a second. */
const mostFrames = 108_000

/**
 * Follows what a box holds in one frame to a later frame, to the end of the video, or to where it is lost or leaves the
 * picture. The answer is a keyframed sequence: straight lines between the keyframes come as near to every box as
 * `tolerance` says, a share of the box's side. Boxes are pixels of the video as displayed.
 */
export async function followObject(request: FollowRequest, service: FollowService, limits: RunLimits) {
  const startedAt = performance.now()
  const video = await probeVideo(service.file, limits, request.frame_clock)
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
  const found = steps.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]))
  return {
    id: stableId('follow', request),
    video_id: request.video_id,
    label: follower.name ?? null,
    keyframes: places.map((place) => ({
      frame_number: steps[place]!.frame,
      bounding_box: pixelsOf(boxes[place]!, video),
      confidence: confidenceNear(steps, place),
    })),
    visibility: visibilityOf(steps, video.fps),
    first_frame: first,
    last_frame: steps.at(-1)?.frame ?? first,
    ended: ended ?? ('end of range' as const),
    confidence: found.length > 0 ? rounded(found.reduce((sum, one) => sum + one, 0) / found.length) : 0,
    tolerance: request.tolerance,
    model_used: follower.name === undefined ? looksModel : model,
    processing_time: elapsedSeconds(startedAt),
  }
}

/**
 * Square pictures of a range of frames, decoded some seconds at a time: whoever waits for a decoder gets a turn in
 * between, and no process runs into its limit because the detector takes its time.
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
  // Who names no end has it followed until it goes, as far as one request may.
  const last = Math.min(end ?? first + mostFrames - 1, final)
  if (last < first) throw new Problem(400, `end_frame: ${last} lies before frame_number, ${first}`)
  if (last - first >= mostFrames) throw new Problem(400, `end_frame: more than ${mostFrames} frames are too many`)
  return { first, last }
}

/** 400 for a box that shows nothing of the picture. */
function sharesOf(box: Box, { width, height }: VideoFacts): Box {
  const shares = { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height }
  const shown = cutToPicture(shares)
  if (shown.width <= 0 || shown.height <= 0) throw new Problem(400, 'bounding_box lies outside the picture')
  return shares
}

/** To a hundredth of a pixel. */
function pixelsOf(box: Box, { width, height }: VideoFacts): Box {
  const hundredths = (value: number) => Math.round(value * 100) / 100
  return {
    x: hundredths(box.x * width),
    y: hundredths(box.y * height),
    width: hundredths(box.width * width),
    height: hundredths(box.height * height),
  }
}

function cutToPicture({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))]
  const [right, bottom] = [Math.min(1, Math.max(0, x + width)), Math.min(1, Math.max(0, y + height))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Luma of ITU-R BT.601 in 256ths. */
function greyOf(rgb: Uint8Array, side: number): Picture {
  const pixels = new Uint8Array(side * side)
  for (let at = 0, from = 0; at < pixels.length; at += 1, from += 3) {
    pixels[at] = (77 * rgb[from]! + 150 * rgb[from + 1]! + 29 * rgb[from + 2]!) >> 8
  }
  return { pixels, width: side, height: side }
}

/** Without what comes after the last frame in which it was found, unless that are so few frames or less. */
function withoutGuesses(steps: readonly Followed[], few: number): readonly Followed[] {
  const found = steps.findLastIndex(({ confidence }) => confidence !== null)
  return steps.length - 1 - found <= few ? steps : steps.slice(0, found + 1)
}

/** The confidence of the nearest frame in which it was found. */
function confidenceNear(steps: readonly Followed[], place: number): number {
  for (let way = 0; way < steps.length; way += 1) {
    const found = steps[place - way]?.confidence ?? steps[place + way]?.confidence
    if (found !== null && found !== undefined) return found
  }
  return 0
}

/** Ranges of frames, first and last included, in which it is seen or not; empty where it is seen in all. */
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
