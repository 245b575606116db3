import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { jobNode } from '../../jobs/job.resolver.js'
import { getJob } from '../../jobs/job.service.js'
import { queued } from '../../jobs/job.shape.js'
import { Job } from '../../jobs/job.type.js'
import { anyId, says } from '../../lib/described.js'
import { uuid } from '../../lib/schema.js'
import { annotationsByIds } from '../annotation.service.js'
import { Annotation } from '../annotation.type.js'
import { adoptDetections } from '../detection/adopt.service.js'
import { requestTracking } from './track.service.js'
import { adoptSchema, trackSchema } from './track.shape.js'

const ofVideo = { videoId: says('ID of the video.', anyId(Type.String())) }

export const trackActs: Acts = {
  tag: 'Annotations',
  acts: [
    act({
      says:
        'Starts a job in which a model tracks an object from one frame on, and creates an annotation of its track or ' +
        'extends the one that is given. Poll the job; its result has the `annotationId`.',
      rest: 'POST /api/videos/:videoId/track',
      params: ofVideo,
      body: trackSchema,
      run: async (ctx, { videoId, body }) => {
        const { jobId } = await requestTracking(ctx, videoId, body)
        return { jobId, status: 'queued', videoId }
      },
      status: 202,
      answer: Type.Object({ ...queued, videoId: says('ID of the video.', Type.String()) }),
      mutation: {
        name: 'trackFrom',
        input:
          'An object in one frame that is to be tracked, and the annotation to create from its track or to extend.',
        payload: { job: () => Job },
        node: async (ctx, { jobId }) => jobNode(await getJob(ctx, jobId)),
      },
    }),
    act({
      says: 'Keeps detections as annotations, all or none, and returns the IDs of the annotations. Deleting these undoes it.',
      rest: 'POST /api/videos/:videoId/detections/adopt',
      params: ofVideo,
      body: adoptSchema,
      run: (ctx, { videoId, body }) => adoptDetections(ctx, videoId, body),
      status: 201,
      answer: Type.Object({
        annotationIds: says('IDs of the annotations.', Type.Array(uuid)),
        count: says('Number of these annotations.', Type.Integer()),
      }),
      send: ({ reply }, annotationIds) => reply.status(201).send({ annotationIds, count: annotationIds.length }),
      mutation: {
        name: 'adoptDetections',
        input: 'The result of `detectObjects`, or a part of it, to be kept as annotations.',
        payload: { annotations: () => [Annotation] },
        node: (ctx, ids) => () => annotationsByIds(ctx, ids),
      },
    }),
  ],
}
