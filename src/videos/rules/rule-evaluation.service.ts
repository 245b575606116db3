import { requireAdmin } from '../../access/require.js'
import { type Context, transaction } from '../../context.js'
import { newId } from '../../lib/uuid.js'
import { compileRule, readsMetadata } from './rule-match.js'
import type { RuleCondition } from './rule.shape.js'
import {
  insertMatches,
  selectActiveRules,
  streamRuleVideos,
  type Definition,
  type Match,
  type RuleRow,
} from './rule.sql.js'
import { getRule } from './rule.service.js'

const rowsAtOnce = 5000

/**
 * Evaluates rules, for trying them as well as for assigning: reads all videos once and yields for each the rules that
 * it meets, in the order of the rules.
 */
async function* eachMatch(
  ctx: Context,
  rules: readonly RuleRow[],
): AsyncGenerator<{ videoId: string; matching: RuleRow[] }> {
  const tests = rules.map((rule) => ({ rule, meets: compileRule(rule.conditions) }))
  const metadata = rules.some((rule) =>
    rule.conditions.some((condition: RuleCondition) => readsMetadata(condition.field)),
  )
  for await (const video of streamRuleVideos(ctx.db, { metadata })) {
    const matching = tests.filter(({ meets }) => meets(video)).map(({ rule }) => rule)
    if (matching.length) yield { videoId: video.id, matching }
  }
}

/** The matches of a rule that was tried. */
export interface DryRun {
  ruleId: string
  matchingVideoCount: number
  /** In the order in which the videos were created. */
  matchingVideoIds: string[]
}

/**
 * Returns the matches of a rule, active or not, without assigning anything (VA-14). Throws NOT_FOUND for an unknown
 * rule.
 */
export async function evaluateRule(ctx: Context, id: string): Promise<DryRun> {
  const rule = await getRule(ctx, id)
  const matchingVideoIds: string[] = []
  for await (const { videoId } of eachMatch(ctx, [rule])) matchingVideoIds.push(videoId)
  return { ruleId: id, matchingVideoCount: matchingVideoIds.length, matchingVideoIds }
}

/** The matches of the active rules, before they are assigned. */
export interface Found {
  rulesEvaluated: number
  videosMatched: number
  /** The rules that assign, oldest first. */
  definitions: Definition[]
  /** At most one per project and video: that of the oldest rule. */
  matches: Match[]
}

/**
 * Finds the matches of the active rules. Only rules whose target is a project match videos; the others are only counted
 * (VA-13).
 */
export async function findMatches(ctx: Context): Promise<Found> {
  const rules = await selectActiveRules(ctx.db)
  const assigning = rules.filter((rule) => rule.targetType === 'project')
  const definitions = assigning.map(({ id: ruleId, name, conditions, updatedAt }) => {
    return { ruleId, updatedAt, text: JSON.stringify({ ruleId, ruleName: name, conditions }) }
  })
  const matched: Found = { rulesEvaluated: rules.length, videosMatched: 0, definitions, matches: [] }
  if (assigning.length === 0) return matched
  const indexes = new Map(assigning.map((rule, index) => [rule.id, index]))
  for await (const { videoId, matching } of eachMatch(ctx, assigning)) {
    matched.videosMatched++
    const projects = new Set<string>()
    for (const { id, targetId: projectId } of matching) {
      if (projects.has(projectId)) continue
      projects.add(projectId)
      matched.matches.push({ id: newId(), projectId, videoId, rule: indexes.get(id) ?? 0 })
    }
  }
  return matched
}

/**
 * Assigns the matches and returns the number of new assignments (VA-15). `by` is the user who requested it, null for an
 * automatic run.
 */
export function assignMatches(ctx: Context, { matches, definitions }: Found, by: string | null): Promise<number> {
  return transaction(ctx, async (tx) => {
    let created = 0
    for (let at = 0; at < matches.length; at += rowsAtOnce) {
      created += await insertMatches(tx.db, matches.slice(at, at + rowsAtOnce), definitions, by, tx.now())
    }
    return created
  })
}

/**
 * Assigns the matches of all active rules while the administrator who requested it waits. The same also happens
 * automatically (rule-run.service.ts).
 */
export async function evaluateAllRules(ctx: Context): Promise<{ rulesEvaluated: number; assignmentsCreated: number }> {
  const { userId } = requireAdmin(ctx)
  const matched = await findMatches(ctx)
  return { rulesEvaluated: matched.rulesEvaluated, assignmentsCreated: await assignMatches(ctx, matched, userId) }
}
