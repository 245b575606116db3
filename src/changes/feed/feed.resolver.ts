import { Arg, Ctx, Extensions, Int, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import { asRoute } from '../../graphql/doors.js'
import { pageOfChanges, type ChangePage } from './feed.service.js'
import { sinceHelp } from './feed.shape.js'
import { ChangeConnection, ChangeFilter } from './feed.type.js'

@Resolver()
export class FeedResolver {
  @Query(() => ChangeConnection, {
    description: 'What has changed in the scope of an export since a position; GET /api/changes can wait for it, too.',
  })
  @Extensions(asRoute('GET /api/changes'))
  changes(
    @Ctx() ctx: GraphQLContext,
    @Arg('after', () => String, { description: `${sinceHelp} \`pageInfo.endCursor\` is where to go on.` })
    after: string,
    @Arg('filter', () => ChangeFilter, { nullable: true, description: 'Which lines to list; all of them when absent.' })
    filter?: ChangeFilter | null,
    @Arg('first', () => Int, {
      nullable: true,
      description: 'How many changes of the log at most, from 1 to 1000; 100 when absent. Their lines may be more.',
    })
    first?: number,
  ): Promise<ChangePage> {
    const present = Object.entries({ ...filter }).filter(([, value]) => value)
    return pageOfChanges(ctx, { since: after, ...Object.fromEntries(present) }, first ?? 100)
  }
}
