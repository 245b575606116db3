import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from '@sinclair/typebox'
import { clearSessionCookie, originOf, presentedCookie, setSessionCookie } from '../http/auth.js'
import type { MountRoutes } from '../http/server.js'
import { AppError } from '../lib/errors.js'
import { login } from './login.service.js'
import * as sessions from './session.service.js'
import * as users from './user.service.js'
import { loginSchema, registerSchema } from './user.shape.js'

interface PublicUser {
  id: string
  username: string
  email: string | null
  displayName: string
  isAdmin: boolean
}

/** Returns the answer of login, register and me: the user without private fields. */
function publicUser({ id, username, email, displayName, isAdmin }: PublicUser) {
  return { user: { id, username, email, displayName, isAdmin } }
}

export const mountAuthRoutes: MountRoutes = (server, services) => {
  /**
   * Clears the cookie when the answer is UNAUTHENTICATED, so that the client stops sending it. Other errors do not
   * concern the cookie and leave it alone.
   */
  async function clearing<T>(request: FastifyRequest, reply: FastifyReply, answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      const isUnusable = error instanceof AppError && error.code === 'UNAUTHENTICATED'
      if (isUnusable && presentedCookie(request)) clearSessionCookie(services, reply)
      throw error
    }
  }

  async function current(request: FastifyRequest, reply: FastifyReply, missing: string, touch: boolean) {
    const { ctx } = request
    const origin = () => originOf(request)
    const session = sessions.currentSession(ctx, presentedCookie(request), origin, missing, touch)
    const caller = await clearing(request, reply, session)
    if (caller.issued) setSessionCookie(services, reply, caller.issued)
    ctx.actor = caller.actor
    return caller
  }

  server.post<{ Body: Static<typeof loginSchema> }>(
    '/api/auth/login',
    { schema: { body: loginSchema, tags: ['Authentication'] }, config: { auth: 'session', limitLogin: true } },
    async (request, reply) => {
      const { username, password, rememberMe = false } = request.body
      const presented = presentedCookie(request)
      const { user, session } = await login(request.ctx, {
        username,
        password,
        rememberMe,
        presented,
        ...originOf(request),
      })
      setSessionCookie(services, reply, session)
      return publicUser(user)
    },
  )

  server.post(
    '/api/auth/logout',
    { schema: { tags: ['Authentication'] }, config: { auth: 'session' } },
    async (request, reply) => {
      await sessions.logout(request.ctx, presentedCookie(request))
      clearSessionCookie(services, reply)
      return { success: true }
    },
  )

  server.get(
    '/api/auth/me',
    { schema: { tags: ['Authentication'] }, config: { auth: 'session' } },
    async (request, reply) => {
      if (request.ctx.actor) return publicUser(await users.getAccount(request.ctx))
      const { actor, email } = await current(request, reply, 'Not authenticated', true)
      return publicUser({ ...actor, id: actor.userId, email })
    },
  )

  server.post<{ Body: Static<typeof registerSchema> }>(
    '/api/auth/register',
    {
      schema: { body: registerSchema, tags: ['Authentication'] },
      config: { auth: 'session', limitLogin: true },
      // With registration switched off, the request is refused before its body is read (AU-11).
      onRequest: async (request) => users.requireRegistration(request.ctx),
    },
    async (request, reply) => {
      const user = await users.register(request.ctx, request.body)
      const days = services.config.session.timeoutDays
      const session = await sessions.openSession(request.ctx, user.id, days, originOf(request), {
        presented: presentedCookie(request),
      })
      setSessionCookie(services, reply, session)
      return reply.status(201).send(publicUser(user))
    },
  )

  server.get(
    '/api/auth/session-status',
    { schema: { tags: ['Authentication'] }, config: { auth: 'session' } },
    async (request, reply) => {
      const { expiresAt, lastActivityAt } = await current(request, reply, 'No session found', false)
      return { expiresAt, lastActivityAt }
    },
  )

  server.post(
    '/api/auth/extend-session',
    { schema: { tags: ['Authentication'] }, config: { auth: 'session' } },
    async (request, reply) => {
      const extending = sessions.extendSession(request.ctx, presentedCookie(request), () => originOf(request))
      const extended = await clearing(request, reply, extending)
      setSessionCookie(services, reply, extended.session)
      return { expiresAt: extended.expiresAt, lastActivityAt: extended.lastActivityAt }
    },
  )
}
