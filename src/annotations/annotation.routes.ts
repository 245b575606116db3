import type { Static } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { ifMatch, setEtag } from '../http/etag.js'
import { sendJson } from '../http/send.js'
import type { MountRoutes } from '../http/server.js'
import { normalUuid } from '../lib/uuid.js'
import { frameQuery } from '../videos/video.schema.js'
import {
  annotationOfVideoParams,
  annotationParams,
  createAnnotationSchema,
  patchSequenceSchema,
  saveAnnotationsSchema,
  updateAnnotationSchema,
  videoParams,
  windowOf,
  windowQuery,
} from './annotation.schema.js'
import { boxesOfFrame } from './boxes-at.service.js'
import * as annotations from './annotation.service.js'
import { patchSequence } from './sequence-patch.service.js'
import { sequencesInWindow } from './window.service.js'

const tags = ['Annotations']

function send(reply: FastifyReply, { version, text }: annotations.AnnotationText, status = 200): FastifyReply {
  setEtag(reply, version)
  return sendJson(reply, text, status)
}

export const mountAnnotationRoutes: MountRoutes = (server) => {
  server.get<{ Params: Static<typeof videoParams>; Querystring: Static<typeof windowQuery> }>(
    '/api/annotations/:videoId',
    {
      schema: { params: videoParams, querystring: windowQuery, tags },
      config: { auth: 'required', listedBy: 'annotations' },
    },
    async (request, reply) => {
      const { from, to } = request.query
      const window = from === undefined && to === undefined ? undefined : windowOf(request.query)
      return sendJson(reply, await annotations.listAnnotationsText(request.ctx, request.params.videoId, window))
    },
  )

  server.get<{ Params: Static<typeof videoParams>; Querystring: Static<typeof windowQuery> }>(
    '/api/videos/:videoId/sequences',
    { schema: { params: videoParams, querystring: windowQuery, tags }, config: { auth: 'required' } },
    async (request, reply) =>
      sendJson(reply, await sequencesInWindow(request.ctx, request.params.videoId, windowOf(request.query))),
  )

  server.get<{ Params: Static<typeof videoParams>; Querystring: Static<typeof frameQuery> }>(
    '/api/videos/:videoId/boxes',
    { schema: { params: videoParams, querystring: frameQuery, tags }, config: { auth: 'required' } },
    async (request) => boxesOfFrame(request.ctx, request.params.videoId, request.query),
  )

  server.post<{ Body: Static<typeof createAnnotationSchema> }>(
    '/api/annotations',
    { schema: { body: createAnnotationSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => send(reply, await annotations.createAnnotation(request.ctx, request.body), 201),
  )

  server.post<{ Body: Static<typeof saveAnnotationsSchema> }>(
    '/api/annotations/bulk',
    { schema: { body: saveAnnotationsSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      const annotationIds = await annotations.saveAnnotations(request.ctx, request.body)
      return reply.status(201).send({ created: annotationIds.length, annotationIds })
    },
  )

  server.patch<{ Params: Static<typeof annotationParams>; Body: Static<typeof patchSequenceSchema> }>(
    '/api/annotations/:id/sequence',
    {
      schema: { params: annotationParams, body: patchSequenceSchema, tags },
      config: { auth: 'required', versioned: true },
    },
    async (request, reply) => {
      const id = normalUuid(request.params.id)
      const { version, ...counted } = await patchSequence(request.ctx, id, request.body, ifMatch(request))
      setEtag(reply, version)
      return counted
    },
  )

  server.put<{ Params: Static<typeof annotationParams>; Body: Static<typeof updateAnnotationSchema> }>(
    '/api/annotations/:id',
    {
      schema: { params: annotationParams, body: updateAnnotationSchema, tags },
      config: { auth: 'required', versioned: true },
    },
    async (request, reply) =>
      send(
        reply,
        await annotations.updateAnnotation(request.ctx, normalUuid(request.params.id), request.body, ifMatch(request)),
      ),
  )

  server.delete<{ Params: Static<typeof annotationOfVideoParams> }>(
    '/api/annotations/:videoId/:id',
    { schema: { params: annotationOfVideoParams, tags }, config: { auth: 'required', versioned: true } },
    async (request, reply) => {
      await annotations.deleteAnnotation(request.ctx, request.params.id, request.params.videoId, ifMatch(request))
      return reply.status(204).send()
    },
  )
}
