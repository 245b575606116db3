import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql'
import { objectOf } from '../graphql/classes.js'
import type { GraphQLContext } from '../graphql/context.js'
import { forkedFrom as source, type ForkedFrom } from '../lib/forked-from.js'
import { load } from '../lib/load.js'
import { sourcesOfObjects } from './world-object.service.js'
import { WorldObject } from './world.type.js'

/** An object of a world is a document, so what it is a copy of is read beside it, and only where it is selected. */
@Resolver(() => WorldObject as ClassType)
export class WorldObjectForkResolver {
  @FieldResolver(() => objectOf<ForkedFrom>(source), {
    nullable: true,
    description:
      'What it is a copy of, if the server made it as a copy; null otherwise, and where the viewer may not read its world.',
  })
  forkedFrom(@Ctx() ctx: GraphQLContext, @Root() { id }: WorldObject): Promise<ForkedFrom | null> {
    return load(ctx, sourcesOfObjects, id)
  }
}
