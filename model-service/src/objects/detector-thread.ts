import { fileURLToPath } from 'node:url'
import * as tf from '@tensorflow/tfjs-core'
import { move } from 'piscina'
import { graphModelOf } from '../weights/graph-model.js'
import type { LoadFacts } from '../weights/weights.js'

// Runs in a worker thread, because one picture takes a quarter of a second. The weights are CenterNet with a MobileNet
// backbone, trained on COCO (weights/README.md).

/** Width and height of the input picture in pixels; each pixel has one byte for red, green and blue. */
const side = 512

const weights = graphModelOf(fileURLToPath(new URL('../../weights/centernet.json', import.meta.url)))

/** Loads the weights unless they are loaded. */
export async function warmUp(): Promise<LoadFacts> {
  return (await weights()).facts
}

/**
 * Detects objects in a picture of [side][side][3] bytes. Returns rows of x1, y1, x2, y2 (pixels of the input), score
 * and class number.
 */
export async function detectInThread(pixels: Uint8Array): Promise<Float32Array> {
  const { model } = await weights()
  const rows = tf.tidy(() => {
    const input = tf.tensor4d(Float32Array.from(pixels), [1, side, side, 3])
    const output = model.execute(input, 'tower_0/detections') as tf.Tensor
    return output.dataSync() as Float32Array
  })
  // The backend returns a view of its own memory: copy it before it is transferred.
  return move(new Float32Array(rows)) as unknown as Float32Array
}
