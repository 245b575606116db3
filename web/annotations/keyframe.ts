/** A keyframe, in pixels of the video. */
export interface Keyframe {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  visible?: boolean
  confidence?: number
}

/** Returns the keyframe rounded to tenths of a pixel, at least 2 pixels wide and high so that it can be grabbed. */
export function rounded({ x, y, width, height, ...rest }: Keyframe): Keyframe {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return { ...rest, x: tenth(x), y: tenth(y), width: Math.max(2, tenth(width)), height: Math.max(2, tenth(height)) }
}

/** Returns the members of a stored keyframe that are sent to set it again. */
export function plain({ frameNumber, x, y, width, height, visible, confidence }: Keyframe | Record<string, unknown>) {
  const more = { ...(visible === false && { visible }), ...(typeof confidence === 'number' && { confidence }) }
  return { frameNumber, x, y, width, height, ...more } as Keyframe
}
