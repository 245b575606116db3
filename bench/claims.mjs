// GET and POST of claims against plain SQL statements in the same run.
import { httpRequest, load } from './load.mjs'
import { statementRate } from './reference.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

export const columns = [
  'id',
  'summary_id',
  'summary_type',
  'text',
  'gloss',
  'parent_claim_id',
  'text_spans',
  'claimer_type',
  'claimer_gloss',
  'claim_relation',
  'claim_event_id',
  'claim_time_id',
  'claim_location_id',
  'confidence',
  'model_used',
  'extraction_strategy',
  'audio',
  'video',
  'metadata',
  'comment',
  'created_by',
  'project_id',
  'created_at',
  'updated_at',
]
const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())

/** One nested json_agg statement over four levels: what a database alone can do. */
export function nestedStatement(summaryId) {
  const level = (n) => {
    const alias = `c${n}`
    const members = columns.map((name) => `'${camel(name)}', ${alias}.${name}`).join(', ')
    const below =
      n < 4
        ? `(select coalesce(json_agg(${level(n + 1)} order by c${n + 1}.created_at, c${n + 1}.id), '[]') from claims c${n + 1} where c${n + 1}.parent_claim_id = ${alias}.id)`
        : `'[]'::json`
    return `json_build_object(${members}, 'subclaims', ${below})`
  }
  return `select coalesce(json_agg(${level(1)} order by c1.created_at, c1.id), '[]') from claims c1 where c1.summary_id = '${summaryId}' and c1.parent_claim_id is null`
}

/** A persona, a summary and `count` claims in four levels; about 840 bytes each as JSON. */
export async function fill(server, cookie, name, count) {
  const persona = (await server.call(cookie, 'POST', '/api/personas', { name, role: 'r', informationNeed: 'i' })).json()
  const summary = (
    await server.call(cookie, 'POST', '/api/summaries', {
      videoId: `video-${name}`,
      personaId: persona.id,
      summary: 'A text.',
    })
  ).json()
  const claim = (text, parentClaimId) => ({
    text: `${text}: the unmarked vehicle crosses the northern bridge near Zürich and stops there for a while.`,
    parentClaimId,
    confidence: 0.75,
    gloss: [
      { type: 'text', content: 'The unmarked vehicle crosses ' },
      { type: 'typeRef', content: persona.id, refType: 'entity', refPersonaId: persona.id },
      { type: 'text', content: ' 東京.' },
    ],
    textSpans: [{ sentenceIndex: 1, charStart: 0, charEnd: 40 }],
    video: ['non-text'],
  })
  let parents = [null]
  let left = count
  for (const share of [0.1, 0.2, 0.3, 0.4]) {
    const size = share === 0.4 ? left : Math.min(left, Math.round(count * share))
    const made = []
    for (let from = 0; from < size; from += 1000) {
      const claims = Array.from({ length: Math.min(1000, size - from) }, (_, i) =>
        claim(`claim ${from + i}`, parents[(from + i) % parents.length]),
      )
      made.push(
        ...(await server.call(cookie, 'POST', `/api/summaries/${summary.id}/claims/bulk`, { claims })).json().claimIds,
      )
    }
    left -= size
    parents = made
  }
  return summary.id
}

async function main() {
  const server = await startServer()
  try {
    const cookie = await server.user('bench')
    const summaryId = await fill(server, cookie, 'read', 500)
    const request = httpRequest({ path: `/api/summaries/${summaryId}/claims`, headers: { Cookie: cookie } })
    const bytes = (await server.call(cookie, 'GET', `/api/summaries/${summaryId}/claims`)).text.length
    await load({ port: server.port, request, seconds: 3 })
    const reads = []
    for (let i = 0; i < rounds; i++) {
      const limit = await statementRate({
        databaseUrl: server.databaseUrl,
        statement: nestedStatement(summaryId),
        seconds,
      })
      const ours = await load({ port: server.port, request, seconds })
      reads.push({ ratio: ours.perSecond / limit.perSecond, ours, limit })
    }
    const read = reads.find((one) => one.ratio === median(reads.map((one) => one.ratio)))
    console.log(
      JSON.stringify({
        what: 'GET 500 claims in 4 levels',
        bytes,
        ratio: read.ratio.toFixed(2),
        perSecond: read.ours.perSecond,
        p50: read.ours.p50,
        p99: read.ours.p99,
        limit: read.limit,
      }),
    )

    const big = await fill(server, cookie, 'big', 10_000)
    const body = JSON.stringify({
      text: 'a new claim near 東京',
      confidence: 0.5,
      gloss: [{ type: 'text', content: 'a new claim' }],
    })
    const post = (id) =>
      httpRequest({
        method: 'POST',
        path: `/api/summaries/${id}/claims`,
        headers: { Cookie: cookie, Prefer: 'return=minimal' },
        body,
      })
    const insert = `insert into claims (id, summary_id, text, gloss, created_by) select gen_random_uuid(), s.id, 'a new claim near 東京', '[{"type":"text","content":"a new claim"}]', s.created_by from video_summaries s where s.id = '${big}'`
    await load({ port: server.port, request: post(summaryId), seconds: 2, expectStatus: 201 })
    const writes = []
    for (let i = 0; i < rounds; i++) {
      const small = await load({ port: server.port, request: post(summaryId), seconds, expectStatus: 201 })
      const large = await load({ port: server.port, request: post(big), seconds, expectStatus: 201 })
      const limit = await statementRate({ databaseUrl: server.databaseUrl, statement: insert, seconds })
      writes.push({ small, large, limit })
    }
    const of = (pick) => median(writes.map(pick))
    console.log(
      JSON.stringify({
        what: 'POST claim, return=minimal',
        into500: of((one) => one.small.perSecond),
        into10000: of((one) => one.large.perSecond),
        largeToSmall: of((one) => one.large.perSecond / one.small.perSecond).toFixed(2),
        ratioToInsert: of((one) => one.large.perSecond / one.limit.perSecond).toFixed(2),
      }),
    )
  } finally {
    await server.stop()
  }
}

if (process.argv[1]?.endsWith('claims.mjs')) await main()
