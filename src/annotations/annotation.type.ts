import type { Static } from '@sinclair/typebox'
import { createUnionType, Field, ID, ObjectType } from 'type-graphql'
import { reviewerSays } from '../access/review.shape.js'
import { User } from '../accounts/user.type.js'
import { namedInputOf, objectOf, rowsOf } from '../graphql/classes.js'
import { connectionType } from '../graphql/connection.js'
import { filteredArgs } from '../graphql/filter.js'
import { Node } from '../graphql/node.js'
import { orderedPageArgs } from '../graphql/order.js'
import { OntologyType, Persona } from '../personas/persona.type.js'
import { Project } from '../projects/project.type.js'
import { Video } from '../videos/video.type.js'
import { Entity, EntityCollection, Event, EventCollection, TimeCollection, TimeObject } from '../world/world.type.js'
import { annotationFilterSchema } from './lists/annotation-filter.shape.js'
import { annotationRecord } from './annotation.shape.js'
import { drawnBox, sequence } from './sequences/sequence.shape.js'

export const Box = objectOf<Static<typeof drawnBox>>(drawnBox)
export type Box = InstanceType<typeof Box>
export const BoxSequence = objectOf<Static<typeof sequence>>(sequence)

@ObjectType({
  implements: Node,
  description:
    'A region of a video over time, labelled with an ontology type of a persona, an object of the world, or free text.',
})
export class Annotation extends rowsOf(annotationRecord) {
  @Field(() => String, {
    description: 'What is annotated: the `key` of an ontology type or of a world object, or free text.',
  })
  override label: string

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

  @Field(() => User, { nullable: true, description: reviewerSays })
  reviewer?: User | null

  @Field(() => Video, {
    nullable: true,
    description: 'The video; null if it does not exist or the viewer may not see it.',
  })
  video?: Video | null
}

export const AnnotationConnection = connectionType('Annotation', () => Annotation)
const AnnotationPageArgs = orderedPageArgs('Annotation', {
  CREATED_AT: 'createdAt',
  UPDATED_AT: 'updatedAt',
  LABEL: 'label',
  CONFIDENCE: 'confidence',
  FIRST_FRAME: 'firstFrame',
})

const AnnotationFilter = namedInputOf<Static<typeof annotationFilterSchema>>(annotationFilterSchema)

export const AnnotationsArgs = filteredArgs(AnnotationPageArgs, AnnotationFilter)
export type AnnotationsArgs = InstanceType<typeof AnnotationsArgs>

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
