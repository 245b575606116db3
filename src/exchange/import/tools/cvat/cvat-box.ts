import { highestFrame } from '../../../../annotations/sequences/sequence-check.js'
import { noAttributes, type ToolBox } from '../tool-track.js'

/** Reads the attributes of a box; returns their fault as a text. */
export function readBox(attributes: Readonly<Record<string, string>>): ToolBox | string {
  const frame = numberOf(attributes['frame'])
  if (frame === null || !Number.isInteger(frame) || frame < 0 || frame > highestFrame)
    return `frame must be an integer of 0 to ${highestFrame}`
  const [left, top] = [numberOf(attributes['xtl']), numberOf(attributes['ytl'])]
  const [right, bottom] = [numberOf(attributes['xbr']), numberOf(attributes['ybr'])]
  if (left === null || top === null || right === null || bottom === null)
    return `xtl, ytl, xbr and ybr must be numbers, on frame ${frame}`
  const depth = numberOf(attributes['z_order'] ?? '0')
  return {
    frame,
    left,
    top,
    right,
    bottom,
    isOutside: isSet(attributes['outside']),
    isOccluded: isSet(attributes['occluded']),
    // If a file does not mark keyframes, all of its boxes are keyframes.
    isKeyframe: attributes['keyframe'] === undefined || isSet(attributes['keyframe']),
    depth: depth !== null && Number.isSafeInteger(depth) ? depth : 0,
    attributes: noAttributes,
  }
}

const isSet = (flag: string | undefined) => flag === '1' || flag?.toLowerCase() === 'true'

/** Reads a decimal number; other spellings that `Number` accepts, such as 0x1f, are refused. */
function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null
  const value = Number(text)
  return Number.isFinite(value) && !/^\s*$|[xob]/i.test(text) ? value : null
}
