import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { presentedCookie, type Sessions } from './auth.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer may take minutes, as those of exports and of videos do. */
    lasting?: boolean
  }
}

/** How often the sessions of lasting answers are looked up, in milliseconds. */
const everyMs = 2_000

/**
 * Breaks off lasting answers whose session has ended: by signing out, a change of the password, revocation,
 * deactivation or removal of the account. The sessions of all such answers are read together.
 */
export function breakOffWithSession(server: FastifyInstance, sessions: Sessions): void {
  const open = new Set<{ request: FastifyRequest; reply: FastifyReply }>()
  const note = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.ctx.actor?.sessionId) return
    const one = { request, reply }
    open.add(one)
    reply.raw.once('close', () => open.delete(one))
  }
  server.addHook('onRoute', (route) => {
    if (route.config?.lasting) route.preHandler = [...[route.preHandler ?? []].flat(), note]
  })
  const look = async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
    const { actor } = await sessions.authenticate(request.ctx, presentedCookie(request))
    if (actor) return
    request.log.info('an answer was broken off, because its session has ended')
    reply.raw.destroy()
  }
  // While the database does not answer, nothing is known of the sessions, and the answers go on.
  const sweep = setInterval(() => void Promise.allSettled([...open].map(look)), everyMs)
  sweep.unref()
  server.addHook('onClose', async () => clearInterval(sweep))
}
