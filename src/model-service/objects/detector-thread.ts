import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as tf from '@tensorflow/tfjs-core'
import { move } from 'piscina'
import { graphModelOf } from '../weights/graph-model.js'
import type { LoadFacts } from '../weights/weights.js'

// Runs in a thread of its own: a picture takes a quarter of a second. The weights are CenterNet with a MobileNet,
// trained on COCO, as the package @vladmandic/human ships them (MIT); of that package nothing else is used.

const folder = join(dirname(createRequire(import.meta.url).resolve('@vladmandic/human')), '..', 'models')

/** Width and height of the picture that it takes; pixels are red, green, blue in a byte each. */
export const side = 512

const weights = graphModelOf(join(folder, 'centernet.json'))

/** Loads the weights unless they are there. */
export async function warmUp(): Promise<LoadFacts> {
  return (await weights()).facts
}

/** Rows of x1, y1, x2, y2 (pixels of the input), score and number of the class. */
export async function detectInThread(pixels: Uint8Array): Promise<Float32Array> {
  const { model } = await weights()
  const rows = tf.tidy(() => {
    const input = tf.tensor4d(Float32Array.from(pixels), [1, side, side, 3])
    const output = model.execute(input, 'tower_0/detections') as tf.Tensor
    return output.dataSync() as Float32Array
  })
  // A copy: what the backend hands out is a view of its memory.
  return move(new Float32Array(rows)) as unknown as Float32Array
}
