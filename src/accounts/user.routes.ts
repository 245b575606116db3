import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { usersQuery } from './account.schema.js'
import { findUserByName } from './find-user.service.js'

export const mountUserRoutes: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof usersQuery> }>(
    '/api/users',
    { schema: { querystring: usersQuery, tags: ['Users'] }, config: { auth: 'required' } },
    async ({ ctx, query }) => {
      const user = await findUserByName(ctx, query.username)
      return user ? [user] : []
    },
  )
}
