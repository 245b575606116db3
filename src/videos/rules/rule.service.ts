import { requireAdmin } from '../../access/require.js'
import { type Context, transaction } from '../../context.js'
import { noteDeleted } from '../../lib/deleted.js'
import { notFound, validation, type FieldError } from '../../lib/errors.js'
import { newestFirst, type Listed } from '../../lib/page.js'
import { newId, normalUuid } from '../../lib/uuid.js'
import { exists } from '../assignments/assignment.sql.js'
import { checkPattern } from './rule-match.js'
import { runRulesSoon } from './rule-run.service.js'
import type { CreateRuleInput, RuleChanges, RuleCondition } from './rule.shape.js'
import {
  deleteRule as deleteRow,
  insertRule,
  selectRule,
  selectRules,
  updateRule as updateRow,
  type RuleRow,
} from './rule.sql.js'

/** Returns all rules, newest first; for administrators, like everything in this file. */
export function listRules(ctx: Context): Listed<RuleRow> {
  requireAdmin(ctx)
  return { name: 'videoAssignmentRules', filter: {}, ...newestFirst, select: (page) => selectRules(ctx.db, page) }
}

/** Returns a rule. Throws NOT_FOUND for an unknown rule. */
export async function getRule(ctx: Context, id: string): Promise<RuleRow> {
  requireAdmin(ctx)
  const rule = await selectRule(ctx.db, id)
  if (!rule) throw notFound('Rule')
  return rule
}

/**
 * Creates a rule and returns it. An active rule whose target is a project is run soon. Throws VALIDATION_ERROR for
 * invalid conditions or an invalid target.
 */
export async function createRule(ctx: Context, input: CreateRuleInput): Promise<RuleRow> {
  const { userId } = requireAdmin(ctx)
  const { name, description = null, conditions, targetType, targetId, isActive = true } = input
  await checkRule(ctx, conditions, { targetType, targetId })
  const now = ctx.now()
  const row = {
    id: newId(),
    name,
    description,
    conditions: JSON.stringify(conditions),
    targetType,
    targetId,
    isActive,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  }
  return transaction(ctx, async (tx) => ran(tx, await insertRule(tx.db, row)))
}

/** Schedules a run of the rules if the rule assigns videos. Returns the rule. */
async function ran(tx: Context, rule: RuleRow): Promise<RuleRow> {
  if (rule.isActive && rule.targetType === 'project') await runRulesSoon(tx)
  return rule
}

/**
 * Overwrites the fields in the input and returns the rule. An active rule whose target is a project is run soon if
 * anything in it has changed. Throws NOT_FOUND, and VALIDATION_ERROR for invalid conditions or an invalid target.
 */
export async function updateRule(ctx: Context, id: string, input: RuleChanges): Promise<RuleRow> {
  const { name, description, conditions, targetType, targetId, isActive } = input
  const before = await getRule(ctx, id)
  const target = { targetType: targetType ?? before.targetType, targetId: targetId ?? before.targetId }
  await checkRule(ctx, conditions ?? [], targetType === undefined && targetId === undefined ? null : target)
  const changes = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(conditions !== undefined && { conditions: JSON.stringify(conditions) }),
    ...(targetType !== undefined && { targetType }),
    ...(targetId !== undefined && { targetId }),
    ...(isActive !== undefined && { isActive }),
  }
  // A change without fields leaves the rule as it is (GR-13).
  if (Object.keys(changes).length === 0) return before
  return transaction(ctx, async (tx) => {
    const rule = await change(tx, id, { ...changes, updatedAt: tx.now() })
    // PostgreSQL does not change a rule whose values stay the same.
    return rule.updatedAt === before.updatedAt ? rule : ran(tx, rule)
  })
}

async function change(tx: Context, id: string, changes: Parameters<typeof updateRow>[2]): Promise<RuleRow> {
  const updated = await updateRow(tx.db, id, changes)
  if (!updated) throw notFound('Rule')
  return updated
}

/** Deletes a rule. Its assignments stay (ST-07). */
export async function deleteRule(ctx: Context, id: string): Promise<void> {
  requireAdmin(ctx)
  if (!(await deleteRow(ctx.db, id))) throw notFound('Rule')
  noteDeleted(ctx, 'VideoAssignmentRule', [normalUuid(id)])
}

const tables = { user: 'users', project: 'projects', group: 'userGroups' } as const

/**
 * Throws VALIDATION_ERROR for a pattern that does not compile, an empty value that is not compared by equality, and a
 * target that does not exist (VA-10 to VA-12).
 */
async function checkRule(
  ctx: Context,
  conditions: readonly RuleCondition[],
  target: { targetType: string; targetId: string } | null,
): Promise<void> {
  const faults = conditions.flatMap(({ operator, value }, index): FieldError[] => {
    const field = `conditions.${index}.value`
    if (value === '' && operator !== 'equals') return [{ field, message: `must not be empty with ${operator}` }]
    const reason = operator === 'regex' ? checkPattern(value) : null
    return reason === null ? [] : [{ field, message: `is not a regular expression: ${reason}` }]
  })
  if (target && !(await exists(ctx.db, tables[target.targetType as keyof typeof tables], target.targetId))) {
    faults.push({ field: 'targetId', message: `names no ${target.targetType}` })
  }
  if (faults.length) throw validation(faults)
}
