import { forbidden } from '../lib/errors.js'
import type { Actor } from './actor.js'
import { tokenScopes, type TokenScope } from './vocabulary.js'

/**
 * What decides about scopes besides whether something is read. `admin`: it is for administrators. `export`: it is about
 * downloads of NDJSON. `projects`: it tells which projects there are, which whoever exports needs to know. `person`: it
 * is about a session, a password, an account, provider keys, tokens, or where webhooks send, and no token is good for
 * it. `any`: it says nothing that a token could not know.
 */
type DoorKind = 'admin' | 'export' | 'projects' | 'person' | 'any'

/** A route, or a field of GraphQL that is about the same, as far as that decides about scopes. */
export interface Door {
  reads: boolean
  kind?: DoorKind | undefined
  /** Whether what it is about is in no project, such as groups, shares, imports and accounts. */
  outside?: boolean | undefined
}

// The one table of what is special about scopes. Fields of GraphQL name the route that is about the same
// (graphql/doors.ts), so what a token may not read by one interface it may not read by the other.

/** By methods and paths of routes; the first that matches decides. */
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

/** What is in no project, by the paths of routes. The rules of access decide about everything else. */
const outsidePaths = new RegExp(
  '^/api/(?:groups|import|invitations|models/select|notifications|ontology(?!/augment)|people|sessions|sharing|tokens|' +
    'user|users|videos/(?:upload|sync)|world)(?:/|$)',
)

/** What decides about the scopes of a route, such as `GET /api/claims/:claimId`. */
export function doorOfRoute(route: string): Door {
  const [method = '', path = ''] = route.replace(/^HEAD /, 'GET ').split(' ')
  const kind = kindsOfRoutes.find(([, routes]) => routes.test(`${method} ${path}`))?.[0]
  return { reads: method === 'GET', kind, outside: outsidePaths.test(path) || route === 'POST /api/projects' }
}

/**
 * The routes that show things of a type of GraphQL: a token that is good for none of them reaches none of these things
 * by other fields either. Types that are not listed need what reading content needs.
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

/** Whether things of a type of GraphQL have routes of their own, though they have no ids. */
export const hasRoutes = (type: string): boolean => type in routesOfTypes

/** Whether the actor may be shown things of a type of GraphQL, as far as the scopes of a token decide. */
export function reachesType(actor: Actor | null, type: string): boolean {
  const routes = routesOfTypes[type] ?? ['GET /api/videos/:videoId']
  return routes.some((route) => refusalOf(actor, doorOfRoute(route)) === null)
}

/** The scopes of which a token needs one; none if no token is good for it. */
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
      return ['read', 'write', 'export']
    default:
      return reads ? ['read', 'write'] : ['write']
  }
}

/** Why an actor who is limited to projects is refused. */
export const outsideOfProjects = 'The token is limited to projects, and this is outside of them'

/**
 * Throws FORBIDDEN when the actor acts by a token that is not good for the door: naming the scope that it lacks, or
 * because it is limited to projects.
 */
export function requireScope(actor: Actor | null, door: Door): void {
  const refusal = refusalOf(actor, door)
  if (refusal !== null) throw forbidden(refusal)
}

/** Why the actor's token is not good for the door; null where it is, or where the actor acts by no token. */
function refusalOf(actor: Actor | null, door: Door): string | null {
  const token = actor?.token
  if (!token) return null
  const needed = scopesFor(door)
  const [scope] = needed
  if (scope === undefined) return notByToken
  if (!needed.some((one) => token.scopes.includes(one))) return `The token lacks the scope ${scope}`
  return door.outside && actor.onlyProjects ? outsideOfProjects : null
}

/** Throws FORBIDDEN for an actor who is limited to projects: for what tells about all of a user's things. */
export function refuseLimited({ actor }: { actor: Actor | null }): void {
  if (actor?.onlyProjects) throw forbidden(outsideOfProjects)
}

const notByToken = 'Tokens are not good for this; sign in instead'

/** Throws FORBIDDEN when the actor acts by a token: for what only a person who has signed in may do. */
export function refuseToken({ actor }: { actor: Actor | null }): void {
  if (actor?.token) throw forbidden(notByToken)
}
