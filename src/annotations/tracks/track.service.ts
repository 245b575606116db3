import type { Context } from '../../context.js'
import { createJob } from '../../jobs/job.service.js'
import { validation } from '../../lib/errors.js'
import { requireAnnotating } from '../annotation-write.service.js'
import { requireExtendable } from './extend.service.js'
import { objectTracking } from './track.job.js'
import type { TrackInput } from './track.shape.js'

/**
 * Starts a job that follows an object from one frame of a visible video on (S-21). The right to create the annotation,
 * or to change the extended one, is checked here and again when the job runs. Returns the public id of the job. Throws
 * VALIDATION_ERROR if `endFrame` lies before `frame`, NOT_FOUND for an annotation that the actor may not change or that
 * is of another video, and what `requireAnnotating` throws.
 */
export async function requestTracking(ctx: Context, videoId: string, input: TrackInput): Promise<{ jobId: string }> {
  if (input.endFrame != null && input.endFrame < input.frame)
    throw validation([{ field: 'endFrame', message: 'must not lie before frame' }])
  const { personaId } = await requireAnnotating(ctx, { ...input, videoId })
  if (input.annotationId != null) await requireExtendable(ctx, videoId, input.annotationId)
  const job = await createJob(ctx, objectTracking, {
    idPrefix: videoId,
    payload: { videoId, input },
    videoId,
    ...(personaId && { personaId }),
  })
  return { jobId: job.publicId }
}
