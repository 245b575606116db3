import { Type, type Static } from '@sinclair/typebox'
import { boolean, document, record, served, text, time, uuid, word } from '../../database/rows/record.js'
import { retold } from '../../database/rows/record-schema.js'
import { anyId, says, typed, usually } from '../../lib/described.js'
import { enumeration, nameText, noteText, optional, shortText, uuid as uuidShape } from '../../lib/schema.js'

const condition = typed(
  'RuleConditionOutput',
  'A condition of a rule: a comparison of one field of a video.',
  Type.Object({
    field: says(
      'Field of the video that is compared: a column such as filename, a key of its metadata, or a dotted path in ' +
        'the metadata.',
      nameText,
      {
        asInput:
          'Field of the video to compare: a column (filename, path, duration, frameRate, resolution, sourcePlatform, ' +
          'platformVideoId, metadataSyncStatus), a key of its metadata, or a dotted path in the metadata. A column ' +
          'without a value is looked up in the metadata. Not empty.',
      },
    ),
    operator: says(
      'How the field is compared with the value.',
      enumeration(
        'RuleOperator',
        'How a condition compares a field with its value as text; case matters. REGEX takes RE2 syntax and may match ' +
          'anywhere in the field.',
        ['equals', 'contains', 'startsWith', 'endsWith', 'regex'],
      ),
    ),
    value: says('Text that the field is compared with; a pattern in RE2 syntax for REGEX.', shortText, {
      asInput: 'Text to compare the field with; a pattern in RE2 syntax for REGEX. It may be empty only for EQUALS.',
    }),
  }),
  'RuleConditionInput',
)
export type RuleCondition = Static<typeof condition>
const conditions = Type.Array(condition, { minItems: 1, maxItems: 100 })

const targets = ['user', 'project', 'group'] as const
const aboutTarget = 'Kind of target of an assignment rule; only rules for projects assign videos.'
const ofTarget = 'Kind of target to which the rule assigns videos; only rules for projects take effect.'
const whetherActive = 'Whether the rule is active, that is, assigns videos when the rules are evaluated'

/** A rule that assigns videos automatically. */
export const ruleRecord = record('videoAssignmentRules', 'l', {
  id: uuid('ID of the rule.', { ...served, required: true, shown: false }),
  name: text('Name to display.', { ...served, required: true }),
  description: text('What the rule is for, in free text; null if not stated.', { ...served, nullable: true }),
  conditions: document('The conditions, all of which a video must meet.', {
    ...served,
    required: true,
    shape: conditions,
  }),
  targetType: word(ofTarget, {
    ...served,
    required: true,
    shape: usually('RuleTarget', aboutTarget, targets, shortText),
  }),
  targetId: uuid('ID of the user, project or group that is the target.', { ...served, required: true }),
  isActive: boolean(`${whetherActive}.`, served),
  createdBy: uuid('ID of the user who created it.', { answeredAs: 'creatorId', ...served, required: true }),
  createdAt: time('When it was created.', served),
  updatedAt: time('When it was last changed.', served),
})

export const createRuleSchema = Type.Object({
  name: says('Name to display, not empty.', nameText),
  description: optional(says('What the rule is for, in free text; null or absent for none.', noteText)),
  conditions: says('1 to 100 conditions, all of which a video must meet.', conditions),
  targetType: says(ofTarget, enumeration('RuleTarget', aboutTarget, targets)),
  targetId: says('ID of the user, project or group that is the target; it must exist.', uuidShape),
  isActive: Type.Optional(says(`${whetherActive}; true by default.`, Type.Boolean())),
})
export type CreateRuleInput = Static<typeof createRuleSchema>

export const updateRuleSchema = retold(Type.Partial(createRuleSchema), {
  description: 'What the rule is for, in free text; null clears it.',
  conditions: '1 to 100 conditions, which replace all existing ones.',
  isActive: `${whetherActive}.`,
})
export type RuleChanges = Static<typeof updateRuleSchema>

export const ruleId = { ruleId: says('ID of the rule.', uuidShape) }
export const ruleParams = Type.Object(ruleId)

const count = Type.Integer()
export const ruleEvaluation = typed(
  'RuleEvaluation',
  'The videos that an assignment rule matches; nothing is assigned.',
  Type.Object({
    ruleId: ruleId.ruleId,
    matchingVideoCount: says('Number of videos that the rule matches.', count),
    matchingVideoIds: says(
      'IDs of all videos that the rule matches, oldest video first.',
      Type.Array(anyId(Type.String())),
    ),
  }),
)
export const rulesEvaluation = typed(
  'RulesEvaluation',
  'The outcome of evaluating all active assignment rules.',
  Type.Object({
    rulesEvaluated: says('Number of active rules, including those whose target is no project.', count),
    assignmentsCreated: says('Number of new assignments.', count),
  }),
)
