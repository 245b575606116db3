import { createUnionType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { connectionType } from '../graphql/connection.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { DateTime } from '../graphql/scalars.js'
import { OntologyType, Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { Video } from '../videos/video.type.js'
import { Entity, EntityCollection, Event, EventCollection, TimeCollection, TimeObject } from '../world/world.type.js'
import type { AnnotationRow } from './annotation.sql.js'

export enum LinkType {
  ENTITY = 'entity',
  EVENT = 'event',
  TIME = 'time',
  LOCATION = 'location',
  ENTITY_COLLECTION = 'entity-collection',
  EVENT_COLLECTION = 'event-collection',
  TIME_COLLECTION = 'time-collection',
}
registerEnumType(LinkType, { name: 'LinkType', description: 'What kind of world object a label names.' })

@ObjectType({ description: 'Where something is on one frame.' })
export class Box {
  @Field(() => Int, { description: 'Counted from 0.' })
  frameNumber: number

  @Field(() => Float, { description: 'Left edge in pixels.' })
  x: number

  @Field(() => Float, { description: 'Upper edge in pixels.' })
  y: number

  @Field(() => Float, { description: 'Pixels.' })
  width: number

  @Field(() => Float, { description: 'Pixels.' })
  height: number

  @Field(() => Boolean, { description: 'Set by hand rather than computed or tracked.' })
  isKeyframe: boolean

  @Field(() => Boolean, { description: 'False in a gap.' })
  visible: boolean

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence?: number
}

@ObjectType({
  implements: Node,
  description: 'A region of a video over time, labelled with a type of a persona or an object of the world.',
})
export class Annotation extends Node implements Omit<AnnotationRow, 'interpolatedCount' | 'linkType'> {
  @Field(() => String, { description: 'type, object or another word.' })
  type: string

  @Field(() => String, { description: 'Id of a type or of a world object, or plain words.' })
  label: string

  @Field(() => LinkType, { nullable: true, description: 'What kind of world object the label names.' })
  linkType: LinkType | null

  @Field(() => Float, { nullable: true, description: '0 to 1.' })
  confidence: number | null

  @Field(() => String, { description: 'manual, tracking, detection, interpolation, import or another word.' })
  source: string

  @Field(() => Int, { description: 'Keyframes of the sequence.' })
  keyframeCount: number

  @Field(() => Int, { description: 'Stored boxes of the sequence.' })
  boxCount: number

  @Field(() => Int, {
    name: 'interpolatedFrameCount',
    description: 'Frames beside the keyframes on which it is shown.',
  })
  interpolatedCount: number

  @Field(() => Float, { nullable: true, description: 'First frame with a stored box.' })
  firstFrame: number | null

  @Field(() => Float, { nullable: true, description: 'Last frame with a stored box.' })
  lastFrame: number | null

  @Field(() => Boolean, {
    description: 'The file of the video has changed since the boxes were written: they may be off.',
  })
  stale: boolean

  @Field(() => Int, { description: 'Counts up with every change; give it as `ifVersion` to refuse lost updates.' })
  version: number

  @Field(() => DateTime, { description: 'When it was made.' })
  createdAt: string

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt: string

  @Field(() => ID, { description: 'The video, whether it is there or not.' })
  videoId: string

  @Field(() => ID, { nullable: true, description: 'From whose perspective; null for object annotations.' })
  personaId: string | null

  @Field(() => ID, { description: 'Who made it.' })
  createdByUserId: string

  @Field(() => ID, { nullable: true, description: 'The project that shares it.' })
  projectId: string | null

  isObject: boolean

  @Field(() => Persona, {
    nullable: true,
    description: 'From whose perspective; null for object annotations and for personas that the viewer may not read.',
  })
  persona?: Persona | null

  @Field(() => Project, { nullable: true, description: 'The project that shares it, where the viewer may read that.' })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'Who made it.' })
  creator?: User | null

  @Field(() => Video, {
    nullable: true,
    description: "The video; null for one that is not known yet or not the viewer's to see.",
  })
  video?: Video | null
}

export const AnnotationConnection = connectionType('Annotation', () => Annotation)
export const AnnotationPageArgs = orderedPageArgs('Annotation', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  LABEL: 'label',
  CONFIDENCE: 'confidence',
  FIRST_FRAME: 'firstFrame',
})
export type AnnotationPageArgs = InstanceType<typeof AnnotationPageArgs>

export const AnnotationTarget = createUnionType({
  name: 'AnnotationTarget',
  description: 'What a label names.',
  types: () => [OntologyType, Entity, Event, TimeObject, EntityCollection, EventCollection, TimeCollection] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'OntologyType',
})

@ObjectType({ description: 'A box on a frame, and what it belongs to.' })
export class AnnotationBox {
  @Field(() => ID, { description: 'The annotation.' })
  annotationId: string

  @Field(() => Box, { description: 'Stored or computed.' })
  box: Box

  @Field(() => Annotation, { nullable: true, description: 'The annotation; null once it is gone.' })
  annotation?: Annotation | null
}

@ObjectType({ description: 'What was deleted.' })
export class DeleteAnnotationPayload {
  @Field(() => ID, { description: 'Id of the annotation.' })
  id: string
}
