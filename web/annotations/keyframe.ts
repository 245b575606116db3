import type { Keyframe } from './track-store.js'

/** To a tenth of a pixel, and large enough to be taken hold of. */
export function rounded({ x, y, width, height, ...rest }: Keyframe): Keyframe {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return { ...rest, x: tenth(x), y: tenth(y), width: Math.max(2, tenth(width)), height: Math.max(2, tenth(height)) }
}

export function plain({ frameNumber, x, y, width, height, visible }: Keyframe | Record<string, unknown>): Keyframe {
  return { frameNumber, x, y, width, height, ...(visible === false && { visible }) } as Keyframe
}
