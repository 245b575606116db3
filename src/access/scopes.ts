import { forbidden } from '../lib/errors.js'
import type { Actor } from './actor.js'
import { tokenScopes, type TokenScope } from './vocabulary.js'

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
  /** Whether what it is about is in no project, such as groups, shares, imports and accounts. */
  outside?: boolean | undefined
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

/** Why an actor who is limited to projects is refused. */
export const outsideOfProjects = 'The token is limited to projects, and this is outside of them'

/** What is in no project, by the paths of routes. The rules of access decide about everything else. */
const outsidePaths = new RegExp(
  '^/api/(?:groups|import|invitations|models/select|notifications|ontology(?!/augment)|people|sessions|sharing|tokens|' +
    'user|videos/(?:upload|sync)|world)(?:/|$)',
)

/** Whether what a route is about is in no project. */
export const isOutside = (method: string, path: string): boolean =>
  outsidePaths.test(path) || (method === 'POST' && path === '/api/projects')

/**
 * Throws FORBIDDEN when the actor acts by a token that is not good for the door: naming the scope that it lacks, or
 * because it is limited to projects.
 */
export function requireScope(actor: Actor | null, door: Door): void {
  const token = actor?.token
  if (!token) return
  const needed = scopesFor(door)
  if (!needed.some((one) => token.scopes.includes(one))) throw forbidden(refusalOf(needed))
  if (door.outside && actor.onlyProjects) throw forbidden(outsideOfProjects)
}

/** Throws FORBIDDEN for an actor who is limited to projects: for what tells about all of a user's things. */
export function refuseLimited({ actor }: { actor: Actor | null }): void {
  if (actor?.onlyProjects) throw forbidden(outsideOfProjects)
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
