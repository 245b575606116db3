import { Type } from '@sinclair/typebox'
import { requireVideos } from '../access/require.js'
import type { Context } from '../context.js'
import { defineJob } from '../jobs/job-type.js'
import { joinBytes } from '../lib/bytes.js'
import { AppError } from '../lib/errors.js'
import * as model from '../models/model-summaries.js'
import type { TextAbout } from '../models/named-things.sql.js'
import { referencedGloss, referencesIn } from '../models/text-references.js'
import { typesForLabels } from '../personas/label-types.service.js'
import { refuseEdited } from './edited.service.js'
import { printSummary } from './summary-read.service.js'
import { digests } from './summary.shape.js'
import { pairIs, requireSummarizable, saveSummary } from './summary.service.js'
import { selectSummaryOfPair, selectTypeNames } from './summary.sql.js'

/** The options of a summarization (SU-03, SU-04). API keys of providers are never part of a payload (AK-08). */
const payload = Type.Object({
  videoId: Type.String(),
  personaId: Type.String(),
  frameSampleRate: Type.Number(),
  maxFrames: Type.Number(),
  enableAudio: Type.Boolean(),
  audioLanguage: Type.Union([Type.String(), Type.Null()]),
  enableSpeakerDiarization: Type.Boolean(),
  fusionStrategy: Type.String(),
  audioOverrides: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  generationOverrides: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  replaces: Type.Optional(digests),
})

/** Returns the text as rich text, with references to the types, objects and labels in it. */
async function referencing(ctx: Context, summary: Omit<TextAbout, 'createdBy'>, content: string) {
  const held = await selectSummaryOfPair(ctx.db, summary.videoId, summary.personaId)
  const about = held ?? { ...summary, createdBy: ctx.actor?.userId ?? null }
  const references = await referencesIn(ctx, about, { types: true, objects: true })
  return referencedGloss([{ type: 'text', content }], references, new Set())
}

/**
 * Lets a model summarize a video for a persona. The inputs are checked again when the job runs, because they may be
 * gone by then.
 */
export const videoSummarization = defineJob({
  name: 'video-summarization',
  payload,
  attempts: 3,
  timeoutMinutes: 120,
  concurrency: 5,
  perMinute: (config) => config.jobsPerMinute.summarization,
  async run(ctx, { payload, progress, signal }) {
    const { videoId, personaId, replaces = {} } = payload
    await requireVideos(ctx, [videoId])
    const persona = await requireSummarizable(ctx, videoId, personaId)
    await refuseEdited(ctx, pairIs(videoId, personaId), replaces)
    await progress(20)
    const types = await selectTypeNames(ctx.db, personaId)
    const labelTypes = await typesForLabels(ctx, personaId)
    const answer = await model.summarize(ctx, payload, { ...persona, types, labelTypes }, signal)
    if (answer.video_id !== videoId)
      throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service answered for another video')
    const about = { videoId, personaId, projectId: persona.projectId }
    const rich = ctx.config.frontEndCompatibility && (await referencing(ctx, about, answer.summary))
    await progress(50)
    return async (tx) => {
      const columns = model.summaryColumns(answer, labelTypes, tx.now().toISOString())
      const written = { ...columns, ...(rich && { summary: rich }) }
      const id = await saveSummary(tx, { videoId, personaId, ...written }, { replaces })
      const { text } = await printSummary(tx, { id })
      return { ...(JSON.parse(joinBytes(text).toString()) as object), thinking: answer.thinking ?? null }
    }
  },
})
