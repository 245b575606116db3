import { Arg, Ctx, Extensions, ID, Int, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import { asRoute } from '../../graphql/doors.js'
import { scopeHelp } from '../../exchange/export/scope.js'
import { pageOfChanges, type ChangePage } from './feed.service.js'
import { kindsHelp, sinceHelp, worldHelp } from './feed.shape.js'
import { ChangeConnection } from './feed.type.js'

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
    @Arg('scope', () => String, { nullable: true, description: scopeHelp }) scope?: string,
    @Arg('projectId', () => ID, { nullable: true, description: worldHelp }) projectId?: string,
    @Arg('kinds', () => [String], { nullable: true, description: kindsHelp }) kinds?: string[],
    @Arg('first', () => Int, {
      nullable: true,
      description: 'How many changes of the log at most, from 1 to 1000; 100 when absent. Their lines may be more.',
    })
    first?: number,
  ): Promise<ChangePage> {
    const query = { since: after, ...(scope && { scope }), ...(projectId && { projectId }), ...(kinds && { kinds }) }
    return pageOfChanges(ctx, query, first ?? 100)
  }
}
