import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import {
  createPermissionSchema,
  permissionParams,
  permissionQuery,
  updatePermissionSchema,
} from './permission.schema.js'
import * as permissions from './permission.service.js'

type Params = { Params: Static<typeof permissionParams> }

const tags = ['Permissions']
const config = { auth: 'admin' } as const

export const mountPermissionRoutes: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof permissionQuery> }>(
    '/api/admin/permissions',
    { schema: { querystring: permissionQuery, tags }, config },
    (request) => permissions.listPermissions(request.ctx, request.query),
  )

  server.post<{ Body: Static<typeof createPermissionSchema> }>(
    '/api/admin/permissions',
    { schema: { body: createPermissionSchema, tags }, config },
    async (request, reply) => reply.status(201).send(await permissions.createPermission(request.ctx, request.body)),
  )

  server.patch<Params & { Body: Static<typeof updatePermissionSchema> }>(
    '/api/admin/permissions/:id',
    { schema: { params: permissionParams, body: updatePermissionSchema, tags }, config },
    (request) => permissions.updatePermission(request.ctx, request.params.id, request.body.ownOnly),
  )

  server.delete<Params>(
    '/api/admin/permissions/:id',
    { schema: { params: permissionParams, tags }, config },
    async (request, reply) => {
      await permissions.deletePermission(request.ctx, request.params.id)
      return reply.status(204).send()
    },
  )
}
