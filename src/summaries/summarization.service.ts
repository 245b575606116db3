import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { requireVideos } from '../access/require.js'
import { permitted } from '../access/rules.js'
import type { Context } from '../context.js'
import { createJob } from '../jobs/job.service.js'
import { summaryExists } from '../lib/constraints.js'
import { conflict } from '../lib/errors.js'
import { replaceable, summarized } from './edited.service.js'
import type { generateSummarySchema } from './summary.shape.js'
import { isForeignPair } from './summary.sql.js'
import { videoSummarization } from './summary.job.js'
import { pairIs, requireSummarizable } from './summary.service.js'

/**
 * Starts a job in which a model summarizes a video for a persona, and returns the job's public id. Throws NOT_FOUND for
 * a video or persona that the caller may not use, and CONFLICT in an archived project, when the pair already has a
 * summary that the caller may not write (SU-06), or when a person has written it and `onEdited` is not "replace".
 */
export async function requestSummary(
  ctx: Context,
  input: Static<typeof generateSummarySchema>,
): Promise<{ jobId: string }> {
  const { videoId, personaId } = input
  await requireVideos(ctx, [videoId])
  await requireSummarizable(ctx, videoId, personaId)
  await refuseForeignPair(ctx, videoId, personaId)
  const replaces = await replaceable(ctx, pairIs(videoId, personaId), summarized, input.onEdited)
  const payload = {
    videoId,
    personaId,
    frameSampleRate: input.frameSampleRate ?? 1,
    maxFrames: input.maxFrames ?? 30,
    enableAudio: input.enableAudio ?? false,
    audioLanguage: input.audioLanguage ?? null,
    enableSpeakerDiarization: input.enableSpeakerDiarization ?? false,
    fusionStrategy: input.fusionStrategy ?? 'sequential',
    ...(input.audioOverrides && { audioOverrides: input.audioOverrides }),
    ...(input.generationOverrides && { generationOverrides: input.generationOverrides }),
    ...replaces,
  }
  const idPrefix = `${videoId}-${personaId}`
  const job = await createJob(ctx, videoSummarization, { idPrefix, payload, videoId, personaId })
  return { jobId: job.publicId }
}

async function refuseForeignPair(ctx: Context, videoId: string, personaId: string): Promise<void> {
  const writable = permitted(await abilitiesOf(ctx), 'update', 'summary', 's')
  if (await isForeignPair(ctx.db, videoId, personaId, writable)) throw conflict(summaryExists, 'personaId')
}
