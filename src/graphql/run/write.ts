import type { ByteWriter } from '../../lib/byte-writer.js'
import { Turn, type Clock } from '../../lib/fairness/turns.js'
import { weightAt, writeValue, type Part, type Values } from './values.js'

/**
 * So many objects are written in about eight milliseconds: smaller answers are written at once, and larger ones check
 * the clock after each such number. Taking apart an answer of 2,000 objects cost a third of the time that it took to
 * make.
 */
const objectsInOneGo = 8000
const bytesInOneGo = 1 << 19

/**
 * How many objects are written between two checks of the clock, in an answer of `objects` objects and about `bytes`
 * bytes; null when all are written at once.
 */
export function oneGo(objects: number, bytes: number): number | null {
  if (objects <= objectsInOneGo && bytes <= bytesInOneGo) return null
  return Math.max(1, Math.min(objectsInOneGo, Math.floor((bytesInOneGo * objects) / Math.max(bytes, 1))))
}

/**
 * Writes values with many objects so that other requests run in between: values with many objects are taken apart
 * (`parts`), the rest is written at once. Throws when the time or the writer's budget is used up; nothing of the answer
 * is then kept.
 */
export async function writeInTurns(clock: Clock, values: Values, out: ByteWriter, inOneGo: number): Promise<void> {
  const turn = new Turn(clock)
  if (turn.isOver()) await turn.pause()
  const open: Iterator<Part>[] = []
  let objects = 0
  let mark = out.length
  const take = ([part, index]: Part) => {
    const weight = weightAt(part, index)
    if (weight > inOneGo && part.parts) {
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
    if (objects < inOneGo && out.length - mark < bytesInOneGo) continue
    objects = 0
    mark = out.length
    if (turn.isOver()) await turn.pause()
  }
  turn.end()
}
