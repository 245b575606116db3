import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { asSent, named, reference, success, type Answers } from '../http/answers.js'
import { choice, gloss, nullable, optional } from '../lib/schema.js'
import { summaryRecord } from './summary.record.js'

const text = Type.String()
const count = Type.Integer()
const time = Type.String({ format: 'date-time' })
const more = { additionalProperties: true } as const

const keyFrame = Type.Object(
  {
    frame_number: Type.Optional(Type.Number()),
    timestamp: Type.Optional(Type.Number()),
    description: Type.Optional(text),
    confidence: Type.Optional(Type.Number()),
  },
  more,
)
const segment = Type.Object(
  { start: Type.Number(), end: Type.Number(), text, speaker: optional(text), confidence: optional(Type.Number()) },
  more,
)
const transcript = Type.Object({ segments: Type.Optional(Type.Array(segment)), language: optional(text) }, more)

/** The tree of claims inside a summary (RF-29); the claims are those of the claim routes. */
const claimsJson = Type.Object({
  version: text,
  claims: Type.Array(reference('Claim')),
  metadata: Type.Object({ extractedAt: nullable(time), totalClaims: count, totalSubclaims: count, maxDepth: count }),
})

export const summary = named(
  'Summary',
  Type.Object({
    ...answerShapes(summaryRecord),
    keyFrames: nullable(asSent(Type.Array(keyFrame))),
    transcriptJson: nullable(asSent(transcript)),
    claimsJson: nullable(claimsJson),
    claimsVersion: nullable(text),
    claimsExtractedAt: nullable(time),
    summaryGloss: gloss,
  }),
)

export const summaryAnswers: Answers = {
  'POST /api/videos/summaries/generate': {
    id: 'requestSummary',
    says: 'Starts a job in which a model summarizes a video for a persona.',
    refuses: [404],
    202: Type.Object({ jobId: text, status: choice(['queued']), videoId: text, personaId: text }),
  },
  'GET /api/videos/:videoId/summaries': {
    id: 'listSummaries',
    says: 'Lists the summaries of a video that the caller may read.',
    200: Type.Array(summary),
  },
  'GET /api/videos/:videoId/summaries/:personaId': {
    id: 'getSummary',
    says: 'Returns the summary of a video for a persona.',
    200: summary,
  },
  'DELETE /api/videos/:videoId/summaries/:personaId': {
    id: 'deleteSummary',
    says: 'Deletes the summary of a video for a persona, with its claims.',
    200: success,
  },
  'POST /api/summaries': {
    id: 'saveSummary',
    says: 'Creates the summary of a video for a persona, or changes the given fields of the one there is.',
    refuses: [404],
    201: summary,
  },
  'PUT /api/videos/:videoId/summaries/:summaryId': {
    id: 'updateSummary',
    says: 'Changes the given fields of a summary.',
    200: summary,
  },
}
