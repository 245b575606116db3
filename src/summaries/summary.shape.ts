import { Type, type TSchema } from '@sinclair/typebox'
import { reviewColumns } from '../access/review.shape.js'
import { forkedColumn } from '../database/rows/forked-from.js'
import { document, integer, number, record, text, time, times, uuid } from '../database/rows/record.js'
import { createSchema, updateSchema } from '../database/rows/record-schema.js'
import { anyId, called, documents, says, typed, usually } from '../lib/described.js'
import {
  choice,
  enumeration,
  gloss,
  keptDocument,
  longText,
  optional,
  ratio,
  shortText,
  uuid as uuidShape,
} from '../lib/schema.js'
import { evidence } from './evidence.shape.js'

const fusionStrategies = ['sequential', 'timestamp_aligned', 'native_multimodal', 'hybrid'] as const
const fusion = <S extends TSchema>(schema: S) =>
  usually(
    'FusionStrategy',
    'How a summary combines picture and sound: analysed one after the other (SEQUENTIAL), matched by time ' +
      '(TIMESTAMP_ALIGNED), by one multimodal model (NATIVE_MULTIMODAL) or weighed together (HYBRID).',
    fusionStrategies,
    schema,
  )

const more = { additionalProperties: true } as const
const seconds = (sentence: string) => says(sentence, Type.Number())

/** Key frames and transcripts are stored as they were sent; these are their documented members. */
export const keyFrame = typed(
  'KeyFrame',
  'A frame of the video that stands for a part of it.',
  Type.Object(
    {
      frame_number: Type.Optional(called('frameNumber', says('Number of the frame, counted from 0.', Type.Number()))),
      timestamp: Type.Optional(seconds('Seconds from the start of the video.')),
      description: Type.Optional(says('What the frame shows.', Type.String())),
      confidence: Type.Optional(says('Confidence in the description, 0 to 1.', Type.Number())),
    },
    more,
  ),
)
const segment = typed(
  'TranscriptSegment',
  'A piece of a transcript.',
  Type.Object(
    {
      start: seconds('Start, in seconds of the video.'),
      end: seconds('End, in seconds of the video.'),
      text: says('What is said.', Type.String()),
      speaker: optional(says('Who says it; null when unknown.', Type.String())),
      confidence: optional(says('Confidence in the text, 0 to 1; null when unknown.', Type.Number())),
    },
    more,
  ),
)
export const transcript = typed(
  'SummaryTranscript',
  'A transcript with timed segments.',
  Type.Object(
    {
      segments: Type.Optional(says('The pieces of the transcript, in the order of time.', Type.Array(segment))),
      language: optional(says('Language code of the speech; null when unknown.', Type.String())),
    },
    more,
  ),
  'TranscriptInput',
)

/** Options of columns that may be set when a summary is saved, but not changed later. */
const byModel = { nullable: true, updated: false } as const
const modelName = { ...byModel, shape: shortText } as const
const unset = <const S extends string>(asInput: S) => ({ asInput, nullable: true }) as const

