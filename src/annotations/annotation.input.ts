import { Field, Float, ID, InputType, Int } from 'type-graphql'
import { JsonObject } from '../graphql/scalars.js'
import { LinkType } from './annotation.type.js'

@InputType({ description: 'A new annotation.' })
export class CreateAnnotationInput {
  @Field(() => ID, { description: 'The video.' })
  videoId: string

  @Field(() => String, { description: 'type, object or another word of at most 50 characters.' })
  type: string

  @Field(() => String, { description: 'Id of a type or of a world object, or plain words.' })
  label: string

  @Field(() => JsonObject, { description: 'The bounding-box sequence.' })
  frames: object

  @Field(() => ID, { nullable: true, description: 'The persona; required for the type `type`.' })
  personaId?: string | null

  @Field(() => LinkType, { nullable: true, description: 'What kind of world object the label names.' })
  linkType?: LinkType | null

  @Field(() => Float, { nullable: true, description: '0 to 1; 1 by default.' })
  confidence?: number | null

  @Field(() => String, { nullable: true, description: 'manual by default.' })
  source?: string

  @Field(() => ID, { nullable: true, description: 'Project to put it into; that of its persona when absent.' })
  projectId?: string | null
}

@InputType({ description: 'Changes of an annotation; absent fields stay.' })
export class UpdateAnnotationInput {
  @Field(() => ID, { description: 'The annotation.' })
  id: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the annotation is at this version.' })
  ifVersion?: number | null

  @Field(() => String, { nullable: true, description: 'type, object or another word of at most 50 characters.' })
  type?: string

  @Field(() => String, { nullable: true, description: 'Id of a type or of a world object, or plain words.' })
  label?: string

  @Field(() => JsonObject, { nullable: true, description: 'The whole bounding-box sequence.' })
  frames?: object

  @Field(() => ID, { nullable: true, description: 'The persona.' })
  personaId?: string | null

  @Field(() => LinkType, { nullable: true, description: 'What kind of world object the label names.' })
  linkType?: LinkType | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number | null

  @Field(() => String, { nullable: true, description: 'Where it comes from.' })
  source?: string

  @Field(() => ID, { nullable: true, description: 'Project to move it into; null moves it out.' })
  projectId?: string | null
}

@InputType({ description: 'The annotation to delete.' })
export class DeleteAnnotationInput {
  @Field(() => ID, { description: 'The video that it is in.' })
  videoId: string

  @Field(() => ID, { description: 'The annotation.' })
  id: string
}

@InputType({ description: 'Frames of a video, both ends included.' })
export class FrameWindowInput {
  @Field(() => Int, { description: 'The first, counted from 0.' })
  from: number

  @Field(() => Int, { description: 'The last.' })
  to: number
}

@InputType('AnnotationFilter', { description: 'Which annotations; fields that are not given do not restrict.' })
export class AnnotationFilterInput {
  @Field(() => ID, { nullable: true, description: 'Those of a persona.' })
  personaId?: string

  @Field(() => String, { nullable: true, description: 'Those of a type.' })
  type?: string

  @Field(() => LinkType, { nullable: true, description: 'Those that name this kind of world object.' })
  linkType?: LinkType

  @Field(() => String, { nullable: true, description: 'Those with exactly this label.' })
  label?: string

  @Field(() => String, { nullable: true, description: 'Those from this source.' })
  source?: string

  @Field(() => ID, { nullable: true, description: 'Those that a user made.' })
  createdBy?: string

  @Field(() => FrameWindowInput, {
    nullable: true,
    description: 'Those whose boxes reach into a window of frames; gaps in between count as reached.',
  })
  visibleIn?: FrameWindowInput
}

@InputType({ description: 'New annotations, all or none; at most 1,000.' })
export class SaveAnnotationsInput {
  @Field(() => [CreateAnnotationInput], { description: 'In the order in which they are answered.' })
  annotations: CreateAnnotationInput[]
}

@InputType({ description: 'A keyframe to set; what is absent stays as it is on that frame.' })
export class KeyframeInput {
  @Field(() => Int, { description: 'Counted from 0.' })
  frameNumber: number

  @Field(() => Float, { description: 'Left edge in pixels.' })
  x: number

  @Field(() => Float, { description: 'Upper edge in pixels.' })
  y: number

  @Field(() => Float, { description: 'Pixels, above 0.' })
  width: number

  @Field(() => Float, { description: 'Pixels, above 0.' })
  height: number

  @Field(() => Boolean, { nullable: true, description: 'False opens a gap that lasts to the next visible keyframe.' })
  visible?: boolean

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number
}

@InputType({ description: 'Changes of single frames of a sequence; each frame at most once, at most 1,000 of either.' })
export class PatchSequenceInput {
  @Field(() => ID, { description: 'The annotation.' })
  id: string

  @Field(() => Int, { nullable: true, description: 'Refuse the change unless the annotation is at this version.' })
  ifVersion?: number | null

  @Field(() => [KeyframeInput], { nullable: true, description: 'Keyframes to set.' })
  upsert?: KeyframeInput[]

  @Field(() => [Int], { nullable: true, description: 'Frames whose stored boxes go.' })
  delete?: number[]
}
