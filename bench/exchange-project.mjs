// Compares the export of a project with 100,000 annotations by 50 authors with the caller's own export of as many
// annotations, in turns. BENCH_PROJECT_TIMES: how many times 10,000 annotations (default 10); BENCH_PROJECT_AUTHORS:
// the number of authors (default 50).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { startServer } from './server.mjs'
import { download, upload } from './transfer.mjs'

const times = Number(process.env.BENCH_PROJECT_TIMES ?? 10)
const authors = Number(process.env.BENCH_PROJECT_AUTHORS ?? 50)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const generator = fileURLToPath(new URL('./generate.mjs', import.meta.url))
const kinds = 'persona,ontology,entity,event,time,annotation'

function generate(file) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [generator, '--out', file, '--scale', '1', '--seed', '2', '--only', kinds])
    child.once('exit', (code) => (code ? fail(new Error(`the generator ended with ${code}`)) : done()))
  })
}

/**
 * Copies the caller's 10,000 annotations, so that the caller has them `times` times, and the project has as many by the
 * authors in turn. Each author gets a copy of the caller's world in the project.
 */
async function multiply(client, userId, projectId) {
  const {
    rows: [{ names }],
  } = await client.query(`select string_agg(attname, ',' order by attnum) as names from pg_attribute
    where attrelid = 'annotations'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname not in ('id', 'created_by_user_id', 'project_id', 'number')`)
  await client.query(`insert into users (id, username, display_name)
    select gen_random_uuid(), 'author-' || n, 'Author ' || n from generate_series(1, ${authors}) n`)
  await client.query(`insert into world_states (id, user_id, project_id)
    select gen_random_uuid(), id, '${projectId}' from users where username like 'author-%'`)
  await client.query(`insert into world_objects (world_id, kind, position, body)
    select w.id, o.kind, o.position, o.body from world_states w, world_objects o
      join world_states own on own.id = o.world_id and own.user_id = '${userId}' where w.project_id = '${projectId}'`)
  const copies = (owner, project) => `insert into annotations (id, created_by_user_id, project_id, ${names})
    select gen_random_uuid(), ${owner}, ${project}, ${names}
      from (select a.*, row_number() over (order by a.created_at, a.id) as n from annotations a
             where created_by_user_id = '${userId}' and project_id is null order by created_at, id limit 10000) a
      join generate_series(1, ${times}) g on true order by a.created_at`
  await client.query(`create temp table authors as
    select id, row_number() over () - 1 as n from users where username like 'author-%'`)
  await client.query(copies(`(select id from authors where authors.n = (a.n + g) % ${authors})`, `'${projectId}'`))
  await client.query(
    copies(`'${userId}'`, 'null').replace(`generate_series(1, ${times})`, `generate_series(2, ${times})`),
  )
  await client.query('vacuum analyze')
  await client.query('checkpoint')
}

const server = await startServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
await client.connect()
try {
  const cookie = await server.user('owner')
  const file = join(server.folder, 'annotations.jsonl')
  await generate(file)
  await upload(server, cookie, '/api/import', file)
  const {
    rows: [{ id: userId }],
  } = await client.query(`select id from users where username = 'owner'`)
  const project = (await server.call(cookie, 'POST', '/api/projects', { name: 'Port', slug: 'port' })).json()
  await multiply(client, userId, project.id)
  const timed = async (query) => {
    const startedAt = performance.now()
    const { bytes } = await download(server, cookie, `/api/export${query}`)
    return { bytes, seconds: (performance.now() - startedAt) / 1000 }
  }
  const runs = []
  for (let i = 0; i < rounds; i++)
    runs.push({ own: await timed(''), ofProject: await timed(`?scope=project:${project.id}`) })
  const rate = ({ bytes, seconds }) => bytes / seconds
  const of = (read) => rounded(median(runs.map(read)))
  console.log(
    JSON.stringify({
      what: `GET /api/export of a project of ${authors} authors against the own export of as many annotations`,
      annotations: times * 10_000,
      ratioOfBytes: of(({ own, ofProject }) => rate(ofProject) / rate(own)),
      ratioOfLines: of(({ own, ofProject }) => own.seconds / ofProject.seconds),
      ratios: runs.map(({ own, ofProject }) => rounded(rate(ofProject) / rate(own))),
      ownSeconds: of(({ own }) => own.seconds),
      projectSeconds: of(({ ofProject }) => ofProject.seconds),
      ownMegabytes: of(({ own }) => own.bytes / 1e6),
      projectMegabytes: of(({ ofProject }) => ofProject.bytes / 1e6),
    }),
  )
} finally {
  await client.end()
  await server.stop()
}
