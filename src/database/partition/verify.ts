import type pg from 'pg'
import type { Shape } from './shape.js'
import { partsSchema, type Partitioning } from './tables.js'

/**
 * Compares number and content of the rows of a table and of its copy, as of one moment; units that changed and are
 * still to be copied again are left out on both sides. Throws where they differ.
 */
export async function verify(
  client: pg.ClientBase,
  table: string,
  unit: Partitioning['unit'],
  { columns }: Shape,
): Promise<void> {
  // json has no comparison of its own; its text is stored as it was sent, so texts can be compared.
  const digest = (from: string) => `(select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0)
      from (select ${columns.join(', ')} from ${from}.${table} o
             where not exists (select from ${partsSchema}.${table}_changes n where n.unit = o.${unit})) t)`
  await client.query('begin isolation level repeatable read read only')
  try {
    const { rows } = await client.query<{ table: string; copy: string }>(
      `select ${digest('public')} as "table", ${digest(partsSchema)} as copy`,
    )
    const found = rows[0]
    if (found?.table !== found?.copy)
      throw new Error(
        `the copy of ${table} differs from the table (${found?.copy}; ${found?.table}); nothing was changed`,
      )
  } finally {
    await client.query('rollback')
  }
}
