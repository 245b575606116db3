import { sql } from 'kysely'
import type { Fragment, Rule, Verdict } from './rule.sql.js'

type Told = Omit<Rule, 'verdict' | 'notes' | 'resolution'>

/**
 * Returns a rule for lines that conflict with a stored row or with an earlier line. If it stops the import, the
 * conflict is reported as an error too.
 */
export const conflict = (
  type: string,
  rule: Told & { details: Fragment | string },
  resolution: string,
  verdict: Verdict,
): Rule => ({
  ...rule,
  resolution,
  verdict,
  notes: [
    { severity: 'conflict', type, message: rule.details },
    ...(verdict.stop ? [{ severity: 'error', type: type.replaceAll('-', '_'), message: rule.details } as const] : []),
  ],
})

/** Returns a rule for lines whose id belongs to a row of another user: such a line gets a new id. */
export const idInUse = (thing: string, rule: Told): Rule =>
  conflict('id-conflict', { ...rule, details: `The id is in use; the ${thing} gets a new one` }, 'regenerate-id', {
    state: 'import',
    renew: true,
  })

/** What to do with a line with a missing reference: the policy, and the value of the option that reports repeat. */
export interface MissingPolicy {
  policy: 'skip' | 'create' | 'fail'
  resolution: string
}

/**
 * Returns a rule for lines with a reference that is neither in the file nor stored (I-20, I-22). `rule.id` is the
 * missing id; `thing` is the name of the item in messages.
 */
export function missing(thing: string, rule: Told & { id: Fragment }, { policy, resolution }: MissingPolicy): Rule {
  const fails = policy === 'fail'
  return {
    ...rule,
    first: rule.id,
    resolution,
    verdict: { state: fails ? 'fail' : 'skip', stop: fails },
    notes: [
      {
        severity: 'conflict',
        type: 'missing-dependency',
        message: sql`${`Referenced ${thing} `}::text || ${rule.id} || ' is missing'`,
      },
      { severity: fails ? 'error' : 'warning', type: 'missing_reference', message: `Referenced ${thing} is missing` },
    ],
  }
}
