import type { Taken } from './http/rate-limit-store.js'
import { openLine, type Line } from './lib/line.js'
import type { Wish, Word } from './lib/shared-admission.js'

/** How a process of the API speaks with the others, through the one that started them all. */
export interface Siblings {
  places: Line<Wish, Word>
  counts: Line<Taken, Taken>
}

export function openSiblings(): Siblings {
  return { places: openLine(process, 'places'), counts: openLine(process, 'counts') }
}
