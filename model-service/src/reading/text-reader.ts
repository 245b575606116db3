import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Worker } from 'tesseract.js'
import { needPackage } from '../weights/packages.js'
import type { LoadFacts, Weights } from '../weights/weights.js'
import type { Box } from '../vision/box.js'
import type { Picture } from '../vision/template.js'

/** A line of text in a picture. */
export interface ReadLine {
  text: string
  /** In fractions of the picture, 0 to 1. */
  box: Box
  /** Mean confidence of its words, 0 to 1. */
  confidence: number
}

/** Reads text in pictures. */
export interface TextReader extends Weights {
  readonly kind: 'text'
  /** Returns the lines that are text with high confidence, from top to bottom. Rejects if `signal` aborts first. */
  read(picture: Picture, signal: AbortSignal): Promise<ReadLine[]>
}

/**
 * Words of less confidence are omitted, and lines of less on average: on footage without any text nothing reached 0.65
 * (192 lines of 40 frames), on rendered text nothing was below 0.9.
 */
const [leastOfWord, leastOfLine] = [0.6, 0.8]
/** The fewest letters and digits of a line. */
const leastLetters = 3

/** An upper bound of the memory that Tesseract takes; measured: 110 MB while it reads 1280 x 720 pixels. */
const bytesAtMost = 160_000_000
/** Tesseract's memory only grows: its worker is restarted after this many pictures. */
const picturesOfOneLife = 200

/** One worker of Tesseract, from its start to its end. */
interface Life {
  worker: Worker
  facts: LoadFacts
  pictures: number
}

/** Opens Tesseract with its English data in a worker thread. Throws 503 with the name of a package that is missing. */
export function openTextReader(): TextReader {
  const require = createRequire(import.meta.url)
  needPackage(require, 'tesseract.js')
  const data = join(dirname(needPackage(require, '@tesseract.js-data/eng', 'package.json')), '4.0.0_best_int')
  let life: Promise<Life> | undefined
  let facts: LoadFacts | undefined
  /** The end of the queue: pictures are read one at a time, in the order of the calls. */
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  const begin = async (): Promise<Life> => {
    const startedAt = performance.now()
    const before = process.memoryUsage.rss()
    const { createWorker, OEM, PSM } = await import('tesseract.js')
    const worker = await createWorker('eng', OEM.LSTM_ONLY, {
      langPath: data,
      cacheMethod: 'none',
      gzip: true,
      // Without a handler an error of the worker thread would end this process.
      errorHandler: () => undefined,
    })
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, debug_file: '/dev/null' })
    const bytes = Math.max(0, process.memoryUsage.rss() - before)
    facts = { milliseconds: performance.now() - startedAt, bytes: Math.min(bytesAtMost, bytes) }
    return { worker, facts, pictures: 0 }
  }
  const end = async () => {
    const ended = life
    life = undefined
    await (await ended?.catch(() => undefined))?.worker.terminate()
  }
  const alive = async (): Promise<Life> => {
    if (isClosed) throw new Error('The reader is closed')
    if (life && (await life).pictures >= picturesOfOneLife) await end()
    life ??= begin()
    return life.catch((error: unknown) => {
      life = undefined
      throw error
    })
  }
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = last.then(act)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    kind: 'text',
    mostBytes: bytesAtMost,
    warmUp: async () => inTurn(async () => (await alive()).facts),
    facts: () => facts,
    read: (picture, signal) =>
      inTurn(async () => {
        signal.throwIfAborted()
        const one = await alive()
        one.pictures += 1
        const { data: page } = await one.worker.recognize(portableGrey(picture), {}, { blocks: true, text: false })
        signal.throwIfAborted()
        const lines = (page.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((part) => part.lines))
        return linesOf(lines.flatMap(({ words }) => words))
          .flatMap((words) => readLine(words, picture))
          .sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
      }),
    close: async () => {
      isClosed = true
      await end()
    },
  }
}

interface FoundWord {
  text: string
  confidence: number
  bbox: { x0: number; y0: number; x1: number; y1: number }
}

/** Words side by side belong to one line if the gap between them is at most this many times their height. */
const widestGap = 1.2

/**
 * Groups the words of sufficient confidence into lines, from left to right. Tesseract's own lines are not used, because
 * over footage it sometimes takes one line for several.
 */
function linesOf(words: readonly FoundWord[]): FoundWord[][] {
  const lines: FoundWord[][] = []
  const sure = words.filter(({ confidence }) => confidence >= 100 * leastOfWord)
  for (const word of sure.sort((a, b) => a.bbox.x0 - b.bbox.x0)) {
    const line = lines.find((one) => follows(one.at(-1)!.bbox, word.bbox))
    if (line) line.push(word)
    else lines.push([word])
  }
  return lines
}

function follows(left: FoundWord['bbox'], right: FoundWord['bbox']): boolean {
  const [one, other] = [left.y1 - left.y0, right.y1 - right.y0]
  const common = Math.min(left.y1, right.y1) - Math.max(left.y0, right.y0)
  const gap = right.x0 - left.x1
  return common >= 0.5 * Math.min(one, other) && Math.abs(gap) <= widestGap * Math.max(one, other)
}

function readLine(sure: readonly FoundWord[], { width, height }: Picture): ReadLine[] {
  const text = sure.map((word) => word.text).join(' ')
  const confidence = sure.reduce((sum, word) => sum + word.confidence, 0) / (100 * Math.max(1, sure.length))
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  if (letters < leastLetters || confidence < leastOfLine) return []
  const least = (of: (word: FoundWord) => number) => Math.min(...sure.map(of))
  const [x, y] = [least(({ bbox }) => bbox.x0), least(({ bbox }) => bbox.y0)]
  const [right, bottom] = [-least(({ bbox }) => -bbox.x1), -least(({ bbox }) => -bbox.y1)]
  const box = { x: x / width, y: y / height, width: (right - x) / width, height: (bottom - y) / height }
  return [{ text, box, confidence: Math.round(confidence * 1000) / 1000 }]
}

/** Returns the picture as a PGM file, the simplest format that Tesseract reads. */
function portableGrey({ width, height, pixels }: Picture): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}
