import type { FastifyInstance } from 'fastify'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { detectObjects } from './detect/detect.js'
import { followObject } from './follow/follow.js'
import {
  detectRequest,
  followRequest,
  trackRequest,
  type DetectRequest,
  type FollowRequest,
  type TrackRequest,
} from './media.schema.js'
import { withVideo } from './media/sources.js'
import { Missing } from './models/parts.js'
import { useModel, withModel } from './models/registry.js'
import { batchSize, partsOf, vocabularyOf } from './models/request-parts.js'
import type { ObjectDetector } from './objects/object-detector.js'
import { traced } from './spans.js'
import { trackObjects } from './track/track.js'

/** Mounts the routes that find objects in videos and follow them. */
export const objectRoutes =
  (context: ServiceContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: DetectRequest }>(
      '/api/detection/detect',
      { schema: { body: detectRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        return withModel(context.registry, 'object_detection', limits.signal, (held) => {
          const detector = held.engine?.kind === 'objects' ? held.engine : undefined
          const service = {
            model: held.model,
            detector,
            vocabulary: vocabularyOf(context, body.vocabulary),
            batchSize: batchSize(context),
          }
          return traced('detect_objects', { model: held.model }, () =>
            withVideo(context, body, limits, (file) => detectObjects(body, { ...service, file }, limits)),
          )
        })
      },
    )

    app.post<{ Body: TrackRequest }>(
      '/api/tracking/track',
      { schema: { body: trackRequest } },
      async ({ body }, reply) => {
        const model = useModel(context.registry, 'object_tracking')
        const limits = context.limits(clientSignal(reply))
        return traced('track_objects', { model }, () =>
          withVideo(context, body, limits, (file) => trackObjects(body, { file, model }, limits)),
        )
      },
    )

    app.post<{ Body: FollowRequest }>(
      '/api/tracking/follow',
      { schema: { body: followRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const follow = (detection?: { detector: ObjectDetector; model: string }) =>
          traced('follow_object', detection ? { model: detection.model } : {}, () =>
            withVideo(context, body, limits, (file) =>
              followObject(body, { file, detection, vocabulary: vocabularyOf(context, body.vocabulary) }, limits),
            ),
          )
        const followed = await partsOf(context, limits).objects((detector, model) => follow({ detector, model }))
        return followed instanceof Missing ? follow() : followed
      },
    )
  }
