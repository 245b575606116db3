import type pg from 'pg'
import type { Step } from '../migrate/migration-steps.js'
import { indexStatements } from './shape.js'
import { partsSchema } from './tables.js'

/**
 * Turns a step of a migration that creates or drops an index concurrently into what does the same for a partitioned
 * table, which PostgreSQL refuses to do in one statement: the index is built on each part, and that of the whole, which
 * has no rows of its own, adopts them. Other steps, and those on whole tables, are returned as they are.
 */
export async function stepsOnParts(client: pg.ClientBase, step: Step): Promise<Step[]> {
  const plainly = (text: string): Step => ({ sql: text, plainSql: text, isRepeated: false })
  if (step.dropped !== undefined) {
    const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'I'`, [
      step.dropped,
    ])
    return rows.length ? [plainly(step.plainSql)] : [step]
  }
  if (step.index === undefined) return [step]
  const { table } = step.index
  const { rows: parts } = await client.query<{ part: string }>(
    `select c.relname as part from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = to_regclass($1) order by 1`,
    [table],
  )
  if (parts.length === 0) return [step]
  const leaves = parts.map(({ part }) => part)
  const { onLeaves } = indexStatements(step.sql, table, table, leaves)
  const { onParent, adoptions } = indexStatements(step.plainSql, table, table, leaves)
  return [
    ...onLeaves.map(({ name: ofLeaf, sql }) => ({ ...step, sql, index: { name: `${partsSchema}.${ofLeaf}`, table } })),
    plainly(onParent),
    ...adoptions.map(plainly),
  ]
}
