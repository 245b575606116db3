// What reading and writing annotations would cost in hash partitions: node bench/partitions.mjs --folder FOLDER
// FOLDER holds the database that `node bench/big-tables.mjs --scale 1000 --folder FOLDER` has filled. The annotations
// are copied into two tables with the same indexes, one whole, one in 16 partitions by a hash of the id (the only key
// that keeps the id unique). Prints for each statement the blocks of 8 kB that it touched and its time in PostgreSQL.
import { parseArgs } from 'node:util'
import pg from 'pg'
import { median, rounded } from './compare.mjs'

const { values } = parseArgs({ options: { folder: { type: 'string' }, partitions: { type: 'string', default: '16' } } })
if (!values.folder) throw new Error('--folder names the folder of a database that bench/big-tables.mjs has filled')
const partitions = Number(values.partitions)
const { startEmbeddedPostgres } = await import('../dist/src/database/embedded-postgres.js')
const cluster = await startEmbeddedPostgres({
  dataDir: values.folder,
  programs: process.env.PARALLAX_POSTGRES_BIN,
  settings: { shared_buffers: '2GB', max_wal_size: '4GB', fsync: 'off', full_page_writes: 'off' },
})
const url = new URL(cluster.url)
url.pathname = '/scale_1000'
const client = new pg.Client({ connectionString: url.href })
await client.connect()
const run = (text) => client.query(text)
try {
  for (const set of [`maintenance_work_mem = '1GB'`, 'synchronous_commit = off', 'jit = off']) await run(`set ${set}`)
  const { rows: indexes } = await run(`select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = 'annotations'::regclass and not indisprimary`)
  for (const name of ['whole', 'parts']) {
    await run(`drop table if exists ${name}`)
    await run(`create table ${name} (like annotations including defaults including storage)
      ${name === 'parts' ? 'partition by hash (id)' : ''}`)
    for (let i = 0; name === 'parts' && i < partitions; i++)
      await run(`create table part_${i} partition of parts for values with (modulus ${partitions}, remainder ${i})`)
    await run(`insert into ${name} select * from annotations`)
    await run(`alter table ${name} add primary key (id)`)
    for (const { definition } of indexes)
      await run(definition.replace(/^CREATE INDEX \w+ ON (?:\w+\.)?annotations /, `create index on ${name} `))
    await run(`vacuum analyze ${name}`)
  }
  const user = `(select id from users where username = 'user-7')`
  const project = `(select id from projects where slug = 'project-7')`
  const statements = {
    'page of 20 annotations of a video': `select id, label from @ where video_id = 'video-7' order by created_at, id limit 21`,
    'all 500 annotations of a video': `select id, label from @ where video_id = 'video-7' order by created_at, id`,
    'page of 20 annotations of a user': `select id, label from @ where created_by_user_id = ${user} order by created_at, id limit 21`,
    'annotations of a window of 5,000 frames': `select id from @ where video_id = 'video-7' and last_frame >= 0 and first_frame <= 5000`,
    'count of the annotations of a project': `select count(*) from @ where project_id = ${project}`,
    'an annotation by its id': `select label from @ where id = (select id from annotations order by id limit 1)`,
    'adding 1,000 annotations': `insert into @ select * from annotations where created_by_user_id = ${user} limit 1000`,
  }
  console.log(
    `| statement | blocks, whole | blocks, ${partitions} partitions | ms, whole | ms, ${partitions} partitions |`,
  )
  console.log('|---|---|---|---|---|')
  for (const [what, text] of Object.entries(statements)) {
    const found = []
    for (const table of ['whole', 'parts']) found.push(await measured(text.replace('@', table), table))
    console.log(`| ${[what, ...found.map((one) => one.blocks), ...found.map((one) => one.ms)].join(' | ')} |`)
  }
} finally {
  await run('drop table if exists whole, parts')
  await client.end()
  await cluster.stop()
}

/** The blocks and the median time of seven runs; what is added is deleted before and taken back after each run. */
async function measured(statement, table) {
  const times = []
  let blocks = 0
  for (let i = 0; i < 7; i++) {
    await run('begin')
    if (statement.startsWith('insert'))
      await run(`delete from ${table} where created_by_user_id = (select id from users where username = 'user-7')`)
    const { rows } = await run(`explain (analyze, buffers, timing off, format json) ${statement}`)
    await run('rollback')
    const [{ Plan: plan, 'Execution Time': ms, 'Planning Time': planning }] = rows[0]['QUERY PLAN']
    times.push(ms + planning)
    blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  }
  return { blocks, ms: rounded(median(times), 2) }
}
