import { forbidden } from '../lib/errors.js'
import type { Actor } from './actor.js'

/** What a token may be good for. `write` includes `read`; the others stand alone. */
export const tokenScopes = ['read', 'write', 'export', 'admin'] as const
export type TokenScope = (typeof tokenScopes)[number]

/**
 * What is special about a route, a mutation or a query, besides that it reads or writes. `admin`: it is for
 * administrators. `export`: it is about downloads of NDJSON. `projects`: it tells which projects there are, which
 * whoever exports needs to know. `person`: it is about a session, a password, provider keys or tokens, and no token is
 * good for it. `any`: it says nothing that a token could not know.
 */
export type DoorKind = 'admin' | 'export' | 'projects' | 'person' | 'any'

/** A route, a mutation or a query, as far as that decides about scopes. */
export interface Door {
  reads: boolean
  kind?: DoorKind | undefined
}

/**
 * The scopes of which a token needs one, for everything that clients can ask for; none if no token is good for it. This
 * is the only place that decides it.
 */
export function scopesFor({ reads, kind }: Door): readonly TokenScope[] {
  switch (kind) {
    case 'person':
      return []
    case 'any':
      return tokenScopes
    case 'admin':
      return ['admin']
    case 'export':
      return ['export']
    case 'projects':
      return reads ? ['read', 'write', 'export'] : ['write']
    default:
      return reads ? ['read', 'write'] : ['write']
  }
}

/** Throws FORBIDDEN, naming the scope, when the actor acts by a token that is not good for the door. */
export function requireScope(actor: Actor | null, door: Door): void {
  const token = actor?.token
  if (!token) return
  const needed = scopesFor(door)
  if (needed.some((one) => token.scopes.includes(one))) return
  throw forbidden(refusalOf(needed))
}

/** Why a token is refused that has none of the scopes. */
function refusalOf(needed: readonly TokenScope[]): string {
  const [scope] = needed
  return scope === undefined ? notByToken : `The token lacks the scope ${scope}`
}

const notByToken = 'Tokens are not good for this; sign in instead'

/** Throws FORBIDDEN when the actor acts by a token: for what only a person who has signed in may do. */
export function refuseToken({ actor }: { actor: Actor | null }): void {
  if (actor?.token) throw forbidden(notByToken)
}
