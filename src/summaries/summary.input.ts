import { Field, Float, ID, InputType, Int, registerEnumType } from 'type-graphql'
import { DateTime, Json, JsonObject } from '../graphql/scalars.js'

export enum FusionStrategy {
  SEQUENTIAL = 'sequential',
  TIMESTAMP_ALIGNED = 'timestamp_aligned',
  NATIVE_MULTIMODAL = 'native_multimodal',
  HYBRID = 'hybrid',
}
registerEnumType(FusionStrategy, { name: 'FusionStrategy', description: 'How picture and sound are put together.' })

@InputType({ description: 'What a model is asked to summarize, and how.' })
export class RequestSummaryInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => ID, { description: 'The persona that asks.' })
  personaId: string

  @Field(() => Float, { nullable: true, description: 'Frames a second, 1 to 10; 1 when absent.' })
  frameSampleRate?: number

  @Field(() => Int, { nullable: true, description: '1 to 100; 30 when absent.' })
  maxFrames?: number

  @Field(() => Boolean, { nullable: true, description: 'Listen as well.' })
  enableAudio?: boolean

  @Field(() => String, { nullable: true, description: 'Language code; found out when absent.' })
  audioLanguage?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Tell speakers apart.' })
  enableSpeakerDiarization?: boolean

  @Field(() => FusionStrategy, { nullable: true, description: 'SEQUENTIAL when absent.' })
  fusionStrategy?: FusionStrategy | null

  @Field(() => JsonObject, { nullable: true, description: 'Handed to the audio model.' })
  audioOverrides?: Record<string, unknown> | null

  @Field(() => JsonObject, { nullable: true, description: 'Handed to the picture model.' })
  generationOverrides?: Record<string, unknown> | null
}

@InputType({ description: 'What people write of a summary.' })
class SummaryFields {
  @Field(() => String, { nullable: true, description: 'What is seen.' })
  visualAnalysis?: string | null

  @Field(() => String, { nullable: true, description: 'What is said.' })
  audioTranscript?: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Items {frame_number, timestamp, description, confidence}.',
  })
  keyFrames?: object[] | null

  @Field(() => [JsonObject], {
    nullable: true,
    description:
      'What it rests on: {text, source, confidence, startTime, endTime, frames: [{frameNumber, timestamp, boxes: [{label, x, y, width, height, confidence}]}]}.',
  })
  evidence?: object[] | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number | null

  @Field(() => JsonObject, { nullable: true, description: 'Segments and language.' })
  transcriptJson?: object | null

  @Field(() => String, { nullable: true, description: 'Language of the speech.' })
  audioLanguage?: string | null

  @Field(() => Int, { nullable: true, description: 'How many speak.' })
  speakerCount?: number | null

  @Field(() => String, { nullable: true, description: 'Remark of a person.' })
  comment?: string | null
}

@InputType({ description: 'Fields of a summary that people write; absent ones stay, null clears.' })
export class UpdateSummaryInput extends SummaryFields {
  @Field(() => ID, { description: 'The summary.' })
  id: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the summary is at this version.' })
  ifVersion?: number

  @Field(() => Json, { nullable: true, description: 'A string or rich text.' })
  summary?: unknown

  @Field(() => ID, { nullable: true, description: 'Project to move it into; null moves it out.' })
  projectId?: string | null
}

@InputType({ description: 'A summary of a pair of video and persona: made, or given fields overwritten.' })
export class SaveSummaryInput extends SummaryFields {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => ID, { description: 'The persona.' })
  personaId: string

  @Field(() => Boolean, { nullable: true, description: 'Refuse to overwrite: the pair must have no summary yet.' })
  onlyNew?: boolean | null

  @Field(() => Json, { description: 'A string or rich text.' })
  summary: unknown

  @Field(() => String, { nullable: true, description: 'Model that listened.' })
  audioModelUsed?: string | null

  @Field(() => String, { nullable: true, description: 'Model that watched.' })
  visualModelUsed?: string | null

  @Field(() => String, { nullable: true, description: 'How picture and sound were put together.' })
  fusionStrategy?: string | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  processingTimeAudio?: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  processingTimeVisual?: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  processingTimeFusion?: number | null

  @Field(() => DateTime, { nullable: true, description: 'When the sound was processed.' })
  processedAtAudio?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When the picture was processed.' })
  processedAtVisual?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When both were put together.' })
  processedAtFusion?: string | null

  @Field(() => String, { nullable: true, description: 'Version of the form of its claims.' })
  claimsVersion?: string | null

  @Field(() => DateTime, { nullable: true, description: 'When its claims were extracted.' })
  claimsExtractedAt?: string | null

  @Field(() => ID, { nullable: true, description: 'Project to put it into; that of the persona when absent.' })
  projectId?: string | null
}