/** What a video is about from the perspective of a persona; there is one summary per video and persona. */
export const summaryRecord = record('videoSummaries', 's', {
  id: uuid('ID of the summary.', { writer: 'server', required: true, exchanged: true, shown: false }),
  videoId: text('ID of the video, which may no longer exist.', {
    asInput: 'ID of the video.',
    required: true,
    updated: false,
    shape: anyId(Type.String({ minLength: 1, maxLength: 255 })),
  }),
  personaId: uuid('ID of the persona.', { required: true, updated: false, copied: false }),
  /** The text as it was written: a string or rich text (RF-27). */
  summary: document('Text as it was written: a string or an array of rich text items.', {
    asInput: 'Text of the summary: a string or an array of rich text items.',
    required: true,
    references: true,
    shape: documents(gloss, Type.Unsafe<string | Record<string, unknown>[]>({ anyOf: [longText, gloss] })),
  }),
  visualAnalysis: text(
    'Description of what the picture shows; null when unset.',
    unset('Description of what the picture shows.'),
  ),
  audioTranscript: text(
    'Transcript of the speech, as plain text; null when unset.',
    unset('Transcript of the speech, as plain text.'),
  ),
  keyFrames: document('Key frames, each {frame_number, timestamp (seconds), description, confidence}.', {
    inGraphQL: 'Key frames of the video.',
    nullable: true,
    shape: documents(Type.Array(keyFrame), Type.Array(Type.Object({}, more))),
  }),
  confidence: number('Confidence in the summary, 0 to 1; null when unset.', {
    ...unset('Confidence in the summary, 0 to 1.'),
    shape: ratio,
  }),
  transcriptJson: document(
    'Transcript with timed segments: {segments: [{start, end, text, speaker, confidence}], language}; times in seconds.',
    {
      inGraphQL: 'Transcript of the speech, in segments with times in seconds.',
      nullable: true,
      shape: documents(transcript, Type.Object({}, more)),
    },
  ),
  evidence: document('Evidence for its sentences, as reported by the model that wrote them; null when there is none.', {
    asInput:
      'Evidence: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: ' +
      '[{label, x, y, width, height, confidence, typeId, typeName}]}]}; times in seconds, boxes in fractions of the ' +
      'picture.',
    inGraphQL:
      'Evidence for its sentences, as reported by the model that wrote them. Times are in seconds, boxes in fractions ' +
      'of the picture.',
    nullable: true,
    shape: Type.Array(evidence),
  }),
  audioLanguage: text('Language code of the speech; null when unknown.', {
    ...unset('Language code of the speech.'),
    shape: shortText,
  }),
  speakerCount: integer('Number of speakers; null when unknown.', {
    ...unset('Number of speakers, a whole number from 0.'),
    shape: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  }),
  audioModelUsed: text('Name of the model that analysed the sound.', modelName),
  visualModelUsed: text('Name of the model that analysed the picture.', modelName),
  fusionStrategy: text(
    'How picture and sound were combined; null if it is not stated, or in words of a model that are none of these.',
    { asInput: 'How picture and sound were combined.', ...byModel, shape: fusion(shortText) },
  ),
  processingTimeAudio: number('Seconds that the analysis of the sound took.', byModel),
  processingTimeVisual: number('Seconds that the analysis of the picture took.', byModel),
  processingTimeFusion: number('Seconds that combining picture and sound took.', byModel),
  processedAtAudio: time('When the sound was analysed.', byModel),
  processedAtVisual: time('When the picture was analysed.', byModel),
  processedAtFusion: time('When picture and sound were combined.', byModel),
  /** The API returns computed values for both: the newest change among the claims is included (RF-29). */
  claimsVersion: text('Format version of the claims, such as `1.0`.', {
    ...modelName,
    copied: false,
    printed: false,
    shown: false,
  }),
  claimsExtractedAt: time('When the claims were extracted.', {
    ...byModel,
    copied: false,
    printed: false,
    shown: false,
  }),
  comment: text('Free-text comment on the summary; null when unset.', unset('Free-text comment on the summary.')),
  createdBy: uuid('ID of the user who created it; null when unknown.', {
    answeredAs: 'creatorId',
    nullable: true,
    writer: 'server',
  }),
  projectId: uuid('ID of the project it is in; null outside projects.', {
    asInput:
      'ID of the project to put the summary into; null: no project. When absent, a new summary ' +
      'takes the project of the persona if the caller may create summaries there.',
    asChange: 'ID of the project to move the summary into, with its claims; null moves it out of its project.',
    nullable: true,
    exchanged: false,
    copied: false,
  }),
  /** The digests of the texts that models wrote into the fields above (migration 0230). */
  modelDigests: document({ writer: 'server', type: 'jsonb', printed: false }),
  ...forkedColumn,
  ...reviewColumns,
  version: integer('Increases with every change; pass it as `ifVersion` to avoid overwriting changes of others.', {
    writer: 'server',
    printed: false,
  }),
  ...times,
})

/** The text of a summary in answers, whichever form was stored. */
export const summaryGloss = says('The text as rich text; a plain string becomes a single text item.', gloss)

/** A summary to save; its fields overwrite those of an existing one, omitted ones stay. */
export const saveSummarySchema = createSchema(summaryRecord)
export const updateSummarySchema = updateSchema(summaryRecord)

/** What happens if a model is to overwrite text of a person: the request is refused, or the text is replaced. */
export const onEdited = optional(
  says(
    'What to do where a person has written or edited what the model is to write: `refuse` (when absent) with CONFLICT, ' +
      'whose `editedFields` name it, or `replace`. What is edited after the request is kept in either case; the job ' +
      'then fails.',
    enumeration(
      'EditedTextPolicy',
      'What a model does with a text that a person has written or edited: it refuses to write, or replaces the text.',
      ['refuse', 'replace'],
    ),
  ),
)

/** In the payload of a job: the text of people that it may replace, as digests by the names of the fields. */
export const digests = Type.Record(Type.String(), Type.String())

export const generateSummarySchema = Type.Object({
  videoId: says('ID of the video.', anyId(Type.String({ minLength: 1, maxLength: 255 }))),
  personaId: says('ID of the persona that the summary is for.', uuidShape),
  frameSampleRate: Type.Optional(
    says('Frames to sample per second of video, 1 to 10; 1 when absent.', Type.Number({ minimum: 1, maximum: 10 })),
  ),
  maxFrames: Type.Optional(
    says('Maximum number of frames to analyse, 1 to 100; 30 when absent.', Type.Integer({ minimum: 1, maximum: 100 })),
  ),
  enableAudio: Type.Optional(says('Whether to analyse the sound too; false when absent.', Type.Boolean())),
  audioLanguage: optional(says('Language code of the speech; detected when absent or null.', shortText)),
  enableSpeakerDiarization: Type.Optional(says('Whether to tell speakers apart; false when absent.', Type.Boolean())),
  fusionStrategy: optional(
    says('How to combine picture and sound; SEQUENTIAL when absent.', fusion(choice(fusionStrategies))),
  ),
  audioOverrides: optional(
    says('Settings passed to the audio model as they are, such as `temperature`.', keptDocument),
  ),
  generationOverrides: optional(
    says(
      'Settings passed to the model that writes the summary as they are, such as `temperature`, `top_p` and ' +
        '`max_tokens`.',
      keptDocument,
    ),
  ),
  onEdited,
})
