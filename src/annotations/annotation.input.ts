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
  ifVersion?: number

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
}
