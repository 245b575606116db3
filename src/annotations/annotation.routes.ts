import type { Static } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { ifMatch, setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { normalUuid } from '../lib/uuid.js'
import {
  annotationOfVideoParams,
  annotationParams,
  createAnnotationSchema,
  updateAnnotationSchema,
  videoParams,
} from './annotation.schema.js'
import * as annotations from './annotation.service.js'

const tags = ['Annotations']
const json = 'application/json; charset=utf-8'

function send(reply: FastifyReply, { version, text }: annotations.AnnotationText): FastifyReply {
  setEtag(reply, version)
  return reply.type(json).send(text)
}

export const mountAnnotationRoutes: MountRoutes = (server) => {
  server.get<{ Params: Static<typeof videoParams> }>(
    '/api/annotations/:videoId',
    { schema: { params: videoParams, tags }, config: { auth: 'required' } },
    async (request, reply) =>
      sendJson(reply, await annotations.listAnnotationsText(request.ctx, request.params.videoId)),
  )

  server.post<{ Body: Static<typeof createAnnotationSchema> }>(
    '/api/annotations',
    { schema: { body: createAnnotationSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => send(reply.status(201), await annotations.createAnnotation(request.ctx, request.body)),
  )

  server.put<{ Params: Static<typeof annotationParams>; Body: Static<typeof updateAnnotationSchema> }>(
    '/api/annotations/:id',
    { schema: { params: annotationParams, body: updateAnnotationSchema, tags }, config: { auth: 'required' } },
    async (request, reply) =>
      send(
        reply,
        await annotations.updateAnnotation(request.ctx, normalUuid(request.params.id), request.body, ifMatch(request)),
      ),
  )

  server.delete<{ Params: Static<typeof annotationOfVideoParams> }>(
    '/api/annotations/:videoId/:id',
    { schema: { params: annotationOfVideoParams, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      await annotations.deleteAnnotation(request.ctx, request.params.id, request.params.videoId)
      return reply.status(204).send()
    },
  )
}
