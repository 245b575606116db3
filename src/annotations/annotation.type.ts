import { createUnionType, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import { User } from '../accounts/user.type.js'
import { connectionType } from '../graphql/connection.js'
import { neverNull, Node } from '../graphql/node.js'
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
registerEnumType(LinkType, {
  name: 'LinkType',
  description:
    'Kind of world object that the label of an annotation names. LOCATION is an entity with a `locationType`.',
})

@ObjectType({ description: 'A bounding box on one frame, in pixels of the video as displayed.' })
export class Box {
  @Field(() => Int, { description: 'Number of the frame, counted from 0.' })
  frameNumber: number

  @Field(() => Float, { description: 'Left edge in pixels.' })
  x: number

  @Field(() => Float, { description: 'Upper edge in pixels.' })
  y: number

  @Field(() => Float, { description: 'Width in pixels.' })
  width: number

  @Field(() => Float, { description: 'Height in pixels.' })
  height: number

  @Field(() => Boolean, {
    description:
      'True for a stored keyframe; false for an interpolated box and for ' +
      'stored boxes between keyframes, such as those of a tracker.',
  })
  isKeyframe: boolean

  @Field(() => Boolean, {
    description: 'Whether the box is to be drawn; false in a gap, where the annotation is hidden.',
  })
  visible: boolean

  @Field(() => Float, { nullable: true, description: 'Confidence in the box, 0 to 1; null if unknown.' })
  confidence?: number
}

@ObjectType({
  implements: Node,
  description:
    'A region of a video over time, labelled with an ontology type of a persona, an object of the world, or free text.',
})
export class Annotation extends Node implements Omit<AnnotationRow, 'interpolatedCount' | 'linkType'> {
  @Field(() => String, {
    nullable: true,
    description:
      '`type` if `label` names an ontology type, `object` if it names a world object, or another word. ' + neverNull,
  })
  type: string

  @Field(() => String, {
    nullable: true,
    description: 'What is annotated: the `key` of an ontology type or of a world object, or free text. ' + neverNull,
  })
  label: string

  @Field(() => LinkType, {
    nullable: true,
    description: 'Kind of world object that `label` names; null if it names none or the kind is not stated.',
  })
  linkType: LinkType | null

  @Field(() => Float, { nullable: true, description: 'Confidence in the annotation, 0 to 1; null if unknown.' })
  confidence: number | null

  @Field(() => String, {
    description: 'Where the annotation comes from: manual, tracking, detection, interpolation, import or another word.',
  })
  source: string

  @Field(() => Int, { description: 'Number of keyframes in the bounding-box sequence.' })
  keyframeCount: number

  @Field(() => Int, { description: 'Number of stored boxes in the bounding-box sequence, keyframes included.' })
  boxCount: number

  @Field(() => Int, {
    name: 'interpolatedFrameCount',
    description: 'Number of frames, keyframes not counted, on which the annotation is visible.',
  })
  interpolatedCount: number

  @Field(() => Float, {
    nullable: true,
    description: 'Number of the first frame with a stored box; null if there is none.',
  })
  firstFrame: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Number of the last frame with a stored box; null if there is none.',
  })
  lastFrame: number | null

  @Field(() => Boolean, {
    description: 'Whether the file of the video has changed since the boxes were saved, so that they may be off.',
  })
  stale: boolean

  @Field(() => Int, {
    description: 'Version number, raised by every change; send it as `ifVersion` to prevent lost updates.',
  })
  version: number

  @Field(() => DateTime, { nullable: true, description: `When it was created. ${neverNull}` })
  createdAt: string

  @Field(() => DateTime, { nullable: true, description: `When it was last changed. ${neverNull}` })
  updatedAt: string

  @Field(() => ID, {
    description: 'ID of the video; set even if the video does not exist or the viewer may not see it.',
  })
  videoId: string

  @Field(() => ID, {
    nullable: true,
    description:
      'ID of the persona from whose perspective it was made; null if ' +
      'there is none, as for most annotations of objects.',
  })
  personaId: string | null

  @Field(() => ID, { description: 'ID of the user who created it.' })
  createdByUserId: string

  @Field(() => ID, { nullable: true, description: 'ID of the project that it belongs to; null if it is in none.' })
  projectId: string | null

  isObject: boolean

  @Field(() => Persona, {
    nullable: true,
    description:
      'The persona from whose perspective it was made. Of one that the viewer may not read, but whose annotation is ' +
      'shared with the viewer, only name and role are shown; null otherwise.',
  })
  persona?: Persona | null

  @Field(() => Project, {
    nullable: true,
    description: 'The project that it belongs to; null if it is in none or the viewer may not read the project.',
  })
  project?: Project | null

  @Field(() => User, { nullable: true, description: 'The user who created it.' })
  creator?: User | null

  @Field(() => Video, {
    nullable: true,
    description: 'The video; null if it does not exist or the viewer may not see it.',
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
  description: 'What the label of an annotation names: an ontology type or a world object.',
  types: () => [OntologyType, Entity, Event, TimeObject, EntityCollection, EventCollection, TimeCollection] as const,
  resolveType: (value) => (value as { __typename?: string }).__typename ?? 'OntologyType',
})

@ObjectType({ description: 'A box on a frame, and the annotation that it belongs to.' })
export class AnnotationBox {
  @Field(() => ID, { description: 'ID of the annotation.' })
  annotationId: string

  @Field(() => Box, { description: 'The box on the frame, stored or interpolated.' })
  box: Box

  @Field(() => Annotation, {
    nullable: true,
    description: 'The annotation; null if it has been deleted in the meantime.',
  })
  annotation?: Annotation | null
}

@ObjectType({ description: 'The annotation that was deleted.' })
export class DeleteAnnotationPayload {
  @Field(() => ID, { description: 'ID of the annotation.' })
  id: string
}
