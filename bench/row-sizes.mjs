// Prints the bytes per row of the tables that grow, and of their indexes, after an import of the generated data set
// (docs/scale.md), and then the connections of the idle server by application name.
// Usage: node bench/row-sizes.mjs [SCALE, default 1]
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startServer } from './server.mjs'
import { upload } from './transfer.mjs'

const scale = process.argv[2] ?? '1'
const server = await startServer()
try {
  const file = join(server.folder, 'rows.jsonl')
  execFileSync(process.execPath, [
    fileURLToPath(new URL('./generate.mjs', import.meta.url)),
    '--scale',
    scale,
    '--out',
    file,
  ])
  await upload(server, await server.user('ann'), '/api/import', file)
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  const { rows } = await client.query(`
    select relname as table, reltuples::bigint as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 500
     order by pg_total_relation_size(oid) desc`)
  for (const { table, rows: count, heap, indexes } of rows)
    console.log(
      JSON.stringify({
        table,
        rows: Number(count),
        bytesOfRow: Math.round(heap / count),
        bytesOfIndexes: Math.round(indexes / count),
      }),
    )
  const connections = await client.query(
    `select application_name as name, count(*)::int as connections from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`,
  )
  for (const one of connections.rows) console.log(JSON.stringify(one))
  await client.end()
} finally {
  await server.stop()
}
