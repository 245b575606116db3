import { sql } from 'kysely'
import type { Database } from '../../database/driver/client.js'

/** Returns PostgreSQL's estimate of the number of rows of each table; 0 for a table that was never analyzed. */
export async function selectRowEstimates(db: Database, tables: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select given.name, sum(greatest(part.reltuples, 0))::float8 as rows
      from unnest(${tables}::text[]) as given(name)
      -- Has no rows for a table without partitions.
      left join lateral pg_partition_tree(given.name::regclass) as tree on tree.isleaf
      join pg_class as part on part.oid = coalesce(tree.relid, given.name::regclass)
     group by given.name`.execute(db)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** Returns the number of rows of each table; one with more than `most` rows counts as `most`. */
export async function countRows(db: Database, tables: readonly string[], most: number): Promise<Map<string, number>> {
  const counts = tables.map(
    (name) => sql`select ${sql.lit(name)} as name, count(*)::int as rows
      from (select from ${sql.table(name)} limit ${sql.lit(most)}) r`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
