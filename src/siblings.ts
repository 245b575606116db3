import type { Taken } from './http/rate-limit-store.js'
import { openLine, type Line } from '@parallax/shared/line.js'
import type { PlaceRequest, PlaceReply } from './lib/fairness/shared-admission.js'

/**
 * The message channels between the processes of one API, through the process that started them all: `places` for the
 * shared admission places, `counts` for the counts of the rate limits.
 */
export interface Siblings {
  places: Line<PlaceRequest, PlaceReply>
  counts: Line<Taken, Taken>
}

/** Opens the channels over the IPC connection to the process that started this one. */
export function openSiblings(): Siblings {
  return { places: openLine(process, 'places'), counts: openLine(process, 'counts') }
}
