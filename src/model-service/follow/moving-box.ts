import type { Box } from '../vision/box.js'
import { MovingNumber } from './kalman.js'

/** How much a measurement may be off, as shares of the box's width and height: its centre, its size. */
export interface BoxNoise {
  centre: number
  size: number
}

/** Accelerations as shares of the box's size a second squared: people turn, their size changes slowly. */
const turning = 2
const growing = 0.2

/** A box that moves and grows at almost constant speeds; shares of the picture, seconds. */
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

  /** Where it is, after what was predicted and measured last. */
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

  /** Only where it is; `noise` is a share of its size. */
  measureCentre(box: Box, noise: number): void {
    const { x, y, width, height } = centred(box)
    this.x.measure(x, noise * width)
    this.y.measure(y, noise * height)
  }

  /** The box after each prediction, the first one first, as all measurements together suggest it. */
  smoothed(): Box[] {
    const [xs, ys, widths, heights] = [this.x, this.y, this.width, this.height].map((one) => one.smoothed())
    return xs!.map((x, at) => boxAround(x, ys![at]!, widths![at]!, heights![at]!))
  }
}

function centred({ x, y, width, height }: Box): Box {
  return { x: x + width / 2, y: y + height / 2, width, height }
}

/** A size that the model took below nothing is next to nothing. */
function boxAround(x: number, y: number, width: number, height: number): Box {
  const [wide, high] = [Math.max(1e-4, width), Math.max(1e-4, height)]
  return { x: x - wide / 2, y: y - high / 2, width: wide, height: high }
}
