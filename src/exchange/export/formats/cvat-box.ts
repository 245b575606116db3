import type { TrackBox } from '../../../annotations/sequences/track-boxes.js'
import { isObject } from '../../../lib/json-walk.js'

// Members of stored boxes that CVAT has too, as its import writes them. They hold from a keyframe to the next.

/** Whether the box is marked as occluded. */
export const occluded = (one: TrackBox): boolean => memberOf(one, 'occluded') === true

/** The place of the box in the order of depth. */
export function depth(one: TrackBox): number {
  const value = memberOf(one, 'zOrder')
  return Number.isSafeInteger(value) ? (value as number) : 0
}

/** The attributes of the box: texts by name. */
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
