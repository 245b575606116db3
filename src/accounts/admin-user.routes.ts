import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { createUserSchema, updateUserSchema, userParams } from './account.schema.js'
import * as users from './admin-user.service.js'

type Params = { Params: Static<typeof userParams> }

const tags = ['Users']
const config = { auth: 'admin' } as const

export const mountAdminUserRoutes: MountRoutes = (server) => {
  server.get('/api/admin/users', { schema: { tags }, config: { ...config, listedBy: 'users' } }, async (request) => {
    const all = await users.listUsers(request.ctx)
    return all.map(({ counts: { personas, sessions, apiKeys }, ...user }) => ({
      ...user,
      _count: { personas, sessions, apiKeys },
      personaCount: personas,
      sessionCount: sessions,
      apiKeyCount: apiKeys,
    }))
  })

  server.post<{ Body: Static<typeof createUserSchema> }>(
    '/api/admin/users',
    { schema: { body: createUserSchema, tags }, config },
    async (request, reply) => reply.status(201).send(await users.createUser(request.ctx, request.body)),
  )

  server.get<Params>('/api/admin/users/:userId', { schema: { params: userParams, tags }, config }, (request) =>
    users.getUser(request.ctx, request.params.userId),
  )

  server.put<Params & { Body: Static<typeof updateUserSchema> }>(
    '/api/admin/users/:userId',
    { schema: { params: userParams, body: updateUserSchema, tags }, config },
    (request) => users.updateUser(request.ctx, request.params.userId, request.body),
  )
}
