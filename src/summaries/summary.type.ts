import type { Selectable } from 'kysely'
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { VideoSummaries } from '../database/schema.js'
import { objectOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { neverNull, Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json, JsonObject } from '../graphql/scalars.js'
import { Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { Video } from '../videos/video.type.js'
import { evidence } from './evidence.shape.js'

const Evidence = objectOf(evidence)
type Row = Selectable<VideoSummaries>

export enum FusionStrategy {
  SEQUENTIAL = 'sequential',
  TIMESTAMP_ALIGNED = 'timestamp_aligned',
  NATIVE_MULTIMODAL = 'native_multimodal',
  HYBRID = 'hybrid',
}
registerEnumType(FusionStrategy, {
  name: 'FusionStrategy',
  description:
    'How a summary combines picture and sound: analysed one after the other (SEQUENTIAL), matched by time ' +
    '(TIMESTAMP_ALIGNED), by one multimodal model (NATIVE_MULTIMODAL) or weighed together (HYBRID).',
})

@ObjectType({
  implements: Node,
  description: 'A summary of a video from the perspective of a persona; at most one for each video and persona.',
})
export class Summary
  extends Node
  implements
    Pick<
      Row,
      | 'videoId'
      | 'personaId'
      | 'visualAnalysis'
      | 'audioTranscript'
      | 'confidence'
      | 'audioLanguage'
      | 'speakerCount'
      | 'audioModelUsed'
      | 'visualModelUsed'
      | 'fusionStrategy'
      | 'comment'
      | 'version'
      | 'createdAt'
      | 'updatedAt'
    >
{
  @Field(() => ID, { description: 'ID of the video, which may no longer exist.' })
  videoId: string

  @Field(() => ID, { nullable: true, description: `ID of the persona. ${neverNull}` })
  personaId: string

  @Field(() => Json, { description: 'Text as it was written: a string or an array of rich text items.' })
  summary: unknown

  @Field(() => String, { nullable: true, description: 'Description of what the picture shows; null when unset.' })
  visualAnalysis: string | null

  @Field(() => String, { nullable: true, description: 'Transcript of the speech, as plain text; null when unset.' })
  audioTranscript: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Key frames, each {frame_number, timestamp (seconds), description, confidence}.',
  })
  keyFrames: unknown

  @Field(() => [Evidence], {
    nullable: true,
    description: 'Evidence for its sentences, as reported by the model that wrote them; null when there is none.',
  })
  evidence: unknown

  @Field(() => Float, { nullable: true, description: 'Confidence in the summary, 0 to 1; null when unset.' })
  confidence: number | null

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Transcript with timed segments: {segments: [{start, end, text, ' +
      'speaker, confidence}], language}; times in seconds.',
  })
  transcriptJson: unknown

  @Field(() => String, { nullable: true, description: 'Language code of the speech; null when unknown.' })
  audioLanguage: string | null

  @Field(() => Int, { nullable: true, description: 'Number of speakers; null when unknown.' })
  speakerCount: number | null

  @Field(() => String, { nullable: true, description: 'Name of the model that analysed the sound.' })
  audioModelUsed: string | null

  @Field(() => String, { nullable: true, description: 'Name of the model that analysed the picture.' })
  visualModelUsed: string | null

  @Field(() => FusionStrategy, {
    nullable: true,
    description:
      'How picture and sound were combined; null if it is not stated, or in words of a model that are none of these.',
  })
  fusionStrategy: FusionStrategy | string | null

  @Field(() => Float, { nullable: true, description: 'Seconds that the analysis of the sound took.' })
  processingTimeAudio: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds that the analysis of the picture took.' })
  processingTimeVisual: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds that combining picture and sound took.' })
  processingTimeFusion: number | null

  @Field(() => DateTime, { nullable: true, description: 'When the sound was analysed.' })
  processedAtAudio: string | null

  @Field(() => DateTime, { nullable: true, description: 'When the picture was analysed.' })
  processedAtVisual: string | null

  @Field(() => DateTime, { nullable: true, description: 'When picture and sound were combined.' })
  processedAtFusion: string | null

  @Field(() => String, { nullable: true, description: 'Free-text comment on the summary; null when unset.' })
  comment: string | null

  @Field(() => Int, {
    description: 'Increases with every change; pass it as `ifVersion` to avoid overwriting changes of others.',
  })
  version: number

  @Field(() => DateTime, { nullable: true, description: `When it was created. ${neverNull}` })
  createdAt: string

  @Field(() => DateTime, { nullable: true, description: `When it was last changed. ${neverNull}` })
  updatedAt: string

  @Field(() => ID, { nullable: true, description: 'ID of the user who created it; null when unknown.' })
  createdBy: string | null

  @Field(() => ID, { nullable: true, description: 'ID of the project it is in; null outside projects.' })
  projectId: string | null

  @Field(() => Persona, {
    nullable: true,
    description:
      'The persona whose perspective it takes. Of one that the caller may not read, but whose summary is shared with ' +
      'the caller, only name and role are shown; null otherwise.',
  })
  persona?: Persona | null

  @Field(() => Video, {
    nullable: true,
    description: 'The video; null when it does not exist or the caller may not see it.',
  })
  video?: Video | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project it is in; null outside projects and when the caller may not read the project.',
  })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'The user who created it; null when unknown.' })
  creator?: User | null
}

export const SummaryConnection = connectionType('Summary', () => Summary)
export const SummaryPageArgs = orderedPageArgs('Summary', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  CONFIDENCE: 'confidence',
})
export type SummaryPageArgs = InstanceType<typeof SummaryPageArgs>
