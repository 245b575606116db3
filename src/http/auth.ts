import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerResponse } from 'node:http'
import type { ClaimsBucket } from '../access/claims-limit.js'
import { requireAdmin } from '../access/require.js'
import type { Actor } from '../access/actor.js'
import { databaseWithin } from '../database/driver/driver.js'
import { originText } from '../database/driver/origin.js'
import type { Position } from '../database/replicas/replicas.js'
import { Budget, inPages, unlimited } from '../lib/fairness/budget.js'
import { contextFor, type Context, type Services } from '../context.js'
import { AppError, unauthenticated } from '../lib/errors.js'
import { addressOf, networkKeyOf } from './client-address.js'
import { admitToken, presentedToken, requireScopeOfRoute, type ByToken } from './bearer.js'
import { clientGone } from './client-gone.js'
import { hurrier } from './slow-holders.js'

/**
 * Who may call a route. `required`: signed-in users. `admin`: administrators. `optional`: anyone; the actor is set for
 * signed-in users. `public`: anyone; no actor is looked up. `session`: like `public`, but the route reads the cookie
 * itself.
 */
export type RouteAuth = 'required' | 'admin' | 'optional' | 'session' | 'public'

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: RouteAuth
    /** Set if rate limits do not count the route, as for media and health probes (G-17). */
    unlimited?: boolean
    /** Set if the tighter limit of logins and registrations also counts the route (G-17). */
    limitLogin?: boolean
    /** Set if requests of clients that are not signed in are counted like those to /api. */
    limitStrangers?: boolean
    claimsBucket?: ClaimsBucket
    /** The paginated GraphQL list with the same items, such as `projects`. */
    listedBy?: string
    /** Set if the answer is read and sent in pieces, at any length, and so needs no budget. */
    streamed?: boolean
    /** Set if the route itself takes a place for its reads. */
    ownPlace?: boolean
    /** Set if the scopes that a token needs depend on the GraphQL operations of the request. */
    scopesByOperation?: boolean
    /** Set if a missing default user is noted in the context (`noDefaultUser`), and the request is not refused. */
    defaultUserLater?: boolean
  }
  interface FastifyRequest {
    ctx: Context
  }
}

interface Authenticated {
  state: string
  actor: Actor | null
  position?: Position
}

/**
 * Looks up actors. The accounts area implements it and api.ts passes it in, because this folder must not import areas.
 */
export interface Sessions {
  /** Returns the actor of a session cookie; the state is `unusable` for an invalid or expired cookie. */
  authenticate(ctx: Context, cookie: string | undefined): Promise<Authenticated>
  /** Returns the actor of a token. */
  authenticateToken: ByToken<Authenticated>
  /** Returns the user who acts in single-user mode for a request without a session. */
  defaultActor(ctx: Context): Promise<Actor>
}

export const cookieName = 'session_token'

/** Returns the session cookie of the request, as it was sent. A cookie is ignored if the request also has a token. */
export function presentedCookie(request: FastifyRequest): string | undefined {
  return presentedToken(request) === undefined ? request.cookies[cookieName] : undefined
}

/** Returns the origin of a request's changes: the actor, and the session or token. */
function originOfActor({ userId, sessionId, token }: Actor, requestId: string): string {
  const via = token ? 'token' : sessionId === null ? null : 'session'
  return originText({ actorId: userId, via, viaId: token?.id ?? sessionId, requestId })
}

/**
 * The maximum number of stored characters of a user agent; the header may have 16 kB, and lists of sessions show it.
 */
const keptAgent = 255

/** Returns the client address and user agent of a request, as stored with sessions and login attempts. */
export function originOf(request: FastifyRequest): { ipAddress: string | null; userAgent: string | null } {
  return { ipAddress: addressOf(request), userAgent: request.headers['user-agent']?.slice(0, keptAgent) ?? null }
}

/**
 * Returns the options of the session cookie: HttpOnly, Lax, for all paths below the base path, Secure in production
 * (AU-06).
 */
const cookieOptions = ({ config }: Pick<Services, 'config'>) =>
  ({
    path: config.basePath || '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.environment === 'production',
  }) as const

