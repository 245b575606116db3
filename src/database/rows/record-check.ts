import type pg from 'pg'
import type { RecordOf } from './record.js'

/**
 * Compares the columns of the database with the records of their tables. Returns a sentence for each column that only
 * one of the two contains.
 */
export async function undescribedColumns(client: pg.ClientBase, records: readonly RecordOf[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' order by table_name, ordinal_position`,
  )
  return records.flatMap(({ table, names, fields }) => {
    const stored = rows.filter((row) => row.table === table).map((row) => row.column)
    const described = names.map((name) => fields[name]!.column)
    return [
      ...stored
        .filter((column) => !described.includes(column))
        .map((column) => `Column ${column} of table ${table} is in no shape: the record of \`${table}\` lacks it.`),
      ...described
        .filter((column) => !stored.includes(column))
        .map((column) => `Column ${column} of table ${table} is in a shape, but not in the database.`),
    ]
  })
}
