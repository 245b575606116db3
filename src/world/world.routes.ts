import type { Static } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { ifMatch, setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { normalUuid } from '../lib/uuid.js'
import { projectParams } from '../projects/project.shape.js'
import { moveWorldObjects } from './world-move.service.js'
import { worldMoveSchema, worldOwnerParams, worldSchema } from './world.schema.js'
import * as worlds from './world.service.js'

type Body = { Body: Static<typeof worldSchema> }
type InProject = { Params: Static<typeof projectParams> }

const tags = ['World']

function send(reply: FastifyReply, { version, text }: worlds.WorldText): FastifyReply {
  setEtag(reply, version)
  return sendJson(reply, text)
}

const inProject = (id: string | null | undefined) => (id ? normalUuid(id) : null)

/** Mounts the routes of worlds. In single-user mode a request without a session acts for the default user (AM-08). */
export const mountWorldRoutes: MountRoutes = (server) => {
  server.get('/api/world', { schema: { tags }, config: { auth: 'required' } }, async (request, reply) =>
    send(reply, await worlds.getWorldText(request.ctx)),
  )

  server.put<Body>(
    '/api/world',
    { schema: { body: worldSchema, tags }, config: { auth: 'required', versioned: true } },
    async (request, reply) => send(reply, await worlds.updateWorld(request.ctx, request.body, null, ifMatch(request))),
  )

  server.post<{ Body: Static<typeof worldMoveSchema> }>(
    '/api/world/move',
    { schema: { body: worldMoveSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      await moveWorldObjects(request.ctx, request.body)
      return send(reply, await worlds.getWorldText(request.ctx, inProject(request.body.toProjectId)))
    },
  )

  server.get<InProject>(
    '/api/projects/:projectId/world',
    { schema: { params: projectParams, tags }, config: { auth: 'required' } },
    async (request, reply) => send(reply, await worlds.getWorldText(request.ctx, normalUuid(request.params.projectId))),
  )

  server.put<InProject & Body>(
    '/api/projects/:projectId/world',
    { schema: { params: projectParams, body: worldSchema, tags }, config: { auth: 'required', versioned: true } },
    async (request, reply) =>
      send(
        reply,
        await worlds.updateWorld(request.ctx, request.body, normalUuid(request.params.projectId), ifMatch(request)),
      ),
  )

  server.delete<{ Params: Static<typeof worldOwnerParams> }>(
    '/api/admin/world/:userId',
    { schema: { params: worldOwnerParams, tags }, config: { auth: 'admin' } },
    async (request) => {
      const userId = normalUuid(request.params.userId)
      await worlds.clearWorld(request.ctx, userId)
      return { message: 'World state cleared successfully', userId }
    },
  )
}
