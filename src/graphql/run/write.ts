import type { ByteWriter } from '../../lib/byte-writer.js'
import { Turn, type Clock } from '../../lib/turns.js'
import { weightAt, writeValue, type Part, type Values } from './values.js'

/**
 * So many objects are written in some eight milliseconds: answers up to here are written as they are, and the clock is
 * looked at after as many. Taking apart an answer of 2,000 objects cost a third of the time that it took to make.
 */
const objectsInOneGo = 8000
const bytesInOneGo = 1 << 19

/** How many objects are written in one go, of an answer of so many and likely so many bytes; null for all of them. */
export function oneGo(objects: number, bytes: number): number | null {
  if (objects <= objectsInOneGo && bytes <= bytesInOneGo) return null
  return Math.max(1, Math.min(objectsInOneGo, Math.floor((bytesInOneGo * objects) / Math.max(bytes, 1))))
}

/**
 * Writes values of many objects, so that others are served in between: what holds many is taken apart (`parts`), the
 * rest is written as it is. Throws when the clock or the writer's budget says so; nothing is kept then.
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
