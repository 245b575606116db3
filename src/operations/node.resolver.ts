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
    description: 'The object of any type with this ID; null when there is none or the caller may not read it.',
  })
  async node(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'The `id` of an object of any type.' }) id: string,
  ): Promise<Node | null> {
    return (await load(ctx, nodesByIds, id)) ?? null
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'Several objects of any type, in the order of `ids`; null in place of each ' +
      'that does not exist or that the caller may not read.',
  })
  async nodes(
    @Ctx() ctx: GraphQLContext,
    @Arg('ids', () => [ID], { description: 'The `id` of each object; more than 100 are refused.' }) ids: string[],
  ): Promise<(Node | null)[]> {
    if (ids.length > largestPage)
      throw validation([{ field: 'ids', message: `must not have more than ${largestPage} items` }])
    return Promise.all(ids.map(async (id) => (await load(ctx, nodesByIds, id)) ?? null))
  }
}
