import type { Way } from './looks.js'

/** How an object moves in the picture. The camera may be what moves. */
export interface Motion {
  /** Such as "to the left"; null if the object stands still. */
  direction: string | null
  /** Widths of the picture a second. */
  speed: number
  seconds: number
}

/** An object that moves by less than this share of its own width stands still, because boxes jitter. */
const trembling = 0.35
/** The same as a share of the picture's width. */
const leastWay = 0.015

const directions = [
  'to the right',
  'to the lower right',
  'down',
  'to the lower left',
  'to the left',
  'to the upper left',
  'up',
  'to the upper right',
] as const

/**
 * Fits a straight line through the centres of the boxes (least squares); `aspect` is the height of the picture divided
 * by its width.
 */
export function motionOf({ sightings }: Way, aspect: number): Motion {
  const times = sightings.map(({ time }) => time)
  const [first, last] = [times[0]!, times.at(-1)!]
  const slope = (of: (box: Way['sightings'][number]['object']['box']) => number) =>
    slopeOf(
      times,
      sightings.map(({ object }) => of(object.box)),
    )
  const right = slope((box) => box.x + box.width / 2)
  const down = slope((box) => box.y + box.height / 2) * aspect
  const speed = Math.hypot(right, down)
  const seconds = last - first
  const width = sightings.reduce((sum, { object }) => sum + object.box.width, 0) / sightings.length
  if (speed * seconds < Math.max(leastWay, trembling * width)) return { direction: null, speed: 0, seconds }
  const eighth = Math.round(Math.atan2(down, right) / (Math.PI / 4))
  return { direction: directions[(eighth + 8) % 8]!, speed, seconds }
}

function slopeOf(times: readonly number[], values: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
  const [time, value] = [mean(times), mean(values)]
  const spread = times.reduce((sum, one) => sum + (one - time) ** 2, 0)
  if (spread === 0) return 0
  return times.reduce((sum, one, at) => sum + (one - time) * (values[at]! - value), 0) / spread
}
