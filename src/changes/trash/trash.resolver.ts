import { Args, Ctx, FieldResolver, Query, Resolver, Root, type ClassType } from 'type-graphql'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { load } from '../../lib/load.js'
import { goneWithOf, listTrash, type ListedItem, type TrashConditions } from './trash.service.js'
import { requireOneOf } from '../../kind-words.js'
import { trashItem, trashKinds, type TrashItem as Item } from './trash.shape.js'
import { GoneWith, TrashArgs, TrashItem, TrashItemConnection } from './trash.type.js'

/** Counts what was deleted with an item only where it is selected, together for all items of one level. */
@Resolver(() => TrashItem as ClassType)
export class TrashItemResolver {
  @FieldResolver(() => [GoneWith], { description: trashItem.properties.goneWith.description! })
  goneWith(@Ctx() ctx: GraphQLContext, @Root() item: object): Promise<Item['goneWith']> {
    return load(ctx, goneWithOf, item as ListedItem)
  }
}

@Resolver()
export class TrashResolver {
  @Query(() => TrashItemConnection, {
    description:
      "What was deleted and can be restored, what was deleted last first: the caller's own or, for administrators who " +
      "ask for it, everybody's. Each item stands for everything that was deleted with it.",
  })
  trash(
    @Ctx() ctx: GraphQLContext,
    @Args(() => TrashArgs) { filter, ...page }: TrashArgs,
  ): Promise<ConnectionOf<ListedItem>> {
    requireOneOf(trashKinds, (filter as TrashConditions | undefined)?.kind)
    const present = Object.entries({ ...filter }).filter(([, value]) => value !== null && value !== undefined)
    return listTrash(ctx, Object.fromEntries(present) as TrashConditions, page)
  }
}
