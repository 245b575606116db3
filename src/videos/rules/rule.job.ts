import { Type } from '@sinclair/typebox'
import { defineJob } from '../../jobs/job-type.js'
import { assignMatches, findMatches } from './rule-evaluation.service.js'
import { ruleRun } from './rule-run.service.js'

/**
 * Runs the active assignment rules over all videos. The job belongs to the system, so `assignedBy` of its assignments
 * is null. Its result holds the counts.
 */
export const assignmentRules = defineJob({
  ...ruleRun,
  payload: Type.Object({}),
  timeoutMinutes: 30,
  concurrency: 1,
  perMinute: () => null,
  async run(ctx, { progress }) {
    const matched = await findMatches(ctx)
    await progress(50)
    const { rulesEvaluated, videosMatched } = matched
    return async (tx) => ({ rulesEvaluated, videosMatched, assignmentsCreated: await assignMatches(tx, matched, null) })
  },
})
