// Measures the cost of the documented reads, exports and imports with 10^7 annotations and 10^6 claims in the database,
// compared with 10^4 and 10^3: node bench/big-tables.mjs [--scale 1000] [--folder FOLDER] [PART OF A ROW'S NAME ...]
// Prints the milliseconds at the client, the blocks that PostgreSQL touched, and how it read the large tables. With
// --folder the database is kept there for later runs; otherwise it is created anew and removed.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { countsOf, fillBig } from './big-fill.mjs'
import { median, rounded } from './compare.mjs'
import { fillReads } from './read-data.mjs'
import { startServer } from './server.mjs'
import { upload } from './transfer.mjs'

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1000' }, folder: { type: 'string' } },
})
const scale = Number(values.scale)
const { startEmbeddedPostgres } = await import('../dist/src/database/launch/embedded-postgres.js')
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'parallax-big-'))
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o711)
const cluster = await startEmbeddedPostgres({
  dataDir: folder,
  programs: process.env.PARALLAX_POSTGRES_BIN,
  settings: {
    shared_buffers: '1GB',
    max_wal_size: '4GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: 'off',
    full_page_writes: 'off',
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_format': 'json',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
  },
})
const log = join(folder, 'postgres.log')
const results = new Map()
try {
  for (const atScale of [1, scale]) await measureAt(atScale)
  report()
} finally {
  await cluster.stop()
  if (!values.folder) rmSync(folder, { recursive: true, force: true })
}

async function onDatabase(name, act) {
  const url = new URL(cluster.url)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await act(client, url.href)
  } finally {
    await client.end()
  }
}

