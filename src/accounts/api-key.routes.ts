import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { apiKeyParams, createApiKeySchema, updateApiKeySchema } from './account.schema.js'
import * as keys from './api-key.service.js'

type Params = { Params: Static<typeof apiKeyParams> }

const tags = ['API keys']

/**
 * Mounts the routes for the caller's own API keys, and the same four routes for the shared pool, which administrators
 * manage.
 */
export const mountApiKeyRoutes: MountRoutes = (server) => {
  for (const [path, auth, shared] of [
    ['/api/api-keys', 'required', false],
    ['/api/admin/api-keys', 'admin', true],
  ] as const) {
    const config = { auth }
    const pool = { shared }

    const listedBy = shared ? 'sharedApiKeys' : 'apiKeys'
    server.get(path, { schema: { tags }, config: { ...config, listedBy } }, (request) =>
      keys.listApiKeys(request.ctx, pool),
    )

    server.post<{ Body: Static<typeof createApiKeySchema> }>(
      path,
      { schema: { body: createApiKeySchema, tags }, config },
      async (request, reply) => reply.status(201).send(await keys.createApiKey(request.ctx, request.body, pool)),
    )

    server.put<Params & { Body: Static<typeof updateApiKeySchema> }>(
      `${path}/:keyId`,
      { schema: { params: apiKeyParams, body: updateApiKeySchema, tags }, config },
      (request) => keys.updateApiKey(request.ctx, request.params.keyId, request.body, pool),
    )

    server.delete<Params>(`${path}/:keyId`, { schema: { params: apiKeyParams, tags }, config }, async (request) => {
      await keys.deleteApiKey(request.ctx, request.params.keyId, pool)
      return { success: true }
    })
  }
}
