import type { Part } from './round-trip.js'

// Every statement that changes rows passes its origin to PostgreSQL in a setting of the transaction, from which the
// triggers of the log of changes read it (docs/decisions/0025-one-log-of-changes.md).

/** The user for whom a statement changes rows, and the session, token, job or schedule that sends it. */
export interface Origin {
  /** The user who acts; null without a user, as at a registration. */
  actorId: string | null
  via: 'session' | 'token' | 'job' | 'schedule' | null
  /** The id of the session, token or job, or the name of the schedule. */
  viaId: string | null
  requestId: string | null
}

/** Returns the origin as the triggers read it: its four parts, separated by `|`. */
export const originText = ({ actorId, via, viaId, requestId }: Origin): string =>
  `${actorId ?? ''}|${via ?? ''}|${viaId ?? ''}|${requestId ?? ''}`

/** Returns the origin with a user who is identified only while the request runs, as in a sign-out. */
export function originBy(text: string | undefined, actorId: string, sessionId: string): string {
  const requestId = text?.split('|')[3] ?? ''
  return originText({ actorId, via: 'session', viaId: sessionId, requestId: requestId || null })
}

/**
 * Returns the statement that sets the origin for the rest of the transaction; empty without an origin. It is sent in
 * the same round trip as the statement that changes rows: alone it would take 0.1 ms. A setting of the session would
 * outlive the request, and behind a pooler it would apply to other requests.
 */
export const settingOf = (origin: string | undefined): Part[] =>
  origin === undefined
    ? []
    : [{ config: { name: 'origin', text: "select set_config('parallax.origin', $1, true)", values: [origin] } }]
