import { Type } from '@sinclair/typebox'
import { createSchema, updateSchema } from '../database/record-schema.js'
import { says } from '../lib/described.js'
import { choice, keptDocument, optional, shortText, uuid } from '../lib/schema.js'
import { summaryRecord } from './summary.record.js'

/** A summary to save; given fields overwrite those of an existing one, omitted ones stay. */
export const saveSummarySchema = createSchema(summaryRecord)
export const updateSummarySchema = updateSchema(summaryRecord)

/** Where a model is to write over what a person wrote: that is kept and the request refused, or it is replaced. */
export const onEdited = optional(
  says(
    'What to do where a person has written or edited what the model is to write: `refuse` (when absent) with CONFLICT, ' +
      'whose `editedFields` name it, or `replace`. What is edited after the request is kept in either case; the job ' +
      'then fails.',
    choice(['refuse', 'replace']),
  ),
)

/** In the payload of a job: what it may replace of what people wrote, as digests by the names of the fields. */
export const digests = Type.Record(Type.String(), Type.String())

export const generateSummarySchema = Type.Object({
  videoId: Type.String({ minLength: 1, maxLength: 255 }),
  personaId: uuid,
  frameSampleRate: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  maxFrames: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  enableAudio: Type.Optional(Type.Boolean()),
  audioLanguage: optional(shortText),
  enableSpeakerDiarization: Type.Optional(Type.Boolean()),
  fusionStrategy: optional(choice(['sequential', 'timestamp_aligned', 'native_multimodal', 'hybrid'])),
  audioOverrides: optional(keptDocument),
  generationOverrides: optional(keptDocument),
  onEdited,
})

export const videoParams = Type.Object({ videoId: Type.String() })
export const pairParams = Type.Object({ videoId: Type.String(), personaId: uuid })
/** The id of a summary, or of its persona (SU-10). */
export const summaryParams = Type.Object({ videoId: Type.String(), summaryId: uuid })
