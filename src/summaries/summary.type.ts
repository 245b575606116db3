import type { Selectable } from 'kysely'
import { Field, Float, ID, Int, ObjectType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import type { VideoSummaries } from '../database/schema.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime, Json, JsonObject } from '../graphql/scalars.js'
import { Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { Video } from '../videos/video.type.js'
import { Evidence } from './evidence.type.js'

type Row = Selectable<VideoSummaries>

@ObjectType({ implements: Node, description: 'What a persona has to say of a video. One for each pair.' })
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
  @Field(() => ID, { description: 'The video, whether it is there or not.' })
  videoId: string

  @Field(() => ID, { description: 'The persona.' })
  personaId: string

  @Field(() => Json, { description: 'As last written: a string or rich text.' })
  summary: unknown

  @Field(() => String, { nullable: true, description: 'What is seen.' })
  visualAnalysis: string | null

  @Field(() => String, { nullable: true, description: 'What is said.' })
  audioTranscript: string | null

  @Field(() => [JsonObject], {
    nullable: true,
    description: 'Items {frame_number, timestamp, description, confidence}.',
  })
  keyFrames: unknown

  @Field(() => [Evidence], {
    nullable: true,
    description: 'What its sentences rest on, as the model that wrote them says it.',
  })
  evidence: unknown

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence: number | null

  @Field(() => JsonObject, { nullable: true, description: 'Segments with times in seconds, and the language.' })
  transcriptJson: unknown

  @Field(() => String, { nullable: true, description: 'Language of the speech.' })
  audioLanguage: string | null

  @Field(() => Int, { nullable: true, description: 'How many speak.' })
  speakerCount: number | null

  @Field(() => String, { nullable: true, description: 'Model that listened.' })
  audioModelUsed: string | null

  @Field(() => String, { nullable: true, description: 'Model that watched.' })
  visualModelUsed: string | null

  @Field(() => String, { nullable: true, description: 'How picture and sound were put together.' })
  fusionStrategy: string | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  processingTimeAudio: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  processingTimeVisual: number | null

  @Field(() => Float, { nullable: true, description: 'Seconds.' })
  processingTimeFusion: number | null

  @Field(() => DateTime, { nullable: true, description: 'When the sound was processed.' })
  processedAtAudio: string | null

  @Field(() => DateTime, { nullable: true, description: 'When the picture was processed.' })
  processedAtVisual: string | null

  @Field(() => DateTime, { nullable: true, description: 'When both were put together.' })
  processedAtFusion: string | null

  @Field(() => String, { nullable: true, description: 'Remark of a person.' })
  comment: string | null

  @Field(() => Int, { description: 'Counts up with every change; give it as `ifVersion` to refuse lost updates.' })
  version: number

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { nullable: true, description: 'Who made it.' })
  createdBy: string | null

  @Field(() => ID, { nullable: true, description: 'The project that shares it.' })
  projectId: string | null

  @Field(() => Persona, {
    nullable: true,
    description: 'Whose view it is; null when the caller may not read the persona.',
  })
  persona?: Persona | null

  @Field(() => Video, { nullable: true, description: 'The video; null when it is not there or not to be seen.' })
  video?: Video | null

  @Field(() => Project, { nullable: true, description: 'The project that shares it, where the viewer may read that.' })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'Who made it.' })
  creator?: User | null
}

export const SummaryConnection = connectionType('Summary', () => Summary)
export const SummaryPageArgs = orderedPageArgs('Summary', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  CONFIDENCE: 'confidence',
})
export type SummaryPageArgs = InstanceType<typeof SummaryPageArgs>
