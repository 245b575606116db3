/** A keyframe, in pixels of the video. */
export interface Keyframe {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  visible?: boolean
  confidence?: number
  /** Other members of the box that are to be stored, such as `occluded`, by their names in REST. */
  extra?: Readonly<Record<string, unknown>>
}

/** Returns the keyframe rounded to tenths of a pixel, at least 2 pixels wide and high so that it can be grabbed. */
export function rounded({ x, y, width, height, ...rest }: Keyframe): Keyframe {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return { ...rest, x: tenth(x), y: tenth(y), width: Math.max(2, tenth(width)), height: Math.max(2, tenth(height)) }
}

/** Returns the members of a stored keyframe that are sent to set it again. */
export function plain({ frameNumber, x, y, width, height, ...rest }: Keyframe | Record<string, unknown>): Keyframe {
  const { visible, confidence, isKeyframe: _known, extra: before, ...others } = rest as Record<string, unknown>
  const extra = { ...(before as object | undefined), ...others }
  const more = { ...(visible === false && { visible }), ...(typeof confidence === 'number' && { confidence }) }
  return { frameNumber, x, y, width, height, ...more, ...(Object.keys(extra).length > 0 && { extra }) } as Keyframe
}
