import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { Video } from '../videos/video.type.js'
import { AgreementArgs, VideoAgreement } from './agreement.type.js'
import { agreementOnVideo } from './report.service.js'

@Resolver(() => Video)
export class VideoAgreementResolver {
  @FieldResolver(() => VideoAgreement, {
    description:
      'How far personas agree about the video, in boxes, time and labels. Only what the caller may read is compared. ' +
      'NOT_FOUND for a persona that the caller may not read; COST_LIMIT for more than 200 million boxes.',
  })
  agreement(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Args(() => AgreementArgs) args: AgreementArgs,
  ): Promise<VideoAgreement> {
    return agreementOnVideo(ctx, id, args)
  }
}
