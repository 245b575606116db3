import type pg from 'pg'
import { onPool } from '../../database/driver/within-budget.js'
import type { SentStatement } from '../../lib/fairness/budget.js'

/** A statement that an operation has sent, for `extensions.explain` of the answer. */
export interface ExplainedStatement {
  /** The SQL; parameters are `$1`, `$2` and so on, without their values. */
  statement: string
  /** How many times the operation has sent it. */
  runs: number
  /** The time from sending it to its last row, in milliseconds, summed over the runs. */
  milliseconds: number
  /** The rows that were read, or changed without being returned, summed over the runs. */
  rows: number
  /** The lines of PostgreSQL's plan for any parameters; null for a statement that has none, such as SET. */
  plan: string[] | null
}

/** Returns each statement once, in the order in which they were first sent, with its plan. Nothing is run again. */
export async function explained(pool: pg.Pool, sent: readonly SentStatement[]): Promise<ExplainedStatement[]> {
  const statements = new Map<string, ExplainedStatement & { parameters: number }>()
  for (const { text, parameters, milliseconds, rows } of sent) {
    const before = statements.get(text) ?? { runs: 0, milliseconds: 0, rows: 0 }
    statements.set(text, {
      statement: text,
      runs: before.runs + 1,
      milliseconds: Math.round(100 * (before.milliseconds + milliseconds)) / 100,
      rows: before.rows + rows,
      plan: null,
      parameters,
    })
  }
  return onPool(pool, undefined, async (client) => {
    const answers: ExplainedStatement[] = []
    await client.query('begin read only; set local plan_cache_mode = force_generic_plan')
    for (const { parameters, ...statement } of statements.values())
      answers.push({ ...statement, plan: await planOf(client, statement.statement, parameters) })
    await client.query('rollback')
    return answers
  })
}

/**
 * Returns the lines of the generic plan of a statement, which is prepared and explained with nulls: a generic plan does
 * not depend on parameters. (EXPLAIN has the option GENERIC_PLAN for this from PostgreSQL 16 on.)
 */
async function planOf(client: pg.ClientBase, text: string, parameters: number): Promise<string[] | null> {
  const nulls = parameters ? `(${Array.from({ length: parameters }, () => 'null').join()})` : ''
  await client.query('savepoint explain')
  try {
    await client.query(`prepare explained as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs, verbose off) execute explained${nulls}`,
    )
    await client.query('deallocate explained; release explain')
    return rows.map((row) => row['QUERY PLAN'])
  } catch {
    await client.query('rollback to explain')
    // A rollback does not deallocate a prepared statement.
    await client.query(`do $$ begin execute 'deallocate explained'; exception when others then null; end $$`)
    return null
  }
}
