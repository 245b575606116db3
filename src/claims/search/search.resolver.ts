import { Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { PageArgs, type ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { ofType } from '../../graphql/node.js'
import { load } from '../../lib/load.js'
import { parse } from '../../lib/validate.js'
import { summariesByIds } from '../../summaries/summary.service.js'
import { typeOfPersona } from '../../world/type-of-persona.js'
import { claimsByIds } from '../claim.service.js'
import { searchKinds, searchSchema } from './search.shape.js'
import { search } from './search.service.js'
import { SearchHit, SearchHitConnection, SearchKind, SearchTarget } from './search.type.js'

@Resolver(() => SearchHit)
export class SearchResolver {
  @Query(() => SearchHitConnection, {
    description:
      'Full-text search of the claims, summaries and ontology types that the caller may read, best match first.',
  })
  search(
    @Ctx() ctx: GraphQLContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('query', () => String, {
      description:
        'Search words: "quoted" for a phrase, `or` between alternatives, ' +
        '-word to exclude. 1 to 200 characters, not blank.',
    })
    query: string,
    @Arg('kinds', () => [SearchKind], {
      nullable: true,
      description: 'Only hits of these kinds; all when absent. An empty list is refused.',
    })
    kinds?: SearchKind[] | null,
    @Arg('semantic', () => Boolean, {
      nullable: true,
      description:
        'Take the best 100 hits for any of the words and order them by similarity of meaning; `rank` is then the ' +
        'cosine similarity. Refused when the model service cannot compare sentences. False when absent.',
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
    description: 'What was found; null when it has been deleted since.',
  })
  async target(
    @Ctx() ctx: GraphQLContext,
    @Root() { kind, id, typeKind }: SearchHit,
  ): Promise<typeof SearchTarget | null> {
    if (kind === 'type') {
      const [personaId = '', , ...key] = id.split('/')
      return (await typeOfPersona(ctx, personaId, [typeKind ?? ''], key.join('/'))) as typeof SearchTarget | null
    }
    const row = kind === 'claim' ? await load(ctx, claimsByIds, id) : await load(ctx, summariesByIds, id)
    return row ? ofType(kind === 'claim' ? 'Claim' : 'Summary', row) : null
  }
}
