import type { Context } from '../../context.js'
import { createSystemJob } from '../../jobs/job.service.js'
import { assignsByRule } from './rule.sql.js'

/** Name and attempts of the job in rule.job.ts, for creating it here. */
export const ruleRun = { name: 'assignment-rules', attempts: 3 }

/**
 * The debounce in milliseconds: changes of rules within this time share one run. An administrator who evaluates the
 * rules by hand in the meantime gets the counts.
 */
const settleMs = 5000

/**
 * Schedules a job that runs the active rules: after each synchronisation and when a rule changes. Does nothing while no
 * active rule has a project as its target, because other rules do not assign (VA-13). Call it in the transaction of the
 * change, so that the run sees the change.
 */
export async function runRulesSoon(ctx: Context): Promise<void> {
  if (!(await assignsByRule(ctx.db))) return
  await createSystemJob(ctx, ruleRun, { idPrefix: ruleRun.name, payload: {} }, settleMs)
}
