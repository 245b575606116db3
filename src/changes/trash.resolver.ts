import { Args, Ctx, Query, Resolver } from 'type-graphql'
import type { ConnectionOf, PageArgs } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { listTrash, type TrashConditions } from './trash.service.js'
import type { TrashItem } from './trash.shape.js'
import { TrashArgs, TrashItemConnection } from './trash.type.js'

@Resolver()
export class TrashResolver {
  @Query(() => TrashItemConnection, {
    description:
      "What was deleted and can be restored, what was deleted last first: the caller's own or, for administrators who " +
      "ask for it, everybody's. Each item stands for everything that was deleted with it.",
  })
  trash(
    @Ctx() ctx: GraphQLContext,
    @Args(() => TrashArgs) { first, after, last, before, ...conditions }: TrashArgs,
  ): Promise<ConnectionOf<TrashItem>> {
    const given = Object.entries(conditions).filter(([, value]) => value !== null && value !== undefined)
    return listTrash(ctx, Object.fromEntries(given) as TrashConditions, { first, after, last, before } as PageArgs)
  }
}