/** Sets the session cookie, which expires with the session. */
export function setSessionCookie(
  services: Pick<Services, 'config'>,
  reply: FastifyReply,
  session: { sealed: string; expiresAt: Date },
): void {
  reply.setCookie(cookieName, session.sealed, { ...cookieOptions(services), expires: session.expiresAt })
}

/** Makes the browser delete the session cookie. */
export function clearSessionCookie(services: Pick<Services, 'config'>, reply: FastifyReply): void {
  reply.clearCookie(cookieName, cookieOptions(services))
}

/**
 * Sets the context of every request. Before the body is parsed (G-04), looks up the actor, refuses requests without an
 * actor if sign-in is required (401), and refuses requests of other users to routes of administrators (403).
 */
export function authenticateRequests(server: FastifyInstance, services: Services, sessions: Sessions): void {
  const limits = { ...services.config.budget, objects: services.config.graphql.limits.cost }
  // The rows that an act writes and reads are not part of its answer: rules are evaluated for any number of videos.
  const limitsOfActs = { ...limits, rows: Infinity }
  // Created on the first call, because most requests hold no place for which others wait.
  const hurry = (response: ServerResponse, log: Context['log']) => {
    let made: (() => void) | undefined
    return () => (made ??= hurrier(response, services.config.bodies.leastPace, log))()
  }
  server.decorateRequest('ctx', null as unknown as Context)
  server.addHook('onRequest', (request, reply, done) => {
    const auth = request.routeOptions.config.auth ?? 'public'
    const log = request.log as Context['log']
    const { inParts, listedBy, streamed } = request.routeOptions.config
    // GraphQL operations use POST for both reads and writes.
    const isAct = !/^(GET|HEAD)$/.test(request.method) && (request.routeOptions.url ?? '').startsWith('/api/')
    const budget = streamed ? unlimited() : new Budget(isAct ? limitsOfActs : limits)
    if (inParts) budget.hint = 'In parts: ?limit=100, and on at the address in the header Link'
    else if (listedBy) budget.hint = inPages(listedBy)
    budget.origin = originText({ actorId: null, via: null, viaId: null, requestId: request.id })
    request.ctx = contextFor(services, null, log, () => clientGone(reply.raw), budget, hurry(reply.raw, log))
    request.ctx.db = databaseWithin(services.db, budget)
    budget.person = networkKeyOf(request)
    if (auth === 'public' || (auth === 'session' && presentedToken(request) === undefined)) done()
    else admit(auth, request, reply).then(() => done(), done)
  })
  async function admit(auth: RouteAuth, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = presentedToken(request)
    const authenticated =
      token === undefined
        ? await sessions.authenticate(request.ctx, presentedCookie(request))
        : await admitToken(services, { request, reply, token }, sessions.authenticateToken)
    if (token !== undefined && authenticated.actor) requireScopeOfRoute(request, reply, authenticated.actor)
    if (authenticated.state === 'unusable') clearSessionCookie(services, reply)
    request.ctx.actor = authenticated.actor
    if (authenticated.actor) request.ctx.budget.person = authenticated.actor.userId
    if (authenticated.position) request.ctx.position = authenticated.position
    if (request.method === 'GET' || request.method === 'HEAD')
      await services.routes.choose(request.ctx, request.ctx.position)
    if (!authenticated.actor && services.config.serviceMode === 'single-user') await actAsDefaultUser(request)
    if (request.ctx.actor) request.ctx.budget.origin = originOfActor(request.ctx.actor, request.id)
    if (auth === 'optional' || auth === 'session') return
    if (!request.ctx.actor) throw unauthenticated(authenticated.state === 'unusable' ? 'Session expired' : undefined)
    if (auth === 'admin') requireAdmin(request.ctx)
  }
  async function actAsDefaultUser({ ctx, routeOptions }: FastifyRequest): Promise<void> {
    try {
      ctx.actor = await sessions.defaultActor(ctx)
    } catch (error) {
      if (!routeOptions.config.defaultUserLater || !(error instanceof AppError)) throw error
      ctx.noDefaultUser = error
    }
  }
}
