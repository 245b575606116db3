import type { Static } from '@sinclair/typebox'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { forkShare } from './fork.service.js'
import { forkSchema, shareParams, shareSchema } from './share.schema.js'
import * as shares from './share.service.js'
import { printResource } from './shared-resource.service.js'

type Share = { Params: Static<typeof shareParams> }

const tags = ['Sharing']
const config = { auth: 'required' } as const

export const mountShareRoutes: MountRoutes = (server) => {
  server.post<{ Body: Static<typeof shareSchema> }>(
    '/api/sharing',
    { schema: { body: shareSchema, tags }, config },
    async (request, reply) => reply.status(201).send(await shares.shareResource(request.ctx, request.body)),
  )

  server.get(
    '/api/sharing/received',
    { schema: { tags }, config: { ...config, listedBy: 'sharesReceived' } },
    (request) => shares.listReceived(request.ctx),
  )

  server.get('/api/sharing/sent', { schema: { tags }, config: { ...config, listedBy: 'sharesSent' } }, (request) =>
    shares.listSent(request.ctx),
  )

  server.delete<Share>('/api/sharing/:shareId', { schema: { params: shareParams, tags }, config }, async (request) => {
    await shares.revokeShare(request.ctx, request.params.shareId)
    return { success: true, message: 'Share revoked successfully' }
  })

  server.get<Share>(
    '/api/sharing/:shareId/resource',
    { schema: { params: shareParams, tags }, config },
    async (request, reply) => {
      const { resourceType, resourceId } = await shares.getReadableShare(request.ctx, request.params.shareId)
      return sendJson(reply, await printResource(request.ctx, resourceType, resourceId))
    },
  )

  server.post<Share & { Body: Static<typeof forkSchema> }>(
    '/api/sharing/:shareId/fork',
    { schema: { params: shareParams, body: forkSchema, tags }, config },
    async (request, reply) => {
      const { resourceType, resourceId } = await forkShare(request.ctx, request.params.shareId, request.body)
      return sendJson(reply, await printResource(request.ctx, resourceType, resourceId), 201)
    },
  )
}
