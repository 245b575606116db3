import type { Part } from './round-trip.js'

// Every statement that changes rows tells PostgreSQL for whom and through what it runs; the triggers of the log of
// changes read it from a setting of the transaction (docs/decisions/0025-one-log-of-changes.md).

/** The user for whom a statement changes rows, and the session, token, job or schedule through which it does. */
export interface Origin {
  /** The user who acts; null without a user, as at a registration. */
  actorId: string | null
  via: 'session' | 'token' | 'job' | 'schedule' | null
  /** The id of the session, token or job, or the name of the schedule. */
  viaId: string | null
  requestId: string | null
}

/** The origin as the triggers read it: its four parts, separated by `|`. */
export const originText = ({ actorId, via, viaId, requestId }: Origin): string =>
  `${actorId ?? ''}|${via ?? ''}|${viaId ?? ''}|${requestId ?? ''}`

/** Returns the origin with a user who is identified while the request runs, as in a sign-out (by the cookie). */
export function originBy(text: string | undefined, actorId: string, sessionId: string): string {
  const requestId = text?.split('|')[3] ?? ''
  return originText({ actorId, via: 'session', viaId: sessionId, requestId: requestId || null })
}

/**
 * Returns the statement, to be sent before one that changes rows and in the same round trip, which sets the origin for
 * the rest of the transaction; nothing without an origin. A statement of its own would take a round trip (0.1 ms); a
 * setting of the session would outlive the request, and a pooler would mix them up.
 */
export const settingOf = (origin: string | undefined): Part[] =>
  origin === undefined
    ? []
    : [{ config: { name: 'origin', text: "select set_config('parallax.origin', $1, true)", values: [origin] } }]
