import { picturesAt } from '../detect/detect.js'
import { ObjectTracks } from '../follow/tracks.js'
import { timeOf } from '../media/probe.js'
import type { RunLimits } from '../media/run.js'
import type { SeenObject } from '../objects/boxes.js'
import { seenIn, type ObjectDetector } from '../objects/object-detector.js'
import { shotAt, type PictureFindings } from './picture.js'
import { thinned } from './told.js'

/** What was seen in a frame: nothing of less confidence than a summary tells of. */
export interface LookedAt {
  frame: number
  /** Seconds. */
  time: number
  objects: SeenObject[]
}

/** One thing from frame to frame. */
export interface Way {
  name: string
  sightings: (LookedAt & { object: SeenObject })[]
  /** Whether it came, or went, while the detector was looking. */
  appears: boolean
  disappears: boolean
}

export interface ObjectFindings {
  frames: LookedAt[]
  ways: Way[]
}

/** Frames of a summary that are looked at: ten seconds of work on a slow processor. */
const mostLooks = 36
/** Often enough that walkers keep their names from look to look. */
const looksPerSecond = 3
/** Looks of a moment of a video that is too long to be looked at from beginning to end. */
const looksOfMoment = 4
/** A summary tells of what is at least as sure as this. */
const sure = 0.5
/** Less sure boxes keep a way together, and are not told of by themselves. */
const leastOfWay = 0.35
/** After so many seconds without a look nobody can tell who is who. */
const longestGap = 1
/** A thing that is seen less often may be none. */
const leastSightings = 3

/** Frames to look at, ascending: all of a short video three times a second, else a second around each key frame. */
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

/** What the detector recognises in some frames, and which things are the same from frame to frame. */
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

/** Looks that follow each other closely within one shot. */
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
