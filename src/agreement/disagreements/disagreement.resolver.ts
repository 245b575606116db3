import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import { listPage } from '../../lib/page.js'
import { Video } from '../../videos/video.type.js'
import { disagreementsOnVideo } from './disagreement.service.js'
import { DisagreementConnection, DisagreementsArgs } from './disagreement.type.js'

@Resolver(() => Video)
export class VideoDisagreementsResolver {
  @FieldResolver(() => DisagreementConnection, {
    description:
      'Where personas disagree about the video, the heaviest first. Only what the caller may read is compared. NOT_FOUND ' +
      'for a persona that the caller may not read; COST_LIMIT for more than 200 million boxes.',
  })
  disagreements(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Args(() => DisagreementsArgs) { first, last, after, before, ...input }: DisagreementsArgs,
  ): Promise<object> {
    return listPage({ first, last, after, before }, disagreementsOnVideo(ctx, id, input))
  }
}
