import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { snake } from '../database/rows/record.js'
import type { Located } from '../node-readers.js'
import { kinds } from '../kinds.js'

/**
 * Finds the type of each id with one statement over all tables. Access is not checked. `uuids` are the ids that are
 * UUIDs; `opaque` are all ids, because ids of videos and jobs may be any text.
 */
export async function locate(db: Database, uuids: readonly string[], opaque: readonly string[]): Promise<Located[]> {
  const statements = kinds.flatMap(({ table, type, textId, readThrough }) => {
    if (type === undefined) return []
    const id = sql.ref(snake(textId ?? 'id'))
    const parent = readThrough === undefined ? sql`null` : sql.ref(snake(readThrough))
    const ids = textId === undefined ? sql`${uuids}::uuid[]` : sql`${opaque}::text[]`
    return sql`select ${id}::text as id, ${sql.lit(type)} as type, ${parent}::text as parent
      from ${sql.table(table)} where ${id} = any(${ids})`
  })
  const { rows } = await sql<Located>`${sql.join(statements, sql` union all `)}`.execute(db)
  return rows
}
