import { forbidden } from '../lib/errors.js'
import type { Actor } from './actor.js'
import type { TokenScope } from './vocabulary.js'

/**
 * The subject of a door, as far as scopes are concerned. `admin`: for administrators. `export`: downloads of NDJSON.
 * `projects`: the list of projects, which a client that exports needs. `person`: sessions, passwords, accounts,
 * provider keys, tokens, and the targets of webhooks; no token is accepted.
 */
type DoorKind = 'admin' | 'export' | 'projects' | 'person'

/** The properties of a route, or of the corresponding GraphQL field, that decide about scopes. */
export interface Door {
  reads: boolean
  kind?: DoorKind | undefined
  /** Whether its subject is in no project, such as groups, shares, imports and accounts. */
  outside?: boolean | undefined
}

// The one table of exceptions for scopes. GraphQL fields name the corresponding route (graphql/doors.ts), so a token
// has the same access through both interfaces.

/** The kinds of doors, by methods and paths of routes; the first match counts. */
const kindsOfRoutes: readonly (readonly [DoorKind, RegExp])[] = [
  ['person', /^\w+ \/api\/(?:admin\/)?api-keys(?:\/|$)/],
  ['person', /^POST \/api\/(?:admin\/)?tokens$/],
  ['person', /^POST \/api\/webhooks(?:\/:webhookId\/secret)?$/],
  ['person', /^PUT \/api\/user\/profile$/],
  ['person', /^\w+ \/api\/auth\/(?!me$)/],
  ['admin', /^\w+ \/api\/admin\//],
  ['export', /^\w+ \/api\/(?:exports?|changes)(?:\/|$)/],
  ['projects', /^GET \/api\/projects$/],
]

/** The paths of routes whose subject is in no project. The access rules decide about everything else. */
const outsidePaths = new RegExp(
  '^/api/(?:groups|import|invitations|models/select|notifications|ontology(?!/augment)|people|sessions|sharing|tokens|' +
    'user|users|videos/(?:upload|sync)|world)(?:/|$)',
)

/** Returns the door for a route, such as `GET /api/claims/:claimId`. */
export function doorOfRoute(route: string): Door {
  const [method = '', path = ''] = route.replace(/^HEAD /, 'GET ').split(' ')
  const kind = kindsOfRoutes.find(([, routes]) => routes.test(`${method} ${path}`))?.[0]
  return { reads: method === 'GET', kind, outside: outsidePaths.test(path) || route === 'POST /api/projects' }
}

/**
 * The routes that show objects of a GraphQL type. A token that none of them accepts cannot read these objects through
 * other fields either. Types that are not listed need the scope for reading content.
 */
const routesOfTypes: Readonly<Record<string, readonly string[]>> = {
  ApiKey: ['GET /api/api-keys'],
  FrozenExport: ['GET /api/exports'],
  Group: ['GET /api/groups', 'GET /api/admin/groups'],
  GroupMember: ['GET /api/groups/:groupId/members', 'GET /api/admin/groups/:groupId/members'],
  Import: ['GET /api/import/history'],
  Permission: ['GET /api/admin/permissions'],
  Project: ['GET /api/projects'],
  ReviewProgress: ['GET /api/projects/:projectId/reviews'],
  Session: ['GET /api/sessions', 'GET /api/admin/sessions'],
  Share: ['GET /api/sharing/sent'],
  Token: ['GET /api/tokens', 'GET /api/admin/tokens'],
  User: ['GET /api/user/profile', 'GET /api/admin/users'],
  VideoAssignmentRule: ['GET /api/admin/video-assignments/rules'],
}

/** Returns whether objects of a GraphQL type without ids have routes of their own. */
export const hasRoutes = (type: string): boolean => type in routesOfTypes

/** Returns whether the actor may see objects of a GraphQL type, as far as the scopes of a token are concerned. */
export function reachesType(actor: Actor | null, type: string): boolean {
  const routes = routesOfTypes[type] ?? ['GET /api/videos/:videoId']
  return routes.some((route) => refusalOf(actor, doorOfRoute(route)) === null)
}

/** Returns the scopes of which a token needs at least one; empty if the door accepts no token. */
export function scopesFor({ reads, kind }: Door): readonly TokenScope[] {
  switch (kind) {
    case 'person':
      return []
    case 'admin':
      return ['admin']
    case 'export':
      return ['export']
    case 'projects':
      return ['read', 'write', 'export']
    default:
      return reads ? ['read', 'write'] : ['write']
  }
}

/** The error message for an actor who is limited to projects. */
export const outsideOfProjects = 'The token is limited to projects, and this is outside of them'

/**
 * Throws FORBIDDEN when the actor uses a token that the door does not accept; the message names the missing scope, or
 * the limit to projects.
 */
export function requireScope(actor: Actor | null, door: Door): void {
  const refusal = refusalOf(actor, door)
  if (refusal !== null) throw forbidden(refusal)
}

/** Returns why the door does not accept the actor's token; null if it does, or if the actor does not use a token. */
function refusalOf(actor: Actor | null, door: Door): string | null {
  const token = actor?.token
  if (!token) return null
  const needed = scopesFor(door)
  const [scope] = needed
  if (scope === undefined) return notByToken
  if (!needed.some((one) => token.scopes.includes(one))) return `The token lacks the scope ${scope}`
  return door.outside && actor.onlyProjects ? outsideOfProjects : null
}

/** Throws FORBIDDEN for an actor who is limited to projects. Called before answers about all data of a user. */
export function refuseLimited({ actor }: { actor: Actor | null }): void {
  if (actor?.onlyProjects) throw forbidden(outsideOfProjects)
}

const notByToken = 'Tokens are not good for this; sign in instead'

/** Throws FORBIDDEN when the actor uses a token. Called for acts that need a user who has signed in. */
export function refuseToken({ actor }: { actor: Actor | null }): void {
  if (actor?.token) throw forbidden(notByToken)
}
