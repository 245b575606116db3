import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphQLContext } from '../graphql/context.js'
import { orNull } from '../lib/errors.js'
import { parse } from '../lib/validate.js'
import {
  CreateVideoAssignmentRuleInput,
  UpdateVideoAssignmentRuleInput,
  VideoAssignmentRuleIdInput,
} from './assignment.input.js'
import { RuleEvaluation, RulesEvaluation, VideoAssignmentRule } from './assignment.type.js'
import { evaluateAllRules, evaluateRule } from './rule-evaluation.service.js'
import { createRuleSchema, ruleParams, updateRuleSchema } from './rule.schema.js'
import * as rules from './rule.service.js'
import type { RuleRow } from './rule.sql.js'

/** Rows hold the same values as the GraphQL enums. */
const asType = (row: RuleRow) => row as unknown as VideoAssignmentRule
const idOf = (id: string) => parse(ruleParams, { ruleId: id }).ruleId

@Resolver(() => VideoAssignmentRule)
export class RuleResolver {
  @Query(() => VideoAssignmentRule, {
    nullable: true,
    description: 'The assignment rule with an ID; null if there is none. For administrators.',
  })
  async videoAssignmentRule(
    @Ctx() ctx: GraphQLContext,
    @Arg('id', () => ID, { description: 'ID of the rule, a UUID.' }) id: string,
  ): Promise<VideoAssignmentRule | null> {
    return orNull(rules.getRule(ctx, idOf(id)).then(asType))
  }

  @Mutation(() => VideoAssignmentRule, {
    description:
      'Creates an assignment rule; an active rule for a project is evaluated soon after. For administrators.',
  })
  async createVideoAssignmentRule(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => CreateVideoAssignmentRuleInput) input: CreateVideoAssignmentRuleInput,
  ): Promise<VideoAssignmentRule> {
    return asType(await rules.createRule(ctx, parse(createRuleSchema, plain(input))))
  }

  @Mutation(() => VideoAssignmentRule, {
    description:
      'Changes an assignment rule; an active rule for a project is evaluated soon after. For administrators.',
  })
  async updateVideoAssignmentRule(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => UpdateVideoAssignmentRuleInput) { id, ...changes }: UpdateVideoAssignmentRuleInput,
  ): Promise<VideoAssignmentRule> {
    return asType(await rules.updateRule(ctx, idOf(id), parse(updateRuleSchema, plain(changes))))
  }

  @Mutation(() => Boolean, {
    description:
      'Deletes an assignment rule; always returns true. The assignments that the rule made stay. For administrators.',
  })
  async deleteVideoAssignmentRule(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => VideoAssignmentRuleIdInput) { id }: VideoAssignmentRuleIdInput,
  ): Promise<boolean> {
    await rules.deleteRule(ctx, idOf(id))
    return true
  }

  @Mutation(() => RuleEvaluation, {
    description: 'Finds the videos that a rule matches, active or not, without assigning any. For administrators.',
  })
  evaluateVideoAssignmentRule(
    @Ctx() ctx: GraphQLContext,
    @Arg('input', () => VideoAssignmentRuleIdInput) { id }: VideoAssignmentRuleIdInput,
  ): Promise<RuleEvaluation> {
    return evaluateRule(ctx, idOf(id))
  }

  @Mutation(() => RulesEvaluation, {
    description:
      'Evaluates all active rules now and assigns the videos that they match to their projects. For administrators.',
  })
  evaluateVideoAssignmentRules(@Ctx() ctx: GraphQLContext): Promise<RulesEvaluation> {
    return evaluateAllRules(ctx)
  }
}

/** Converts the input, including its conditions, to plain objects. */
function plain<T extends { conditions?: object[] }>(input: T) {
  return { ...input, ...(input.conditions && { conditions: input.conditions.map((one) => ({ ...one })) }) }
}
