import type pg from 'pg'
import { partsSchema } from '../changes/parts.js'
import type { Step } from './migration-steps.js'

/**
 * Returns the steps that replace one that creates or drops an index concurrently on a partitioned table, which
 * PostgreSQL refuses. A new index is built on each part, under its name with the suffix of the part, and then attached
 * to the index of the parent table, which has no rows. Such an index is dropped without CONCURRENTLY. Other steps stay
 * unchanged.
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
  const { name, table } = step.index
  const { rows: parts } = await client.query<{ part: string }>(
    `select c.relname as part from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = to_regclass($1) order by 1`,
    [table],
  )
  if (parts.length === 0) return [step]
  const on = new RegExp(`\\bon\\s+${table}\\b`, 'i')
  const ofParts = parts.map(({ part }) => ({ part, index: `${name}_${part.slice(table.length + 1)}` }))
  return [
    ...ofParts.map(({ part, index }) => ({
      ...step,
      sql: step.sql.replace(name, index).replace(on, `on ${partsSchema}.${part}`),
      index: { name: `${partsSchema}.${index}`, table },
    })),
    plainly(step.plainSql.replace(on, `on only ${table}`)),
    ...ofParts.map(({ index }) => plainly(`alter index ${name} attach partition ${partsSchema}.${index}`)),
  ]
}
