import type { TrackBox } from '../../../annotations/sequences/track-boxes.js'
import { isObject } from '../../../lib/json-walk.js'

// Members of stored boxes that CVAT has too, as the import from CVAT writes them. They apply from a keyframe to the
// next.

/** Returns whether the box is marked as occluded. */
export const occluded = (one: TrackBox): boolean => memberOf(one, 'occluded') === true

/** Returns the place of the box in the depth order. */
export function depth(one: TrackBox): number {
  const value = memberOf(one, 'zOrder')
  return Number.isSafeInteger(value) ? (value as number) : 0
}

/** Returns the attributes of the box: texts by name. */
export function attributesOf(one: TrackBox): [name: string, value: string][] {
  const value = memberOf(one, 'attributes')
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, each]) =>
    ['string', 'number', 'boolean'].includes(typeof each) ? [[name, String(each)] as [string, string]] : [],
  )
}

function memberOf({ box, keyframe }: TrackBox, name: string): unknown {
  return name in box ? (box as Record<string, unknown>)[name] : keyframe?.[name]
}
