import type { ByteWriter } from '../../lib/byte-writer.js'
import { Turn, type Clock } from '../../lib/fairness/turns.js'
import { weightAt, writeValue, type Part, type Values } from './values.js'

/**
 * The objects that are written in about eight milliseconds. Smaller answers are written at once; larger ones check the
 * clock after this many objects or bytes. Writing an answer of 2,000 objects in parts cost a third of the time in which
 * it was made.
 */
const mostObjectsAtOnce = 8000
const mostBytesAtOnce = 1 << 19

/**
 * Returns the number of objects to write between two checks of the clock, for an answer of `objects` objects and about
 * `bytes` bytes; null if the whole answer is written at once.
 */
export function objectsAtOnce(objects: number, bytes: number): number | null {
  if (objects <= mostObjectsAtOnce && bytes <= mostBytesAtOnce) return null
  return Math.max(1, Math.min(mostObjectsAtOnce, Math.floor((mostBytesAtOnce * objects) / Math.max(bytes, 1))))
}

/**
 * Writes the first value so that other requests run in between: a value of more than `atOnce` objects is written by its
 * `parts`, others at once. Throws if the request has ended or its budget is used up; the answer is then incomplete.
 */
export async function writeInTurns(clock: Clock, values: Values, out: ByteWriter, atOnce: number): Promise<void> {
  const turn = new Turn(clock)
  if (turn.isOver()) await turn.pause()
  const open: Iterator<Part>[] = []
  let objects = 0
  let mark = out.length
  const take = ([part, index]: Part) => {
    const weight = weightAt(part, index)
    if (weight > atOnce && part.parts) {
      open.push(part.parts(index, out)[Symbol.iterator]())
      return
    }
    writeValue(part, index, out)
    objects += weight
  }
  take([values, 0])
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.next()
    if (next.done) open.pop()
    else take(next.value)
    if (objects < atOnce && out.length - mark < mostBytesAtOnce) continue
    objects = 0
    mark = out.length
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
}
