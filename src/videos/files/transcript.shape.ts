import { Type, type Static } from '@sinclair/typebox'
import { named } from '../../http/answers.js'
import { says, typed } from '../../lib/described.js'
import { nullable, optional } from '../../lib/schema.js'

const text = Type.String()
const seconds = Type.Number()

const segment = typed(
  'TranscribedSegment',
  'A part of a transcript: something that is said.',
  Type.Object({
    start: says('When the segment starts, in seconds from the start of the video.', seconds),
    end: says('When the segment ends, in seconds from the start of the video.', seconds),
    text: says('What is said in the segment.', text),
    confidence: nullable(
      says('Confidence of the transcription, 0 to 1; null if the model does not say.', Type.Number()),
    ),
    speaker: nullable(
      says(
        'Name of the speaker who talks longest in the segment; null if speakers were not identified or none talks.',
        text,
      ),
    ),
  }),
)

export const transcript = named(
  'Transcript',
  typed(
    'Transcript',
    'The transcript of the speech in a video; nothing of it is stored.',
    Type.Object({
      text: says('The whole text of the transcript.', text),
      segments: says('The segments of the transcript in order.', Type.Array(segment)),
      language: nullable(says('Code of the spoken language, such as en; null if unknown.', text)),
      duration: nullable(says('Length of the audio in seconds; null if unknown.', seconds)),
      processingTime: says('Time that the transcription took, in seconds.', seconds),
      modelUsed: says('Name of the model that transcribed the speech.', text),
      speakers: Type.Optional(
        says(
          'Names of the speakers, in order of first appearance; null if speakers were not identified.',
          Type.Array(text),
        ),
      ),
      diarizationModelUsed: Type.Optional(
        says('Name of the model that identified the speakers; null if they were not identified.', text),
      ),
      diarizationProcessingTime: Type.Optional(
        says('Time that identifying the speakers took, in seconds; null if they were not identified.', seconds),
      ),
    }),
  ),
)
/** The transcript of a video. */
export type Transcript = Static<typeof transcript>

const speakers = (sentence: string) =>
  optional(says(`${sentence}; used with \`enableDiarization\` only.`, Type.Integer()))

/** The limits of the numbers matter only when speakers are requested, so the service checks them (V-21). */
export const transcribeSchema = Type.Object({
  language: optional(
    says(
      'Code of the spoken language, such as en, at most 35 characters; detected if null or absent.',
      Type.String({ minLength: 1, maxLength: 35 }),
    ),
  ),
  enableDiarization: Type.Optional(
    says('Whether to identify who speaks in each segment (speaker diarization); false by default.', Type.Boolean()),
  ),
  numSpeakers: speakers('Exact number of speakers, at least 1, if known'),
  minSpeakers: speakers('Lowest number of speakers, at least 1 and at most `maxSpeakers`'),
  maxSpeakers: speakers('Highest number of speakers, at least 1'),
})
export type TranscribeInput = Static<typeof transcribeSchema>
