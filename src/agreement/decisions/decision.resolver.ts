import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { ConnectionOf } from '../../graphql/connection.js'
import type { GraphQLContext } from '../../graphql/context.js'
import { parse } from '../../lib/validate.js'
import { readsNodeById } from '../../node-readers.js'
import { Video } from '../../videos/video.type.js'
import { decisionsByIds, pageOfDecisions } from './decision.service.js'
import { decisionsQuery } from './decision.shape.js'
import { type AgreementDecision, AgreementDecisionConnection, AgreementDecisionsArgs } from './decision.type.js'

readsNodeById('AgreementDecision', decisionsByIds)

@Resolver(() => Video)
export class VideoDecisionsResolver {
  @FieldResolver(() => AgreementDecisionConnection, {
    description:
      'How disagreements of personas about the video are settled, for personas that the viewer may read; newest first.',
  })
  agreementDecisions(
    @Ctx() ctx: GraphQLContext,
    @Root() { id }: Video,
    @Args(() => AgreementDecisionsArgs) { personaId, ...page }: AgreementDecisionsArgs,
  ): Promise<ConnectionOf<AgreementDecision>> {
    const filter = parse(decisionsQuery, personaId == null ? {} : { personaId })
    return pageOfDecisions(ctx, id, filter, page) as Promise<ConnectionOf<AgreementDecision>>
  }
}
