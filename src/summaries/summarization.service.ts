import type { Static } from '@sinclair/typebox'
import { sql, type SqlBool } from 'kysely'
import { abilitiesOf } from '../access/abilities.js'
import { requireVideos } from '../access/require.js'
import { permitted } from '../access/rules.js'
import { type Context, transaction } from '../context.js'
import type { SummarizationPayload } from '../jobs/job.names.js'
import { createJob } from '../jobs/job.service.js'
import type { JobHandler } from '../jobs/job-runner.service.js'
import { AppError, conflict } from '../lib/errors.js'
import * as model from '../models/model-summaries.js'
import type { generateSummarySchema } from './summary.schema.js'
import { selectSummary } from './summary.sql.js'
import { printSummary, requireUsablePersona, saveSummary } from './summary.service.js'

/**
 * Accepts a summarization: video and persona are looked up now, the model runs later. CONFLICT when the pair is held by
 * a
 * summary the caller may not write (SU-06). Returns the documented job id.
 */
export async function requestSummary(
  ctx: Context,
  input: Static<typeof generateSummarySchema>,
): Promise<{ jobId: string }> {
  const { videoId, personaId } = input
  await requireVideos(ctx, [videoId])
  await requireUsablePersona(ctx, personaId)
  await refuseForeignPair(ctx, videoId, personaId)
  const payload: SummarizationPayload = {
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
  }
  const job = await transaction(ctx, (tx) =>
    createJob(tx, { queue: 'video-summarization', idPrefix: `${videoId}-${personaId}`, payload, videoId, personaId }),
  )
  return { jobId: job.publicId }
}

async function refuseForeignPair(ctx: Context, videoId: string, personaId: string): Promise<void> {
  const writable = permitted(await abilitiesOf(ctx), 'update', 'summary', 's')
  const held = await selectSummary(
    ctx.db,
    sql<SqlBool>`s.video_id = ${videoId} and s.persona_id = ${personaId} and not ${writable}`,
  )
  if (held) throw conflict('A summary already exists for this video and persona')
}

/**
 * The worker's side: inputs are read again, since they may have gone meanwhile; the model runs outside any transaction.
 */
export const runSummary: JobHandler<'video-summarization'> = async (ctx, { payload, progress, signal }) => {
  const { videoId, personaId } = payload
  await requireVideos(ctx, [videoId])
  const persona = await requireUsablePersona(ctx, personaId)
  await progress(20)
  const answer = await model.summarize(ctx, payload, persona, signal)
  if (answer.video_id !== videoId)
    throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service answered for another video')
  await progress(50)
  return async (tx) => {
    const id = await saveSummary(tx, { videoId, personaId, ...model.summaryColumns(answer, tx.now().toISOString()) })
    const { text } = await printSummary(tx, id)
    return { ...(JSON.parse(text) as object), thinking: answer.thinking ?? null }
  }
}
