import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { objectOf } from '../../graphql/classes.js'
import { jobNode } from '../../jobs/job.resolver.js'
import { getJob } from '../../jobs/job.service.js'
import { queued } from '../../jobs/job.shape.js'
import { Job } from '../../jobs/job.type.js'
import { anyId, says } from '../../lib/described.js'
import { requestDetection } from './detect-all.service.js'
import { detectObjects } from './detect.service.js'
import { detectAllSchema, detectionResult, detectSchema } from './detect.shape.js'

const DetectionResult = objectOf(detectionResult)

export const detectActs: Acts = {
  tag: 'Videos',
  acts: [
    act({
      says:
        'Has the model service detect objects in frames of a video. Nothing is stored; `adoptDetections` keeps the ' +
        'result.',
      rest: 'POST /api/videos/:videoId/detect',
      keyless: true,
      params: { videoId: says('ID of the video.', anyId(Type.String())) },
      body: detectSchema,
      run: (ctx, { videoId, body }) => detectObjects(ctx, videoId, body),
      answer: detectionResult,
      refuses: [502, 504],
      send: (_to, result) => ({ ...result, frameResults: result.frames }),
      mutation: {
        name: 'detectObjects',
        input: 'What to look for in a video, and in which frames. `manualQuery` or `personaId` is required.',
        payload: () => DetectionResult,
      },
    }),
    act({
      says:
        'Starts a job that detects objects in a whole video, tracks them, and creates an annotation of each. Poll the ' +
        'job; its result has the `annotationIds`.',
      rest: 'POST /api/videos/:videoId/detections',
      params: { videoId: says('ID of the video.', anyId(Type.String())) },
      body: detectAllSchema,
      run: async (ctx, { videoId, body }) => {
        const { jobId } = await requestDetection(ctx, videoId, body)
        return { jobId, status: 'queued', videoId }
      },
      status: 202,
      answer: Type.Object({ ...queued, videoId: says('ID of the video.', Type.String()) }),
      refuses: [409],
      mutation: {
        name: 'detectInVideo',
        input: 'What to detect in a whole video, and the persona whose types the objects get.',
        payload: { job: () => Job },
        node: async (ctx, { jobId }) => jobNode(await getJob(ctx, jobId)),
      },
    }),
  ],
}
