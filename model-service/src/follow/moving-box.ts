import type { Box } from '../vision/box.js'
import { MovingNumber } from './kalman.js'

/** Standard deviations of a measured box's centre and size, as shares of its width and height. */
export interface BoxNoise {
  centre: number
  size: number
}

/**
 * Standard deviations of the acceleration of centre and size, as shares of the box's size per second squared: people
 * turn, but their size changes slowly.
 */
const turning = 2
const growing = 0.2

/** A box that moves and grows at almost constant rates, in fractions of the picture and seconds. */
export class MovingBox {
  private readonly x: MovingNumber
  private readonly y: MovingNumber
  private readonly width: MovingNumber
  private readonly height: MovingNumber

  constructor(box: Box, noise: BoxNoise) {
    const { x, y, width, height } = centred(box)
    this.x = new MovingNumber(x, noise.centre * width, turning * width)
    this.y = new MovingNumber(y, noise.centre * height, turning * height)
    this.width = new MovingNumber(width, noise.size * width, growing * width)
    this.height = new MovingNumber(height, noise.size * height, growing * height)
  }

  /** The box after the latest prediction and its measurements. */
  get box(): Box {
    return boxAround(this.x.position, this.y.position, this.width.position, this.height.position)
  }

  predict(seconds: number): void {
    for (const one of [this.x, this.y, this.width, this.height]) one.predict(seconds)
  }

  measure(box: Box, noise: BoxNoise): void {
    const { width, height } = centred(box)
    this.measureCentre(box, noise.centre)
    this.width.measure(width, noise.size * width)
    this.height.measure(height, noise.size * height)
  }

  /** Measures only the centre; `noise` is its standard deviation as a share of the box's size. */
  measureCentre(box: Box, noise: number): void {
    const { x, y, width, height } = centred(box)
    this.x.measure(x, noise * width)
    this.y.measure(y, noise * height)
  }

  /** Returns the smoothed boxes, given all measurements: the first box, then one per prediction. */
  smoothed(): Box[] {
    const [xs, ys, widths, heights] = [this.x, this.y, this.width, this.height].map((one) => one.smoothed())
    return xs!.map((x, at) => boxAround(x, ys![at]!, widths![at]!, heights![at]!))
  }
}

/** Returns a box whose x and y are those of its centre. */
function centred({ x, y, width, height }: Box): Box {
  return { x: x + width / 2, y: y + height / 2, width, height }
}

/** Returns the box around a centre. The filter may predict a size below zero, which becomes a tiny positive one. */
function boxAround(x: number, y: number, width: number, height: number): Box {
  const [wide, high] = [Math.max(1e-4, width), Math.max(1e-4, height)]
  return { x: x - wide / 2, y: y - high / 2, width: wide, height: high }
}