async function measureAt(atScale) {
  const name = `scale_${atScale}`
  const made = await onDatabase('postgres', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${name}`)
    return rowCount === 0
  })
  process.env.BENCH_DATABASE_URL = new URL(`/${name}`, cluster.url).href
  const server = await startServer()
  try {
    if (made) {
      await server.user('owner')
      await server.user('bench')
      const began = performance.now()
      await onDatabase(name, async (client) => {
        const { rows } = await client.query(`select id from users where username = 'owner'`)
        await fillBig(client, atScale, rows[0].id)
        const size = await client.query('select pg_database_size(current_database()) as bytes')
        const gigabytes = rounded(size.rows[0].bytes / 1e9)
        console.log(
          JSON.stringify({
            filled: countsOf(atScale),
            seconds: rounded((performance.now() - began) / 1000, 0),
            gigabytes,
          }),
        )
      })
      await fillReads(server.databaseUrl, 'bench')
    }
    const people = {
      owner: await server.login('owner', 'benchmark-1'),
      bench: await server.login('bench', 'benchmark-1'),
      admin: server.admin,
    }
    for (const row of await rowsFor(server, name, people)) {
      if (wanted.length && !wanted.some((part) => row.what.includes(part))) continue
      const found = await measure(server, name, row)
      results.set(row.what, [...(results.get(row.what) ?? []), found])
      console.log(JSON.stringify({ scale: atScale, what: row.what, ...found }))
    }
  } finally {
    await server.stop()
  }
}

/** Returns the ids of the first fifty entities of the same world. */
function fifty(id) {
  return Array.from({ length: 50 }, (_, i) => id.replace(/\d+$/, String(i)))
}

/**
 * Returns the requests to measure and the user who sends each. `owner` owns the first project and a share of the large
 * content; `bench` owns the same small content at every scale and sees nothing of the large content.
 */
async function rowsFor(server, name, { owner, bench, admin }) {
  const ids = await onDatabase(name, async (client) => {
    const valueOf = async (text) => Object.values((await client.query(text)).rows[0])[0]
    const of = `(select id from users where username = 'owner')`
    const benchs = `(select id from users where username = 'bench')`
    return {
      project: await valueOf(`select id from projects where slug = 'project-0'`),
      persona: await valueOf(`select id from personas where user_id = ${of} and name = 'Persona 0/0'`),
      user: await valueOf(`select id from users where username = 'user-1'`),
      annotation: await valueOf(`select id from annotations where created_by_user_id = ${of} order by id limit 1`),
      claim: await valueOf(
        `select id from claims where created_by = ${of} and parent_claim_id is null order by id limit 1`,
      ),
      summary: await valueOf(`select summary_id from claims where created_by = ${of} order by id limit 1`),
      benchPersona: await valueOf(`select id from personas where user_id = ${benchs} order by name limit 1`),
      entity: await valueOf(
        `select w.id || '/entity/thing-4' from world_states w where w.user_id = ${of} and w.project_id is null`,
      ),
      word: await valueOf(`select split_part(text, ' ', 3) from claims where created_by = ${of} order by id limit 1`),
    }
  })
  const get = (what, path, as = owner) => ({ what, act: () => server.call(as, 'GET', path) })
  const graph = (what, query, as = owner) => ({
    what,
    act: async () => {
      const { data, errors } = (await server.call(as, 'POST', '/graphql', { query })).json()
      if (errors) throw new Error(errors[0].message)
      return data
    },
  })
  const list = (what, field, args, fields = 'id', as = owner) => [
    graph(`${what}, first page`, `{ ${field}(first: 20${args}) { nodes { ${fields} } pageInfo { endCursor } } }`, as),
    graph(`${what}, count`, `{ ${field}(first: 1${args}) { totalCount } }`, as),
    deep(`${what}, sixth page`, field, args, fields, as),
  ]
  /** Returns a page of 20 nodes after 100 others; the cursor is looked up in the first, unmeasured run. */
  const deep = (what, field, args, fields, as) => {
    let cursor
    return {
      what,
      act: async () => {
        const page = async (first, after) =>
          (
            await server.call(as, 'POST', '/graphql', {
              query: `{ ${field}(first: ${first}${args}${after ? `, after: "${after}"` : ''}) { nodes { ${fields} } pageInfo { endCursor } } }`,
            })
          ).json().data[field]
        cursor ??= (await page(100)).pageInfo.endCursor
        return page(20, cursor)
      },
    }
  }
  const file = join(server.folder, 'import.jsonl')
  const generator = fileURLToPath(new URL('./generate.mjs', import.meta.url))
  execFileSync(process.execPath, [generator, '--scale', '1', '--out', file, '--only', 'persona,ontology,summary,claim'])
  const search = (what, query, as) =>
    graph(
      what,
      `{ search(query: ${JSON.stringify(query)}, first: 10) { edges { rank node { ... on Node { id } } } } }`,
      as,
    )
  return [
    get('REST annotations of a video', '/api/annotations/video-0'),
    get('REST annotations of a video, window', '/api/annotations/video-0?from=0&to=5000'),
    get('REST boxes of a window', '/api/videos/video-0/sequences?from=0&to=5000'),
    ...list('annotations of a video', 'annotations', ', filter: { videoId: "video-0" }', 'id label creator { id }'),
    graph(
      'annotations of a video by label',
      '{ annotations(first: 20, filter: { videoId: "video-0", label: "entity-4" }) { nodes { id } totalCount } }',
    ),
    graph(
      'annotations of a video by confidence',
      '{ annotations(first: 20, filter: { videoId: "video-0" }, orderBy: { field: CONFIDENCE, direction: DESC }) { nodes { id } } }',
    ),
    graph(
      'annotations of an entity',
      `{ node(id: "${ids.entity}") { ... on Entity { annotations(first: 20) { nodes { id label } totalCount } } } }`,
    ),
    graph(
      'claims of an entity',
      `{ node(id: "${ids.entity}") { ... on Entity { claims(first: 20) { nodes { id text } totalCount } } } }`,
    ),
    graph(
      'annotations of 50 entities',
      `{ nodes(ids: ${JSON.stringify(fifty(ids.entity))}) { ... on Entity { annotations(first: 5) { nodes { id } } } } }`,
    ),
    graph(
      'claims of 50 entities',
      `{ nodes(ids: ${JSON.stringify(fifty(ids.entity))}) { ... on Entity { claims(first: 5) { nodes { id } } } } }`,
    ),
    graph(
      'annotations of a type',
      `{ node(id: "${ids.persona}/entity/entity-1") { ... on OntologyType { annotations(first: 20) { nodes { id } } } } }`,
    ),
    ...list('all annotations, stranger', 'annotations', '', 'id', bench),
    ...list('all annotations, member', 'annotations', ''),
    ...list('all annotations, administrator', 'annotations', '', 'id', admin),
    graph(
      'annotations by an entity',
      `{ annotations(first: 20, filter: { objectId: "${ids.entity}" }) { nodes { id } } }`,
    ),
    graph(
      'annotations of a persona',
      `{ annotations(first: 20, filter: { personaId: "${ids.persona}" }) { nodes { id } } }`,
    ),
    graph(
      'annotations by source and confidence',
      '{ annotations(first: 20, filter: { source: MANUAL, minConfidence: 0.9 }) { nodes { id } } }',
    ),
    graph('claims of a persona', `{ claims(first: 20, filter: { personaId: "${ids.persona}" }) { nodes { id } } }`),
    get('REST page of annotations', '/api/annotations?first=20'),
    graph('an annotation by its id', `{ annotation(id: "${ids.annotation}") { id label } }`),
    get('REST summaries of a video', '/api/videos/video-0/summaries'),
    get('REST claims of a summary', `/api/summaries/${ids.summary}/claims`),
    get('REST claim with those below', `/api/claims/${ids.claim}`),
    get('REST relations of a claim', `/api/claims/${ids.claim}/relations`),
    ...list('claims of a summary', 'claims', `, filter: { summaryId: "${ids.summary}" }`),
    ...list('all claims that a stranger to the mass may read', 'claims', '', 'id', bench),
    ...list('all claims that a member may read', 'claims', ''),
    ...list('all claims for an administrator', 'claims', '', 'id', admin),
    graph(
      'claims by confidence, stranger',
      '{ claims(first: 20, filter: { minConfidence: 0.7 }, orderBy: { field: CONFIDENCE, direction: DESC }) { nodes { id } } }',
      bench,
    ),
    graph(
      'claims that hold a word, stranger',
      '{ claims(first: 20, filter: { search: "crane" }) { nodes { id } } }',
      bench,
    ),
    graph(
      'claims that hold a word, member',
      `{ claims(first: 20, filter: { search: "${ids.word}" }) { nodes { id } } }`,
    ),
    ...list('all summaries, stranger', 'summaries', '', 'id', bench),
    ...list('all summaries, member', 'summaries', ''),
    ...list('all summaries, administrator', 'summaries', '', 'id', admin),
    ...list('summaries of a project', 'summaries', `, filter: { projectId: "${ids.project}" }`),
    ...list('summaries of a persona', 'summaries', `, filter: { personaId: "${ids.persona}" }`),
    ...list('own summaries', 'summaries', ', filter: { mine: true }'),
    search('search, word of few claims, stranger', 'berth 4', bench),
    search('search, frequent word, stranger', ids.word, bench),
    search('search, frequent word, member', ids.word, owner),
    search('search, misspelt word, stranger', 'containr', bench),
    search('search, phrase, stranger', '"lifts a container"', bench),
    ...list('personas', 'personas', ''),
    ...list('projects', 'projects', ''),
    ...list('videos', 'videos', ''),
    ...list('videos of a project', 'videos', `, filter: { projectId: "${ids.project}" }`),
    graph('videos without summary', '{ videos(first: 20, filter: { hasSummary: false }) { nodes { id } } }'),
    graph(
      'videos with summary, stranger',
      '{ videos(first: 20, filter: { hasSummary: true }) { nodes { id } } }',
      bench,
    ),
    get('REST videos of a project', `/api/videos?projectId=${ids.project}`),
    ...list('jobs', 'jobs', '', 'id status'),
    ...list('shares received', 'sharesReceived', ''),
    ...list('shares sent', 'sharesSent', ''),
    ...list('accounts', 'accounts', '', 'userId', admin),
    get('REST deletion preview of a persona', `/api/personas/${ids.benchPersona}/deletion-preview`, bench),
    get('REST deletion preview of a user', `/api/admin/users/${ids.user}/deletion-preview`, admin),
    get('REST export statistics, stranger', '/api/export/stats', bench),
    get('REST export statistics of a project', `/api/export/stats?scope=project:${ids.project}`),
    get('REST import history', '/api/import/history'),
    firstByte(server, 'start of an export, stranger', '/api/export', bench),
    firstByte(server, 'start of an export, member', '/api/export', owner),
    firstByte(server, 'start of an export of all, stranger', '/api/export/all', bench),
    firstByte(server, 'start of an export of summaries, member', '/api/export/summaries', owner),
    firstByte(server, 'start of an export of a project', `/api/export?scope=project:${ids.project}`, owner),
    firstByte(server, 'start of an export of a project, all', `/api/export/all?scope=project:${ids.project}`, owner),
    firstByte(server, 'start of an export of everything', '/api/export/all?scope=all', admin),
    { what: 'preview of an import', times: 3, act: () => upload(server, bench, '/api/import/preview', file) },
    { what: 'import', times: 3, act: () => upload(server, bench, '/api/import', file) },
    {
      what: 'an annotation made, changed and deleted',
      act: async () => {
        const box = { frameNumber: 1, x: 1, y: 1, width: 10, height: 10, isKeyframe: true }
        const body = {
          videoId: 'video-0',
          personaId: ids.persona,
          type: 'type',
          label: 'entity-1',
          frames: { boxes: [box], interpolationSegments: [], visibilityRanges: [] },
        }
        const { id } = (await server.call(owner, 'POST', '/api/annotations', body)).json()
        await server.call(owner, 'PUT', `/api/annotations/${id}`, { label: 'entity-2' })
        await server.call(owner, 'DELETE', `/api/annotations/video-0/${id}`)
      },
    },
    {
      what: 'a claim made and deleted',
      act: async () => {
        const { id } = (
          await server.call(owner, 'POST', `/api/summaries/${ids.summary}/claims`, { text: 'A crane stands' })
        ).json()
        await server.call(owner, 'DELETE', `/api/summaries/${ids.summary}/claims/${id}`)
      },
    },
  ]
}

/** Measures the time until the first bytes of the body arrive; then the client hangs up. */
function firstByte(server, what, path, cookie) {
  const act = () =>
    new Promise((done, fail) => {
      const request = http.get(server.url + path, { headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`answered ${response.statusCode}`))
        response.once('data', () => (request.destroy(), done()))
        response.once('end', done)
      })
      request.on('error', fail)
    })
  return { what, act, pauseMs: 100 }
}

async function measure(server, name, { act, times = 7, pauseMs = 0 }) {
  const runs = []
  try {
    await act()
    for (let i = 0; i < times; i++) {
      if (pauseMs) await sleep(pauseMs)
      const began = performance.now()
      await act()
      runs.push(performance.now() - began)
      // Requests that take more than three seconds are measured only twice.
      if (runs[0] > 3000 && i > 0) break
    }
    return { ms: rounded(median(runs), 1), ...(await plansOf(name, act)) }
  } catch (error) {
    return { failed: error.message.slice(0, 200) }
  }
}

/**
 * Runs `act` under auto_explain. Returns the blocks that its statements touched, and the three table or index reads
 * with most rows (over 50).
 */
async function plansOf(name, act) {
  const explain = (from) =>
    onDatabase(name, async (client) => {
      await client.query(`alter system set auto_explain.log_min_duration = ${from}`)
      await client.query('select pg_reload_conf()')
      await sleep(200)
    })
  await explain(0)
  const from = statSync(log).size
  await act()
  await sleep(100)
  await explain(-1)
  const text = readFileSync(log).subarray(from).toString()
  const plans = [...text.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json]) => JSON.parse(json))
  const reads = new Map()
  let blocks = 0
  const walk = (node) => {
    const at = node['Index Name'] ?? node['Relation Name']
    const rows = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1)
    if (at && rows > 50) {
      const how = node['Node Type'].replace('Bitmap Index Scan', 'bitmap').replace(/Index( Only)? Scan/, 'index')
      const key = `${how} ${at}`
      reads.set(key, (reads.get(key) ?? 0) + Math.round(rows))
    }
    for (const below of node['Plans'] ?? []) walk(below)
  }
  for (const plan of plans) {
    if (/\b(?:schedules|pg_settings|token_hash)\b|pg_reload_conf/.test(plan['Query Text'])) continue
    blocks += (plan.Plan['Shared Hit Blocks'] ?? 0) + (plan.Plan['Shared Read Blocks'] ?? 0)
    walk(plan.Plan)
  }
  const reading = [...reads].toSorted((a, b) => b[1] - a[1]).slice(0, 3)
  return { blocks, reads: reading.map(([how, rows]) => `${how} ${rows}`).join('; ') }
}

function report() {
  console.log(
    `\n| | ms, scale 1 | ms, scale ${scale} | growth | blocks, scale 1 | blocks, scale ${scale} | reads at scale ${scale}: rows |\n|---|---|---|---|---|---|---|`,
  )
  for (const [what, [small, large]] of results) {
    if (!large || small.failed || large.failed)
      console.log(`| ${what} | ${small.failed ?? small.ms} | ${large?.failed ?? large?.ms} | | | | |`)
    else
      console.log(
        `| ${what} | ${small.ms} | ${large.ms} | ${rounded(large.ms / small.ms, 1)} | ${small.blocks} | ${large.blocks} | ${large.reads} |`,
      )
  }
}
