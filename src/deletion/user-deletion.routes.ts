import type { Static } from '@sinclair/typebox'
import { userParams } from '../accounts/user.shape.js'
import type { MountRoutes } from '../http/server.js'
import { userDeletionQuery } from './deletion.schema.js'
import * as deletion from './user-deletion.service.js'

type OfUser = { Params: Static<typeof userParams>; Querystring: Static<typeof userDeletionQuery> }

const tags = ['Users']
const config = { auth: 'admin' } as const

export const mountUserDeletionRoutes: MountRoutes = (server) => {
  server.get<Pick<OfUser, 'Params'>>(
    '/api/admin/users/:userId/deletion-preview',
    { schema: { params: userParams, tags }, config },
    (request) => deletion.previewUserDeletion(request.ctx, request.params.userId),
  )

  server.delete<OfUser>(
    '/api/admin/users/:userId',
    { schema: { params: userParams, querystring: userDeletionQuery, tags }, config },
    async (request) => {
      await deletion.deleteUser(request.ctx, request.params.userId, request.query)
      return { success: true }
    },
  )
}
