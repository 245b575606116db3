import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { videoParams } from './annotation.schema.js'
import { adoptSchema, trackSchema } from './track.schema.js'
import { adoptDetections, requestTracking } from './track.service.js'

type Video = { Params: Static<typeof videoParams> }

export const mountTrackRoutes: MountRoutes = (server) => {
  const tags = ['Annotations']

  server.post<Video & { Body: Static<typeof trackSchema> }>(
    '/api/videos/:videoId/track',
    { schema: { params: videoParams, body: trackSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      const { videoId } = request.params
      const { jobId } = await requestTracking(request.ctx, videoId, request.body)
      return reply.status(202).send({ jobId, status: 'queued', videoId })
    },
  )

  server.post<Video & { Body: Static<typeof adoptSchema> }>(
    '/api/videos/:videoId/detections/adopt',
    { schema: { params: videoParams, body: adoptSchema, tags }, config: { auth: 'required' } },
    async (request, reply) => {
      const annotationIds = await adoptDetections(request.ctx, request.params.videoId, request.body)
      return reply.status(201).send({ annotationIds, count: annotationIds.length })
    },
  )
}
