import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { PageArgs, type ConnectionOf } from '../graphql/connection.js'
import type { GraphQLContext } from '../graphql/context.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { summariesByIds } from '../summaries/summary.service.js'
import { typeOfPersona } from '../world/type-of-persona.js'
import { claimsByIds } from './claim.service.js'
import { searchKinds, searchSchema } from './search.schema.js'
import { search } from './search.service.js'
import { SearchHit, SearchHitConnection, SearchKind, SearchTarget } from './search.type.js'

@Resolver(() => SearchHit)
export class SearchResolver {
  @Query(() => SearchHitConnection, {
    description:
      'Claims, summaries and ontology types whose text fits, best first, as far as the caller may read them.',
  })
  search(
    @Ctx() ctx: GraphQLContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('query', () => String, {
      description:
        'Words; "quoted" for a phrase, `or` between alternatives, -word for exclusion. At most 200 characters.',
    })
    query: string,
    @Arg('kinds', () => [SearchKind], { nullable: true, description: 'Only these; all when absent.' })
    kinds?: SearchKind[] | null,
    @Arg('semantic', () => Boolean, {
      nullable: true,
      description:
        'Put the best hundred that hold any word of the query into the order of what they mean; `rank` is then the cosine. Needs a model service that can compare sentences.',
    })
    semantic?: boolean | null,
  ): Promise<ConnectionOf<SearchHit>> {
    return search(
      ctx,
      page,
      parse(searchSchema, { query, kinds: kinds ?? [...searchKinds], semantic: semantic ?? false }),
    )
  }

  @FieldResolver(() => SearchTarget, {
    nullable: true,
    description: 'What was found; null when it has gone meanwhile.',
  })
  async target(
    @Ctx() ctx: GraphQLContext,
    @Root() { kind, id, typeKind }: SearchHit,
  ): Promise<typeof SearchTarget | null> {
    if (kind === 'type') {
      const [personaId = '', , ...key] = id.split('/')
      return (await typeOfPersona(ctx, personaId, [typeKind ?? ''], key.join('/'))) as typeof SearchTarget | null
    }
    const found = kind === 'claim' ? await load(ctx, claimsByIds, id) : await load(ctx, summariesByIds, id)
    return found
      ? ({ ...found, __typename: kind === 'claim' ? 'Claim' : 'Summary' } as unknown as typeof SearchTarget)
      : null
  }
}
