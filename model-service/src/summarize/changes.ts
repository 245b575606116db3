import type { ObjectFindings, Way } from './looks.js'
import { positionOf, type PictureFindings } from './picture.js'
import { regionOf } from './region.js'
import { articleOf } from './wording.js'

/** An object that appears or disappears. */
export interface Change {
  frame: number
  text: string
}

/** Returns the objects that appear or disappear during the frames given to the detector, in order of frames. */
export function changesOf({ ways }: ObjectFindings): Change[] {
  const at = ({ name }: Way, what: string, sighting: Way['sightings'][number] | undefined) => {
    const where = regionOf([sighting!.object.box])
    return { frame: sighting!.frame, text: `${articleOf(name)} ${name} ${what}${where ? ` ${where}` : ''}` }
  }
  return ways
    .flatMap((way) => [
      ...(way.appears ? [at(way, 'comes into view', way.sightings[0])] : []),
      ...(way.disappears ? [at(way, 'is last seen', way.sightings.at(-1))] : []),
    ])
    .sort((a, b) => a.frame - b.frame)
}

/**
 * Returns the frames with changes as positions in the measures, those with most changes first; `strength` is 0 to 1.
 */
export function changedFrames(picture: PictureFindings, changes: readonly Change[]) {
  const counts = new Map<number, number>()
  for (const { frame } of changes) counts.set(frame, (counts.get(frame) ?? 0) + 1)
  return [...counts]
    .map(([frame, count]) => ({ at: positionOf(picture, frame), strength: Math.min(1, 0.4 + 0.2 * count) }))
    .sort((a, b) => b.strength - a.strength || a.at - b.at)
}
