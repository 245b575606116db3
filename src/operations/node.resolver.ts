import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { Node } from '../graphql/node.js'
import { validation } from '../lib/errors.js'
import { load } from '../lib/load.js'
import { largestPage } from '../lib/page.js'
import { nodesByIds } from './node.service.js'

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'Anything by its id, null when there is nothing of that id to read.',
  })
  async node(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The `id` of any object.' }) id: string,
  ): Promise<Node | null> {
    return (await load(ctx, nodesByIds, id)) ?? null
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: 'Several at once, in the order of the ids, null for each that is not there to read.',
  })
  async nodes(
    @Ctx() ctx: GraphQLContext,
    @Arg('ids', () => [ID], { description: 'At most 100.' }) ids: string[],
  ): Promise<(Node | null)[]> {
    if (ids.length > largestPage)
      throw validation([{ field: 'ids', message: `must not have more than ${largestPage} items` }])
    return Promise.all(ids.map(async (id) => (await load(ctx, nodesByIds, id)) ?? null))
  }
}
