import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from './client.js'
import type { DB } from './schema.js'

/** Rows of one statement, which so ends long before its timeout and holds few rows at a time. */
const most = 5000

/** Deletes the rows of a table that a condition names, some thousand at a time; answers how many. */
export async function deleteInBatches(db: Database, table: keyof DB, condition: RawBuilder<SqlBool>): Promise<number> {
  const from = sql.table(table)
  for (let deleted = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${condition} limit ${sql.lit(most)}))
         and ${condition}`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < most) return deleted
  }
}
