import { requireAdmin } from '../../access/require.js'
import { userRows } from '../../accounts/user.plan.js'
import { newestFirst, rowNamedBy, type Plans, type RowType } from '../../graphql/plan.js'
import { ruleRecord } from './rule.shape.js'
import { listedRules } from './rule.sql.js'
import { VideoAssignmentRuleConnection, VideoAssignmentRulesArgs } from './rule.type.js'

const ruleRows: RowType = { name: 'VideoAssignmentRule', record: ruleRecord }

export const rulePlans: Plans = {
  types: [ruleRows],
  fields: {
    'Query.videoAssignmentRules': {
      kind: 'page',
      type: ruleRows,
      says: 'The rules that assign videos automatically, newest first. For administrators.',
      connection: () => VideoAssignmentRuleConnection,
      args: () => VideoAssignmentRulesArgs,
      list: 'videoAssignmentRules',
      ...newestFirst,
      route: 'GET /api/admin/video-assignments/rules',
      check: requireAdmin,
      filter: ({ targetType, targetId, isActive, search }) => ({ targetType, targetId, isActive, search }),
      where: (_abilities, filter) => listedRules(filter),
    },
    'VideoAssignmentRule.creator': rowNamedBy(userRows, 'createdBy'),
  },
}
