// Measures how histories, the trash and the feed grow: the time of a list by the size of its content, and the cost of a
// change by the number of waiting followers. Each must grow no faster than its input and answer.
// Usage: node bench/growth.mjs [history] [trash] [feed]
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { startServer } from './server.mjs'

const wanted = process.argv.slice(2)
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)
const print = (row) => console.log(JSON.stringify(row))
const tenths = (value) => Math.round(value * 10) / 10
const persona = { name: 'Scout', role: 'r', informationNeed: 'i' }

const server = await startServer({ LOG_LEVEL: 'error' })
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  if (isWanted('history')) await histories()
  if (isWanted('trash')) await trashes()
  if (isWanted('feed')) await followers()
} finally {
  await client.end()
  await server.stop()
}

/** Returns the least of three times of an act, in milliseconds, and the last result. */
async function least(act) {
  const times = []
  let result
  for (let i = 0; i < 3; i++) {
    const began = performance.now()
    result = await act()
    times.push(performance.now() - began)
  }
  return { ms: tenths(Math.min(...times)), result }
}

/** Measures the whole history of an annotation, by its versions and by the boxes of its sequence. */
async function histories() {
  const cookie = await server.user('historian')
  const personaId = (await server.call(cookie, 'POST', '/api/personas', persona)).json().id
  const box = (frameNumber) => ({ frameNumber, x: frameNumber / 7, y: 2, width: 30, height: 4, isKeyframe: true })
  for (const count of [100, 1_000, 10_000]) {
    const boxes = Array.from({ length: count }, (_, n) => box(n))
    const made = { videoId: 'v', personaId, type: 'type', label: 'ship', frames: { boxes } }
    const { id } = (await server.call(cookie, 'POST', '/api/annotations', made)).json()
    for (let versions = 1; versions < 160;) {
      const upsert = [{ ...box((versions * 7919) % count), x: versions }]
      await server.call(cookie, 'PATCH', `/api/annotations/${id}/sequence`, { upsert })
      versions += 1
      if (![20, 40, 80, 160].includes(versions)) continue
      const { ms, result } = await least(() => wholeHistory(cookie, id))
      print({ history: 'of an annotation', boxes: count, versions, ms, kB: Math.round(result / 1000) })
    }
  }
}

/** Reads a history page by page, and returns the bytes of its pages. */
async function wholeHistory(cookie, id) {
  let bytes = 0
  for (let after = ''; ;) {
    const { text, json } = await server.call(cookie, 'GET', `/api/history/annotation/${id}?first=20${after}`)
    bytes += text.length
    const { endCursor, hasNextPage } = json().pageInfo
    if (!hasNextPage) return bytes
    after = `&after=${endCursor}`
  }
}

/** Measures a page of the trash, by the number of annotations deleted with a persona. */
async function trashes() {
  for (const count of [500, 2_000, 8_000, 32_000]) {
    const cookie = await server.user(`deleter-${count}`)
    const made = (await server.call(cookie, 'POST', '/api/personas', persona)).json()
    await client.query(
      `insert into annotations (id, video_id, persona_id, type, label, frames, created_by_user_id, has_boxes, box_count,
         keyframe_count, interpolated_count, first_frame, last_frame, frames_size)
       select gen_random_uuid(), 'v', $1, 'type', 'label-' || i % 30, '{"boxes":[]}', $2, false, 0, 0, 0, null, null, 12
         from generate_series(1, $3::int) i`,
      [made.id, made.userId, count],
    )
    const began = performance.now()
    await server.call(cookie, 'DELETE', `/api/personas/${made.id}`)
    const deleteMs = tenths(performance.now() - began)
    const { ms, result } = await least(() => server.call(cookie, 'GET', '/api/trash').then((one) => one.json()))
    if (result.trash.length !== 1) throw new Error(`the trash has ${result.trash.length} items`)
    const alone = await least(() =>
      server.call(cookie, 'POST', '/graphql', { query: '{ trash(first: 50) { nodes { id title } } }' }),
    )
    print({ trash: 'a persona', annotations: count, deleteMs, ms, withoutCountsMs: alone.ms })
  }
}

/** Measures the cost of creating a project, by the number of followers, 20 per user, whom it does not concern. */
async function followers() {
  const postmaster = await postmasterOf(server.databaseUrl)
  const maker = await server.user('maker')
  const stopped = new AbortController()
  const made = 100
  for (let people = 0; people <= 20; people += 5) {
    for (let one = people - 5; one >= 0 && one < people; one++) {
      const cookie = await server.user(`follower-${one}`)
      const headers = { cookie }
      const head = await fetch(`${server.url}/api/export/all?scope=own`, { method: 'HEAD', headers })
      const since = head.headers.get('x-export-position')
      for (let i = 0; i < 20; i++)
        void follow(`${server.url}/api/changes?scope=own&wait=60&since=${since}`, headers, stopped.signal)
    }
    await sleep(1_500)
    const before = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
    for (let i = 0; i < made; i++)
      await server.call(maker, 'POST', '/api/projects', { name: 'P', slug: `p-${people}-${i}` })
    await sleep(1_500)
    print({
      feed: 'a project of somebody else',
      followers: people * 20,
      nodeMs: tenths((nodeMs(server.pid) - before.node) / made),
      postgresMs: tenths((postgresMs(postmaster) - before.postgres) / made),
    })
  }
  stopped.abort()
}

/** Waits for changes, again and again. */
async function follow(url, headers, signal) {
  while (!signal.aborted)
    await fetch(url, { headers, signal })
      .then((answer) => answer.text())
      .catch(() => undefined)
}
