import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root, type ClassType } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import { load } from '../../lib/load.js'
import { parse } from '../../lib/validate.js'
import { searchKinds, searchSchema } from './search.shape.js'
import { search, type Hit } from './search.service.js'
import { targetsOfHits } from './search-targets.js'
import { SearchConnection, SearchArgs, SearchEdge, SearchTarget } from './search.type.js'

@Resolver(() => SearchEdge)
export class SearchResolver {
  @Query(() => SearchConnection, {
    description:
      'Full-text search of the claims, summaries, ontology types, entities, events, personas and videos that the ' +
      'caller may read, best match first.',
  })
  search(
    @Ctx() ctx: GraphQLContext,
    @Args(() => SearchArgs) { filter, ...page }: SearchArgs,
    @Arg('query', () => String, {
      description:
        'Search words: "quoted" for a phrase, `or` between alternatives, ' +
        '-word to exclude. 1 to 200 characters, not blank.',
    })
    query: string,
    @Arg('semantic', () => Boolean, {
      nullable: true,
      description:
        'Take the best 100 hits for any of the words and order them by similarity of meaning; `rank` is then the ' +
        'cosine similarity. Refused when the model service cannot compare sentences. False when absent.',
    })
    semantic?: boolean | null,
  ): ReturnType<typeof search> {
    return search(
      ctx,
      page,
      parse(searchSchema, { query, kinds: filter?.kinds ?? [...searchKinds], semantic: semantic ?? false }),
    )
  }

  @FieldResolver(() => SearchTarget, {
    nullable: true,
    description: 'What was found; null when it has been deleted since.',
  })
  node(@Ctx() ctx: GraphQLContext, @Root() hit: SearchEdge): Promise<typeof SearchTarget | null> {
    return load(ctx, targetsOfHits, hit as unknown as Hit) as Promise<typeof SearchTarget | null>
  }
}

@Resolver(() => SearchConnection as ClassType)
export class SearchNodesResolver {
  @FieldResolver(() => [SearchTarget], {
    nullable: 'items',
    description: 'What was found, best match first; null in place of what has been deleted since.',
  })
  nodes(@Ctx() ctx: GraphQLContext, @Root() { edges }: { edges: Hit[] }): Promise<unknown[]> {
    return Promise.all(edges.map((hit) => load(ctx, targetsOfHits, hit)))
  }
}
