import type { Context } from '../context.js'
import { createSystemJob } from '../jobs/job.service.js'
import { assignsByRule } from './rule.sql.js'

/** The job that rule.job.ts does. */
export const ruleRun = { name: 'assignment-rules', attempts: 3 }

/** Changes of rules come in rows: those of so long make one run. Who evaluates by hand meanwhile gets the counts. */
const settleMs = 5000

/**
 * Has the active rules run soon, as a job: after each synchronisation and when a rule changes. Nothing happens while no
 * active rule has a project as target, since no other assigns (VA-13). Within the transaction of the change, the run
 * sees it.
 */
export async function runRulesSoon(ctx: Context): Promise<void> {
  if (!(await assignsByRule(ctx.db))) return
  await createSystemJob(ctx, ruleRun, { idPrefix: ruleRun.name, payload: {} }, settleMs)
}
