// POST of claims into a small and a large summary against a bare insert, in turns.
import { median, rounded } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { statementRate } from './reference.mjs'
import { startServer } from './server.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)

/** A persona, a summary and `count` claims in four levels; about 840 bytes each as JSON. */
async function fill(server, cookie, name, count) {
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

const server = await startServer()
try {
  const cookie = await server.user('bench')
  const summaryId = await fill(server, cookie, 'small', 500)
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
      largeToSmall: rounded(of((one) => one.large.perSecond / one.small.perSecond)),
      rounds: writes.map((one) => rounded(one.large.perSecond / one.limit.perSecond)),
      ratioToInsert: rounded(of((one) => one.large.perSecond / one.limit.perSecond)),
    }),
  )
} finally {
  await server.stop()
}
