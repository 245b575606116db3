import { Arg, Ctx, Extensions, ID, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../../graphql/context.js'
import { readsNode } from '../../node-readers.js'
import { asRoute, sentAs } from '../../graphql/doors.js'
import { orNull } from '../../lib/errors.js'
import { parse } from '../../lib/validate.js'
import { allOf } from '../../lib/page.js'
import * as rules from './rule.service.js'
import { ruleParams } from './rule.shape.js'
import { VideoAssignmentRule } from './rule.type.js'

readsNode('VideoAssignmentRule', async (ctx) => allOf(rules.listRules(ctx)))

@Resolver(() => VideoAssignmentRule)
export class RuleResolver {
  @Query(() => VideoAssignmentRule, {
    nullable: true,
    description: 'The assignment rule with an ID; null if there is none. For administrators.',
  })
  @Extensions({ ...asRoute('GET /api/admin/video-assignments/rules'), ...sentAs({ ruleId: 'id' }) })
  async videoAssignmentRule(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the rule, a UUID.' }) id: string,
  ): Promise<VideoAssignmentRule | null> {
    return orNull(rules.getRule(ctx, parse(ruleParams, { ruleId: id }).ruleId))
  }
}
