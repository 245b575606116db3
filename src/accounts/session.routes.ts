import type { Static } from '@sinclair/typebox'
import { clearSessionCookie } from '../http/auth.js'
import type { MountRoutes } from '../http/server.js'
import { sessionParams } from './account.schema.js'
import * as sessions from './session-list.service.js'

type Params = { Params: Static<typeof sessionParams> }

const tags = ['Sessions']
const asAdmin = { asAdmin: true }

export const mountSessionRoutes: MountRoutes = (server, services) => {
  server.get(
    '/api/sessions',
    { schema: { tags }, config: { auth: 'required', listedBy: 'sessions' } },
    async (request) => {
      const own = await sessions.listSessions(request.ctx)
      return own.map(({ userId: _user, username: _name, displayName: _display, ...session }) => session)
    },
  )

  server.get(
    '/api/admin/sessions',
    { schema: { tags }, config: { auth: 'admin', listedBy: 'allSessions' } },
    async (request) => {
      const all = await sessions.listSessions(request.ctx, asAdmin)
      return all.map((session) => {
        const { userId, username, displayName } = session
        return { ...session, user: { id: userId, username, displayName } }
      })
    },
  )

  server.delete<Params>(
    '/api/sessions/:sessionId',
    { schema: { params: sessionParams, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      if (await sessions.revokeSession(request.ctx, request.params.sessionId)) clearSessionCookie(services, reply)
      return { success: true }
    },
  )

  server.delete<Params>(
    '/api/admin/sessions/:sessionId',
    { schema: { params: sessionParams, tags }, config: { auth: 'admin' } },
    async (request, reply) => {
      if (await sessions.revokeSession(request.ctx, request.params.sessionId, asAdmin))
        clearSessionCookie(services, reply)
      return { success: true }
    },
  )
}
