import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { videoParams } from '../videos/video.schema.js'
import { detectSchema } from './detect.schema.js'
import { detectObjects } from './detect.service.js'

export const mountDetectRoutes: MountRoutes = (server) => {
  server.post<{ Params: Static<typeof videoParams>; Body: Static<typeof detectSchema> }>(
    '/api/videos/:videoId/detect',
    {
      schema: { params: videoParams, body: detectSchema, tags: ['Videos'] },
      config: { auth: 'required', idempotencyKey: false },
    },
    async (request) => {
      const result = await detectObjects(request.ctx, request.params.videoId, request.body)
      // V-19: clients read the frames under either name.
      return { ...result, frameResults: result.frames }
    },
  )
}
