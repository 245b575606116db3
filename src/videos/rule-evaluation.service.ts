import { requireAdmin } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { newId } from '../lib/uuid.js'
import { compileRule, readsMetadata, type RuleCondition } from './rule-match.js'
import { insertMatches, selectActiveRules, streamRuleVideos, type Match, type RuleRow } from './rule.sql.js'
import { getRule } from './rule.service.js'

const rowsAtOnce = 5000

/** The one evaluator: runs over all videos once and names, for each, the rules that it meets, in the order given. */
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

export interface DryRun {
  ruleId: string
  matchingVideoCount: number
  /** By creation of the videos. */
  matchingVideoIds: string[]
}

/** What a rule would match, active or not; makes nothing (VA-14). */
export async function evaluateRule(ctx: Context, id: string): Promise<DryRun> {
  const rule = await getRule(ctx, id)
  const matchingVideoIds: string[] = []
  for await (const { videoId } of eachMatch(ctx, [rule])) matchingVideoIds.push(videoId)
  return { ruleId: id, matchingVideoCount: matchingVideoIds.length, matchingVideoIds }
}

/** Assigns what active rules with a project as target match; other rules are only counted (VA-13, VA-15). */
export async function evaluateAllRules(ctx: Context): Promise<{ rulesEvaluated: number; assignmentsCreated: number }> {
  const { userId } = requireAdmin(ctx)
  const rules = await selectActiveRules(ctx.db)
  const assigning = rules.filter((rule) => rule.targetType === 'project')
  if (assigning.length === 0) return { rulesEvaluated: rules.length, assignmentsCreated: 0 }
  const definitions = assigning.map(({ id, name, conditions }) =>
    JSON.stringify({ ruleId: id, ruleName: name, conditions }),
  )
  const indexes = new Map(assigning.map((rule, index) => [rule.id, index]))
  const matches: Match[] = []
  for await (const { videoId, matching } of eachMatch(ctx, assigning)) {
    const projects = new Set<string>()
    for (const { id, targetId: projectId } of matching) {
      if (projects.has(projectId)) continue
      projects.add(projectId)
      matches.push({ id: newId(), projectId, videoId, rule: indexes.get(id) ?? 0 })
    }
  }
  const assignmentsCreated = await transaction(ctx, async (tx) => {
    let created = 0
    for (let at = 0; at < matches.length; at += rowsAtOnce) {
      created += await insertMatches(tx.db, matches.slice(at, at + rowsAtOnce), definitions, userId, tx.now())
    }
    return created
  })
  return { rulesEvaluated: rules.length, assignmentsCreated }
}
