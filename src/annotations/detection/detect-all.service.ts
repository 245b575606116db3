import type { Context } from '../../context.js'
import { createJob } from '../../jobs/job.service.js'
import { conflict, validation } from '../../lib/errors.js'
import { typesOfPersonas } from '../../personas/ontology.service.js'
import { probesOfVideos } from '../../videos/files/frame.service.js'
import { requireAnnotating } from '../annotation-write.service.js'
import { objectDetection } from './detect.job.js'
import type { DetectAllInput } from './detect.shape.js'
import { sampledFrames } from './track-chain.js'

/** The maximum number of frames that one job searches, which takes some hours on one core. */
const mostFrames = 36_000

/**
 * Starts a job that detects objects in a whole video and stores them as annotations. The right to create them is
 * checked here and again when the job runs. Returns the public id of the job. Throws VALIDATION_ERROR for types that
 * the persona does not have and for too many frames, CONFLICT for a video whose file has not been read, and what
 * `requireAnnotating` throws.
 */
export async function requestDetection(
  ctx: Context,
  videoId: string,
  input: DetectAllInput,
): Promise<{ jobId: string }> {
  const { personaId, types, framesPerSecond = 1 } = input
  await requireAnnotating(ctx, { videoId, personaId, type: 'type' })
  const [ofPersona = []] = await typesOfPersonas(ctx, [personaId])
  const typeIds = new Set(ofPersona.map(({ typeId }) => typeId))
  const unknown = (types ?? []).flatMap(({ typeId }, at) =>
    typeIds.has(typeId) ? [] : [{ field: `types.${at}.typeId`, message: 'is no type of the persona' }],
  )
  if (unknown.length) throw validation(unknown)
  const [probed] = await probesOfVideos(ctx, [videoId])
  if (!probed?.clock) throw conflict('The file of the video has not been read')
  const { length } = sampledFrames(probed.clock, framesPerSecond)
  if (length > mostFrames) {
    const message = `asks for ${length} frames of the video; at most ${mostFrames} are searched`
    throw validation([{ field: 'framesPerSecond', message }])
  }
  const job = await createJob(ctx, objectDetection, {
    idPrefix: videoId,
    payload: { videoId, input },
    videoId,
    personaId,
  })
  return { jobId: job.publicId }
}
