import type { FastifyInstance } from 'fastify'
import { frameAt } from '@parallax/shared/frame-clock.js'
import { clientSignal } from './client-signal.js'
import type { ServiceContext } from './context.js'
import { boxesToDraw } from './detect/drawn.js'
import { examineRequest, thumbnailRequest, type ExamineRequest, type ThumbnailRequest } from './media.schema.js'
import { examineVideo } from './media/examine.js'
import { readMoment, readVideo } from './media/pictures.js'
import { withVideo } from './media/sources.js'
import { writeThumbnail } from './media/thumbnail.js'
import { Missing } from './models/parts.js'
import { partsOf } from './models/request-parts.js'
import { Problem } from './problem.js'
import { traced } from './spans.js'

/** Mounts the routes that return a picture of a video, or facts about its file. */
export const pictureRoutes =
  (context: ServiceContext) =>
  async (app: FastifyInstance): Promise<void> => {
    app.post<{ Body: ThumbnailRequest }>(
      '/api/thumbnails/generate',
      { schema: { body: thumbnailRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const wanted = { folder: context.folders.thumbnails, videoId: body.video_id, size: body.size }
        const { path, timestamp } = await traced('generate_thumbnail', {}, () =>
          withVideo(context, body, limits, async (file) => {
            const clock = body.frame_clock
            const video = clock ? await readVideo(file, limits, clock) : await readMoment(file, body.timestamp, limits)
            const frame = frameAt(video.clock, body.timestamp)
            const boxes = body.boxes
              ? await partsOf(context, limits).objects((detector) => boxesToDraw(video, frame, detector, limits))
              : undefined
            if (boxes instanceof Missing) throw new Problem(503, boxes.reason)
            return writeThumbnail(video, { ...wanted, frame, boxes }, limits)
          }),
        )
        return { video_id: body.video_id, thumbnail_path: path, timestamp, size: body.size }
      },
    )

    app.post<{ Body: ExamineRequest }>(
      '/api/videos/examine',
      { schema: { body: examineRequest } },
      async ({ body }, reply) => {
        const limits = context.limits(clientSignal(reply))
        const facts = await traced('examine_video', {}, () =>
          withVideo(context, body, limits, (file) => examineVideo(file, limits)),
        )
        return { video_id: body.video_id, ...facts }
      },
    )
  }
