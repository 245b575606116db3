import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { objectOf } from '../../graphql/classes.js'
import { named, success } from '../../http/answers.js'
import { evaluateAllRules, evaluateRule } from './rule-evaluation.service.js'
import * as rules from './rule.service.js'
import {
  createRuleSchema,
  ruleEvaluation,
  ruleId,
  ruleRecord,
  rulesEvaluation,
  updateRuleSchema,
} from './rule.shape.js'
import { VideoAssignmentRule } from './rule.type.js'

const rule = named('VideoAssignmentRule', Type.Object(answerShapes(ruleRecord)))
const RuleEvaluation = objectOf(ruleEvaluation)
const RulesEvaluation = objectOf(rulesEvaluation)

export const ruleActs: Acts = {
  tag: 'Video assignments',
  acts: [
    listAct({
      says: 'Lists the rules that assign videos to projects.',
      rest: 'GET /api/admin/video-assignments/rules',
      id: 'listVideoAssignmentRules',
      auth: 'admin',
      item: rule,
      list: rules.listRules,
    }),
    act({
      says: 'Creates an assignment rule; an active rule for a project is evaluated soon after. For administrators.',
      rest: 'POST /api/admin/video-assignments/rules',
      auth: 'admin',
      body: createRuleSchema,
      run: (ctx, { body }) => rules.createRule(ctx, body),
      status: 201,
      answer: rule,
      mutation: {
        name: 'createVideoAssignmentRule',
        input: 'An assignment rule to create.',
        payload: { videoAssignmentRule: () => VideoAssignmentRule },
      },
    }),
    act({
      says: 'Changes an assignment rule; an active rule for a project is evaluated soon after. For administrators.',
      rest: 'PUT /api/admin/video-assignments/rules/:ruleId',
      auth: 'admin',
      params: ruleId,
      body: updateRuleSchema,
      run: (ctx, input) => rules.updateRule(ctx, input.ruleId, input.body),
      answer: rule,
      mutation: {
        name: 'updateVideoAssignmentRule',
        input: 'Changes to an assignment rule; absent fields stay as they are.',
        id: 'ruleId',
        payload: { videoAssignmentRule: () => VideoAssignmentRule },
      },
    }),
    act({
      says: 'Deletes an assignment rule. The assignments that the rule made stay. For administrators.',
      rest: 'DELETE /api/admin/video-assignments/rules/:ruleId',
      auth: 'admin',
      params: ruleId,
      run: (ctx, input) => rules.deleteRule(ctx, input.ruleId),
      answer: success,
      send: () => ({ success: true }),
      mutation: {
        name: 'deleteVideoAssignmentRule',
        input: 'The assignment rule to delete.',
        id: 'ruleId',
        deletes: true,
      },
    }),
    act({
      says: 'Finds the videos that a rule matches, active or not, without assigning any. For administrators.',
      rest: 'POST /api/admin/video-assignments/rules/:ruleId/evaluate',
      auth: 'admin',
      params: ruleId,
      run: (ctx, input) => evaluateRule(ctx, input.ruleId),
      answer: ruleEvaluation,
      mutation: {
        name: 'evaluateVideoAssignmentRule',
        input: 'The assignment rule to evaluate.',
        id: 'ruleId',
        payload: { evaluation: { type: () => RuleEvaluation, says: 'What the rule matches.' } },
      },
    }),
    act({
      says:
        'Evaluates all active rules now and assigns the videos that they match to their projects. For ' +
        'administrators.',
      rest: 'POST /api/admin/video-assignments/rules/evaluate-all',
      auth: 'admin',
      run: evaluateAllRules,
      answer: rulesEvaluation,
      mutation: {
        name: 'evaluateVideoAssignmentRules',
        payload: { evaluation: { type: () => RulesEvaluation, says: 'What the rules have assigned.' } },
      },
    }),
  ],
}
