import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { DateTime, Json, JsonObject } from '../graphql/scalars.js'
import { onEdited } from './summary.schema.js'
import { FusionStrategy } from './summary.type.js'

@InputType({ description: 'Which video a model is to summarize for which persona, and the settings of the analysis.' })
export class RequestSummaryInput {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => ID, { description: 'ID of the persona that the summary is for.' })
  personaId: string

  @Field(() => Float, { nullable: true, description: 'Frames to sample per second of video, 1 to 10; 1 when absent.' })
  frameSampleRate?: number

  @Field(() => Int, { nullable: true, description: 'Maximum number of frames to analyse, 1 to 100; 30 when absent.' })
  maxFrames?: number

  @Field(() => Boolean, { nullable: true, description: 'Whether to analyse the sound too; false when absent.' })
  enableAudio?: boolean

  @Field(() => String, { nullable: true, description: 'Language code of the speech; detected when absent or null.' })
  audioLanguage?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether to tell speakers apart; false when absent.' })
  enableSpeakerDiarization?: boolean

  @Field(() => FusionStrategy, {
    nullable: true,
    description: 'How to combine picture and sound; SEQUENTIAL when absent.',
  })
  fusionStrategy?: FusionStrategy | null

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Settings passed to the audio model as they are, such as `temperature`.',
  })
  audioOverrides?: Record<string, unknown> | null

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Settings passed to the model that writes the summary as they are, ' +
      'such as `temperature`, `top_p` and `max_tokens`.',
  })
  generationOverrides?: Record<string, unknown> | null

  @Field(() => String, { nullable: true, description: onEdited.description })
  onEdited?: string | null
}

@InputType({ description: 'Fields of a summary that both saving and updating can set.' })
class SummaryFields {
  @Field(() => String, { nullable: true, description: 'Description of what the picture shows.' })
  visualAnalysis?: string | null

  @Field(() => String, { nullable: true, description: 'Transcript of the speech, as plain text.' })
  audioTranscript?: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Key frames, each {frame_number, timestamp (seconds), description, confidence}.',
  })
  keyFrames?: object[] | null

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'Evidence: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: ' +
      '[{label, x, y, width, height, confidence, typeId, typeName}]}]}; times in seconds, boxes in fractions of the picture.',
  })
  evidence?: object[] | null

  @Field(() => Float, { nullable: true, description: 'Confidence in the summary, 0 to 1.' })
  confidence?: number | null

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Transcript with timed segments: {segments: [{start, end, text, ' +
      'speaker, confidence}], language}; times in seconds.',
  })
  transcriptJson?: object | null

  @Field(() => String, { nullable: true, description: 'Language code of the speech.' })
  audioLanguage?: string | null

  @Field(() => Int, { nullable: true, description: 'Number of speakers, a whole number from 0.' })
  speakerCount?: number | null

  @Field(() => String, { nullable: true, description: 'Free-text comment on the summary.' })
  comment?: string | null
}

@InputType({
  description: 'Changes to a summary: absent fields stay as they are, null clears a field; `summary` cannot be null.',
})
export class UpdateSummaryInput extends SummaryFields {
  @Field(() => ID, { description: 'ID of the summary.' })
  id: string

  @Field(() => Int, {
    nullable: true,
    description: 'Refuse the change with PRECONDITION_FAILED unless the row is at this version.',
  })
  ifVersion?: number

  @Field(() => Json, { nullable: true, description: 'Text of the summary: a string or an array of rich text items.' })
  summary?: unknown

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the project to move the summary into, with its claims; null moves it out of its project.',
  })
  projectId?: string | null
}

@InputType({
  description:
    'The summary of a video and persona, to be created or, if there is ' +
    'one, changed: absent fields stay, null clears.',
})
export class SaveSummaryInput extends SummaryFields {
  @Field(() => ID, { description: 'ID of the video.' })
  videoId: string

  @Field(() => ID, { description: 'ID of the persona.' })
  personaId: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only create: refuse with PRECONDITION_FAILED if this video and persona have a summary.',
  })
  onlyNew?: boolean | null

  @Field(() => Json, { description: 'Text of the summary: a string or an array of rich text items.' })
  summary: unknown

  @Field(() => String, { nullable: true, description: 'Name of the model that analysed the sound.' })
  audioModelUsed?: string | null

  @Field(() => String, { nullable: true, description: 'Name of the model that analysed the picture.' })
  visualModelUsed?: string | null

  @Field(() => FusionStrategy, { nullable: true, description: 'How picture and sound were combined.' })
  fusionStrategy?: FusionStrategy | null

  @Field(() => Float, { nullable: true, description: 'Seconds that the analysis of the sound took.' })
  processingTimeAudio?: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds that the analysis of the picture took.' })
  processingTimeVisual?: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds that combining picture and sound took.' })
  processingTimeFusion?: number | null

  @Field(() => DateTime, { nullable: true, description: 'When the sound was analysed.' })
  processedAtAudio?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When the picture was analysed.' })
  processedAtVisual?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When picture and sound were combined.' })
  processedAtFusion?: string | null

  @Field(() => String, { nullable: true, description: 'Format version of the claims, such as `1.0`.' })
  claimsVersion?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When the claims were extracted.' })
  claimsExtractedAt?: string | null

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the project to put the summary into; null: no project. When absent, a new summary ' +
      'takes the project of the persona if the caller may create summaries there.',
  })
  projectId?: string | null
}
