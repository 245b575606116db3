import { Type, type Static } from '@sinclair/typebox'
import { choice, optional, uuid } from '../lib/schema.js'

const name = Type.String({ minLength: 1 })
export const ruleConditions = Type.Array(
  Type.Object({
    field: Type.String({ minLength: 1 }),
    operator: choice(['equals', 'contains', 'startsWith', 'endsWith', 'regex']),
    value: Type.String(),
  }),
  { minItems: 1, maxItems: 100 },
)
const targetType = choice(['user', 'project', 'group'])

export const ruleParams = Type.Object({ ruleId: uuid })

export const createRuleSchema = Type.Object({
  name,
  description: optional(Type.String()),
  conditions: ruleConditions,
  targetType,
  targetId: uuid,
  isActive: Type.Optional(Type.Boolean()),
})
export type CreateRuleInput = Static<typeof createRuleSchema>

export const updateRuleSchema = Type.Partial(createRuleSchema)
export type RuleChanges = Static<typeof updateRuleSchema>
