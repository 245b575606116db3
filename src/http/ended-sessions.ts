import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { presentedCookie, type Sessions } from './auth.js'
import { presentedToken } from './bearer.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the answer may take minutes, as for exports and videos. */
    lasting?: boolean
  }
}

/** The interval in milliseconds at which the sessions of lasting answers are checked. */
const everyMs = 2_000

/**
 * Ends lasting answers whose session has ended (by signing out, a change of the password, revocation, or deactivation
 * or removal of the account), and those whose token was revoked or has expired. All sessions are read together, and so
 * are all tokens.
 */
export function breakOffWithSession(server: FastifyInstance, sessions: Sessions): void {
  const open = new Set<{ request: FastifyRequest; reply: FastifyReply }>()
  const note = async (request: FastifyRequest, reply: FastifyReply) => {
    const { actor } = request.ctx
    if (!actor?.sessionId && !actor?.token) return
    const answer = { request, reply }
    open.add(answer)
    reply.raw.once('close', () => open.delete(answer))
  }
  server.addHook('onRoute', (route) => {
    if (route.config?.lasting) route.preHandler = [...[route.preHandler ?? []].flat(), note]
  })
  const isStillSignedIn = async (request: FastifyRequest): Promise<boolean> => {
    const token = presentedToken(request)
    if (token === undefined) return (await sessions.authenticate(request.ctx, presentedCookie(request))).actor !== null
    return sessions.authenticateToken(request.ctx, token).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return false
        throw error
      },
    )
  }
  const look = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    if (await isStillSignedIn(request)) return
    request.log.info('an answer was broken off, because its session or token has ended')
    reply.raw.destroy()
  }
  // While the database does not answer, the state of the sessions is unknown, and the answers continue.
  const sweep = setInterval(() => void Promise.allSettled([...open].map(look)), everyMs)
  sweep.unref()
  server.addHook('onClose', async () => clearInterval(sweep))
}
