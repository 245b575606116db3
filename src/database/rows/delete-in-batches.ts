import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../driver/client.js'
import type { DB } from '../schema.js'

/** The maximum number of rows of one DELETE, so that it ends long before its timeout and locks few rows at a time. */
const most = 5000

/**
 * Deletes the rows of a table that match a condition, in batches, and returns their number. The statement contains the
 * condition twice, because a row may change between its selection and its deletion.
 */
export async function deleteInBatches(
  db: Database,
  table: keyof DB | `parts.${string}`,
  condition: RawBuilder<SqlBool>,
): Promise<number> {
  const from = sql.table(table)
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${condition} limit ${sql.lit(most)}))
         and ${condition}`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < most) return deleted
  }
}
