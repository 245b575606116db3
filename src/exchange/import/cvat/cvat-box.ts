import { highestFrame } from '../../../annotations/sequence-check.js'

/** A box of a track of CVAT: its corners in pixels. */
export interface CvatBox {
  frame: number
  left: number
  top: number
  right: number
  bottom: number
  isOutside: boolean
  isOccluded: boolean
  isKeyframe: boolean
  depth: number
  attributes: [name: string, value: string][]
}

/** Reads the attributes of a box; returns what is wrong with them as a text. */
export function readBox(given: Readonly<Record<string, string>>): CvatBox | string {
  const frame = numberOf(given['frame'])
  if (frame === null || !Number.isInteger(frame) || frame < 0 || frame > highestFrame)
    return `frame must be an integer of 0 to ${highestFrame}`
  const corners = ['xtl', 'ytl', 'xbr', 'ybr'].map((name) => numberOf(given[name]))
  const [left, top, right, bottom] = corners
  if (!isNumber(left) || !isNumber(top) || !isNumber(right) || !isNumber(bottom))
    return `xtl, ytl, xbr and ybr must be numbers, on frame ${frame}`
  const depth = numberOf(given['z_order'] ?? '0')
  return {
    ...{ frame, left, top, right, bottom },
    isOutside: isSet(given['outside']),
    isOccluded: isSet(given['occluded']),
    // A file that does not say which boxes are keyframes has keyframes alone.
    isKeyframe: given['keyframe'] === undefined || isSet(given['keyframe']),
    depth: depth !== null && Number.isSafeInteger(depth) ? depth : 0,
    attributes: [],
  }
}

const isSet = (flag: string | undefined) => flag === '1' || flag?.toLowerCase() === 'true'
const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'

function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text)) return null
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}
