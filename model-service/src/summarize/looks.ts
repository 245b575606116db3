import { picturesAt } from '../detect/detect.js'
import { ObjectTracks } from '../follow/tracks.js'
import { timeOf } from '../media/pictures.js'
import type { RunLimits } from '../media/run.js'
import type { SeenObject } from '../objects/boxes.js'
import { seenIn, type ObjectDetector } from '../objects/object-detector.js'
import { shotAt, type PictureFindings } from './picture.js'
import { thinned } from './told.js'

/** The detections in one frame. */
export interface LookedAt {
  frame: number
  /** In seconds. */
  time: number
  objects: SeenObject[]
}

/** The track of one object from frame to frame. */
export interface Way {
  name: string
  sightings: (LookedAt & { object: SeenObject })[]
  /** Whether the object appears, or disappears, during the frames given to the detector. */
  appears: boolean
  disappears: boolean
}

/** The detections in the frames given to the detector, and the tracks of the objects between these frames. */
export interface ObjectFindings {
  frames: LookedAt[]
  ways: Way[]
}

/** The most frames of a summary that are given to the detector: ten seconds of work on a slow processor. */
const mostLooks = 36
/**
 * The frames per second of video that are given to the detector: enough to track walking people from one to the next.
 */
const looksPerSecond = 3
/**
 * The frames around each key frame that are given to the detector if the video is too long to be covered completely.
 */
const looksOfMoment = 4
/** The lowest confidence of an object that a summary mentions. */
const sure = 0.5
/** Boxes of lower confidence, down to this, help to continue a track; they are not mentioned themselves. */
const leastOfWay = 0.35
/** Objects cannot be identified again after this many seconds without a detection run. */
const longestGap = 1
/** An object that is seen fewer times may be a false detection. */
const leastSightings = 3

/**
 * Returns the numbers of the frames to give to the detector, ascending: three a second over the whole of a short video,
 * else a second around each of some key frames.
 */
function framesToLookAt({ video, keyFrames, measures }: PictureFindings): number[] {
  const last = Math.max(0, measures.at(-1)!.index)
  const step = video.fps / looksPerSecond
  const count = Math.floor(last / step) + 1
  if (count <= mostLooks) return unique(Array.from({ length: count }, (_, n) => Math.round(n * step)))
  const moments = thinned(keyFrames, Math.floor(mostLooks / looksOfMoment)).map(({ at }) => measures[at]!.index)
  return unique(
    moments.flatMap((frame) => {
      const from = Math.max(0, Math.min(frame, Math.round(last - (looksOfMoment - 1) * step)))
      return Array.from({ length: looksOfMoment }, (_, n) => Math.min(last, Math.round(from + n * step)))
    }),
  )
}

/** Runs the detector on some frames and tracks the objects between them. */
export async function lookFor(
  picture: PictureFindings,
  detector: ObjectDetector,
  batchSize: number,
  limits: RunLimits,
): Promise<ObjectFindings> {
  const { video } = picture
  const all: LookedAt[] = []
  const pictures = picturesAt(video, framesToLookAt(picture), detector.side, limits)
  for await (const { index, objects } of seenIn(pictures, detector, batchSize, limits.signal))
    all.push({
      frame: index,
      time: timeOf(video, index),
      objects: objects.filter((one) => one.confidence >= leastOfWay),
    })
  const frames = all.map((look) => ({ ...look, objects: look.objects.filter((one) => one.confidence >= sure) }))
  return { frames, ways: runsOf(picture, all).flatMap(waysOf) }
}

/** Splits the frames into runs that are close together and within one shot. */
function runsOf(picture: PictureFindings, looks: readonly LookedAt[]): LookedAt[][] {
  const runs: LookedAt[][] = []
  for (const look of looks) {
    const before = runs.at(-1)?.at(-1)
    const goesOn =
      before && look.time - before.time <= longestGap && shotAt(picture, before.frame) === shotAt(picture, look.frame)
    if (goesOn) runs.at(-1)!.push(look)
    else runs.push([look])
  }
  return runs
}

function waysOf(run: readonly LookedAt[]): Way[] {
  const tracks = new ObjectTracks()
  const sightings = new Map<string, Way['sightings']>()
  const begin = run[0]!.time
  for (const look of run) {
    tracks.advance(look.time - begin)
    tracks.forget(longestGap)
    const taken = tracks.take(look.objects)
    for (const [at, { id }] of taken.entries()) {
      const one = { ...look, object: look.objects[at]! }
      sightings.set(id, [...(sightings.get(id) ?? []), one])
    }
  }
  return [...sightings.values()].flatMap((list) => {
    if (list.length < leastSightings || !list.some(({ object }) => object.confidence >= sure)) return []
    return [
      {
        name: mostFrequent(list.map(({ object }) => object.name)),
        sightings: list,
        appears: list[0]!.frame !== run[0]!.frame,
        disappears: list.at(-1)!.frame !== run.at(-1)!.frame,
      },
    ]
  })
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

const unique = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b)
