import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { Video } from '../videos/video.type.js'
import { AgreementArgs, ClaimAgreement, VideoAgreement } from './agreement.type.js'
import { agreementOnVideo, claimAgreementOnVideo } from './report.service.js'

@Resolver(() => Video)
export class VideoAgreementResolver {
  @FieldResolver(() => VideoAgreement, {
    description:
      'How far personas agree about the video, in boxes, time, labels and claims. Only what the caller may read is compared. ' +
      'NOT_FOUND for a persona that the caller may not read; COST_LIMIT for more than 200 million boxes.',
  })
  agreement(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Args(() => AgreementArgs) args: AgreementArgs,
  ): Promise<VideoAgreement & AgreementRoot> {
    return agreementOnVideo(ctx, id, args).then((report) => ({ ...report, reviewStates: args.reviewStates }))
  }
}

interface AgreementRoot {
  reviewStates: AgreementArgs['reviewStates']
}

@Resolver(() => VideoAgreement)
export class ClaimAgreementResolver {
  @FieldResolver(() => ClaimAgreement, {
    description: 'Agreement in the claims of summaries of the video, which a model of sentences compares.',
  })
  claims(
    @Ctx() ctx: GraphQLContext,
    @Root() { videoId, personaIds, reviewStates }: VideoAgreement & AgreementRoot,
  ): Promise<ClaimAgreement> {
    return claimAgreementOnVideo(ctx, videoId, { personaIds, ...(reviewStates && { reviewStates }) })
  }
}
