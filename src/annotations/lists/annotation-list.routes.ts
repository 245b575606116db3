import type { Static } from '@sinclair/typebox'
import { sendJson } from '../../http/send.js'
import { sendLines, wantsLines } from '../../http/send-streamed.js'
import type { MountRoutes } from '../../http/server.js'
import { annotationsQuery } from './annotation-filter.shape.js'
import { openAnnotationLines, printAnnotations } from './annotation-rows.service.js'

/** Mounts the list of the annotations of all videos: a page of it, or all of it as lines. */
export const mountAnnotationList: MountRoutes = (server) => {
  server.get<{ Querystring: Static<typeof annotationsQuery> }>(
    '/api/annotations',
    {
      schema: { querystring: annotationsQuery, tags: ['Annotations'] },
      config: { auth: 'required', listedBy: 'annotations', lasting: true },
    },
    async (request, reply) =>
      wantsLines(request)
        ? sendLines(request, reply, await openAnnotationLines(request.ctx, request.query))
        : sendJson(reply.header('vary', 'Accept'), await printAnnotations(request.ctx, request.query)),
  )
}
