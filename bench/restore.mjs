// Measures the trash: deleting a persona with many annotations and claims, listing the trash, restoring the persona,
// and removing it permanently; and reading the history of a claim that was edited many times. Prints one line with
// medians in milliseconds over BENCH_ROUNDS (5) rounds. BENCH_ANNOTATIONS (10000) and BENCH_CLAIMS (5000) are the
// numbers of rows.
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { startServer } from './server.mjs'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const annotations = Number(process.env.BENCH_ANNOTATIONS ?? 10_000)
const claims = Number(process.env.BENCH_CLAIMS ?? 5000)
const edits = 1000

const server = await startServer()
const client = new pg.Client({ connectionString: server.databaseUrl })
try {
  await client.connect()
  const ann = await server.user('ann')
  const send = async (method, path, body) => {
    const answer = await server.call(ann, method, path, body)
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`)
    return answer.json()
  }
  const { id } = await send('POST', '/api/personas', { name: 'Scout', role: 'Scout', informationNeed: 'Who?' })
  const box = (n) => ({ frameNumber: n, x: n, y: 1, width: 20, height: 10, isKeyframe: true })
  const frames = { boxes: [0, 10, 20, 30, 40, 50, 60, 70].map(box) }
  const make = (n) => ({ videoId: `video-${n % 20}`, personaId: id, type: 'type', label: 'ship', frames })
  for (let n = 0; n < annotations; n += 500)
    await send('POST', '/api/annotations/bulk', { annotations: Array.from({ length: 500 }, (_, i) => make(n + i)) })
  let claimId
  for (let n = 0; n < claims; n += 500) {
    const summary = await send('POST', '/api/summaries', { videoId: `video-${n}`, personaId: id, summary: 'A ferry' })
    const list = Array.from({ length: 500 }, (_, i) => ({ text: `Claim ${n + i} about a ferry`, confidence: 0.5 }))
    await send('POST', `/api/summaries/${summary.id}/claims/bulk`, { claims: list })
    const [first] = await send('GET', `/api/summaries/${summary.id}/claims`)
    claimId = first.id
  }
  const counted = async () => {
    const { rows } = await client.query(
      `select (select count(*)::int from annotations where persona_id = $1) as annotations,
        (select count(*)::int from claims c join video_summaries s on s.id = c.summary_id
          where s.persona_id = $1) as claims`,
      [id],
    )
    return rows[0]
  }
  const times = {}
  const timed = async (name, act) => {
    const begin = performance.now()
    const result = await act()
    ;(times[name] ??= []).push(performance.now() - begin)
    return result
  }
  for (let n = 0; n < edits; n++) await send('PUT', `/api/claims/${claimId}`, { text: `A ferry leaves, ${n}` })
  const path = `/api/history/claim/${claimId}`
  const pages = { first: `${path}?first=50`, last: `${path}?last=50` }
  for (let round = 0; round < rounds; round++)
    for (const [name, page] of Object.entries(pages)) await timed(`historyPage_${name}`, () => send('GET', page))
  for (let round = 0; round < rounds; round++) {
    await timed('delete', () => send('DELETE', `/api/personas/${id}`))
    const { trash } = await timed('list', () => send('GET', '/api/trash'))
    await timed('restore', () => send('POST', `/api/trash/${trash[0].id}/restore`))
    const found = await counted()
    if (found.annotations !== annotations || found.claims !== claims) throw new Error(JSON.stringify(found))
  }
  await send('DELETE', `/api/personas/${id}`)
  const { trash } = await send('GET', '/api/trash')
  await timed('remove', () => send('DELETE', `/api/trash/${trash[0].id}`))
  const medians = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, rounded(median(list))]))
  console.log(JSON.stringify({ annotations, claims, edits, ...medians }))
} finally {
  await client.end()
  await server.stop()
}
