import { SharedPlaces, type Claimant, type Place, type PlaceCounts, type PlaceLimits } from './places.js'

/** The kinds of heavy work that need a place; each kind has separate limits. */
export const admissionKinds = [
  ...(['export', 'import', 'upload', 'modelCall', 'heavyOperation', 'keyed', 'follow', 'agreement'] as const),
] as const
export type AdmissionKind = (typeof admissionKinds)[number]

export interface Admission {
  /**
   * Takes a place for the work of one person (Budget.person). Waits in the queue while no place is free. Throws
   * RATE_LIMITED with `retryAfter` in seconds if too many requests already wait or the wait takes too long, and rejects
   * with the reason of `gone` if that signal aborts first.
   */
  enter(kind: AdmissionKind, person: string, gone?: AbortSignal, claimant?: Claimant): Promise<Place>
  /** Runs `act` in a place, which is released when the work ends, also by an error. */
  during<T>(kind: AdmissionKind, person: string, gone: AbortSignal | undefined, act: () => Promise<T>): Promise<T>
  /** Returns the numbers of taken places and of waiting requests. */
  counts(kind: AdmissionKind): PlaceCounts
}

/** Returns `during` for any implementation of `enter`. */
export function duringPlaces(enter: Admission['enter']): Admission['during'] {
  return async (kind, person, gone, act) => {
    const place = await enter(kind, person, gone)
    try {
      return await act()
    } finally {
      place.leave()
    }
  }
}

/** Creates the admission control of one process. */
export function openAdmission(limits: Readonly<Record<AdmissionKind, PlaceLimits>>): Admission {
  const turns = Object.fromEntries(admissionKinds.map((kind) => [kind, new SharedPlaces(limits[kind])])) as Record<
    AdmissionKind,
    SharedPlaces
  >
  const enter: Admission['enter'] = async (kind, person, gone, claimant) => turns[kind].enter(person, gone, claimant)
  return { enter, during: duringPlaces(enter), counts: (kind) => turns[kind].counts }
}
