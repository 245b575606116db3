import { duringPlaces, type Admission, type AdmissionKind } from './admission.js'
import type { Place } from './places.js'
import { AppError } from '../errors.js'
import type { Line } from '@parallax/shared/line.js'

// Several processes share one admission control, which runs in the process that started them: a request for a place is
// sent there, and the place or the refusal comes back. These two messages take about 0.1 ms.

export type PlaceRequest =
  | { id: number; kind: AdmissionKind; person: string; isAdmin?: boolean | undefined }
  /** Releases the place or withdraws the request: the work has ended, or its client has disconnected. */
  | { id: number; kind?: undefined }

export interface PlaceReply {
  id: number
  /** Others wait for the place that was granted. */
  hurry?: true
  /** The refusal of the request; absent if a place was granted. */
  refused?: { message: string; retryAfter: number | undefined }
}

interface Waiter {
  go(reply: PlaceReply): void
}

/**
 * Returns the shared admission control for a child process; `counts` covers only the places and requests of this
 * process.
 */
export function openSharedAdmission(line: Line<PlaceRequest, PlaceReply>): Admission {
  let last = 0
  const waiters = new Map<number, Waiter>()
  const hurries = new Map<number, () => void>()
  const counted = new Map<AdmissionKind, { running: number; waiting: number }>()
  const countsOf = (kind: AdmissionKind) => {
    const counts = counted.get(kind) ?? { running: 0, waiting: 0 }
    counted.set(kind, counts)
    return counts
  }
  line.onMessage((reply) => (reply.hurry ? hurries.get(reply.id)?.() : waiters.get(reply.id)?.go(reply)))

  const enter: Admission['enter'] = async (kind, person, gone, { isAdmin, hurry } = {}) => {
    gone?.throwIfAborted()
    const id = (last += 1)
    const counts = countsOf(kind)
    counts.waiting += 1
    return new Promise<Place>((resolve, reject) => {
      const settle = () => {
        counts.waiting -= 1
        waiters.delete(id)
        gone?.removeEventListener('abort', onGone)
      }
      const onGone = () => {
        settle()
        line.send({ id })
        reject(gone?.reason as Error)
      }
      gone?.addEventListener('abort', onGone, { once: true })
      const go = ({ refused }: PlaceReply) => {
        settle()
        if (refused)
          return reject(new AppError('RATE_LIMITED', refused.message, { extra: { retryAfter: refused.retryAfter } }))
        counts.running += 1
        let left = false
        const leave = () => {
          if (left) return
          left = true
          counts.running -= 1
          hurries.delete(id)
          line.send({ id })
        }
        if (hurry) hurries.set(id, hurry)
        resolve({ leave })
      }
      waiters.set(id, { go })
      line.send({ id, kind, person, isAdmin })
    })
  }
  return { enter, during: duringPlaces(enter), counts: (kind) => ({ ...countsOf(kind) }) }
}

/**
 * Lets another process take places of this admission control. Returns a function that releases all of them, to be
 * called when that process has ended.
 */
export function shareAdmission(admission: Admission, line: Line<PlaceReply, PlaceRequest>): () => void {
  const held = new Map<number, { gone: AbortController; place?: Place }>()
  const end = (id: number) => {
    const entry = held.get(id)
    held.delete(id)
    entry?.gone.abort()
    entry?.place?.leave()
  }
  line.onMessage((request) => {
    if (request.kind === undefined) return end(request.id)
    const { id, kind, person, isAdmin = false } = request
    const hurry = () => line.send({ id, hurry: true })
    const entry: { gone: AbortController; place?: Place } = { gone: new AbortController() }
    held.set(id, entry)
    admission.enter(kind, person, entry.gone.signal, { isAdmin, hurry }).then(
      (place) => {
        if (!held.has(id)) return place.leave()
        entry.place = place
        line.send({ id })
      },
      (error: unknown) => {
        if (!held.delete(id)) return
        const { message, extra } = error as AppError
        line.send({ id, refused: { message, retryAfter: extra?.retryAfter } })
      },
    )
  })
  return () => {
    for (const id of [...held.keys()]) end(id)
  }
}
