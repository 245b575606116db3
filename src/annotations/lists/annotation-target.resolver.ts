import { Args, Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { ResolverClass } from '../../graphql/classes.js'
import { OntologyType } from '../../personas/persona.type.js'
import { placeOfObject, placeOfType } from '../../world/named-things.js'
import {
  Entity,
  EntityCollection,
  Event,
  EventCollection,
  TimeCollection,
  TimeObject,
  type WorldObject,
} from '../../world/world.type.js'
import { annotationFilter, pageOfAnnotations, type AnnotationPlace } from './annotation-list.service.js'
import { AnnotationConnection, AnnotationsArgs, type Annotation } from '../annotation.type.js'

function page(ctx: GraphQLContext, place: AnnotationPlace, { filter, ...args }: AnnotationsArgs) {
  return pageOfAnnotations(ctx, place, args, annotationFilter({ ...filter })) as Promise<ConnectionOf<Annotation>>
}

/** Returns the field `annotations` of a type of world objects. */
function annotationsOf(type: ClassType<WorldObject>): ResolverClass {
  @Resolver(() => type)
  class OfObject {
    @FieldResolver(() => AnnotationConnection, {
      description:
        'The annotations whose label names it, as in their `target`, that the viewer may read, oldest first. They are ' +
        'by the owner of its world or, for a world in a project, by any of its members.',
    })
    annotations(
      @Ctx() ctx: GraphQLContext,
      @Root() object: WorldObject,
      @Args(() => AnnotationsArgs) args: AnnotationsArgs,
    ): Promise<ConnectionOf<Annotation>> {
      return page(ctx, placeOfObject(object), args)
    }
  }
  return OfObject
}

export const EntityAnnotationsResolver = annotationsOf(Entity)
export const EventAnnotationsResolver = annotationsOf(Event)
export const TimeAnnotationsResolver = annotationsOf(TimeObject)
export const EntityCollectionAnnotationsResolver = annotationsOf(EntityCollection)
export const EventCollectionAnnotationsResolver = annotationsOf(EventCollection)
export const TimeCollectionAnnotationsResolver = annotationsOf(TimeCollection)

@Resolver(() => OntologyType)
export class TypeAnnotationsResolver {
  @FieldResolver(() => AnnotationConnection, {
    description:
      'The annotations whose label names the type, as in their `target`, that the viewer may read, oldest first.',
  })
  annotations(
    @Ctx() ctx: GraphQLContext,
    @Root() type: OntologyType,
    @Args(() => AnnotationsArgs) args: AnnotationsArgs,
  ): Promise<ConnectionOf<Annotation>> {
    return page(ctx, placeOfType(type), args)
  }
}
