import { Type, type Static } from '@sinclair/typebox'
import { choice, nameText, noteText, optional, shortText, uuid } from '../lib/schema.js'

export const ruleConditions = Type.Array(
  Type.Object({
    field: nameText,
    operator: choice(['equals', 'contains', 'startsWith', 'endsWith', 'regex']),
    value: shortText,
  }),
  { minItems: 1, maxItems: 100 },
)
const targetType = choice(['user', 'project', 'group'])

export const ruleParams = Type.Object({ ruleId: uuid })

export const createRuleSchema = Type.Object({
  name: nameText,
  description: optional(noteText),
  conditions: ruleConditions,
  targetType,
  targetId: uuid,
  isActive: Type.Optional(Type.Boolean()),
})
export type CreateRuleInput = Static<typeof createRuleSchema>

export const updateRuleSchema = Type.Partial(createRuleSchema)
export type RuleChanges = Static<typeof updateRuleSchema>
