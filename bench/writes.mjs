// Compares writes of claims and annotations by REST and GraphQL with one INSERT or UPDATE … RETURNING of the same
// columns each, alone in a transaction and 16 in one, in turns and over 16 connections each.
// Usage: node bench/writes.mjs [part of a row's name ...]
// BENCH_SYNCHRONOUS_COMMIT=off shows the cost of waiting for the disk; the product never runs so.
import pg from 'pg'
import { median, rounded } from './compare.mjs'
import { httpRequest, load } from './load.mjs'
import { forgetPeak, megabytesOf, nodeMs, postgresMs, postmasterOf } from './processes.mjs'
import { statementRate } from './reference.mjs'
import { startServer } from './server.mjs'
import { statementsDuring } from './statements.mjs'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const warmUp = Number(process.env.BENCH_WARM_UP ?? 2)
const wanted = process.argv.slice(2)
/** The number of connections, and so the greatest number of writes that the server commits together. */
const atOnce = 16

/** Creates a persona, a summary and `count` claims in four levels; a claim is about 840 bytes of JSON. */
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
  return { summaryId: summary.id, personaId: persona.id }
}

/**
 * Returns an SQL string literal of a text without quotes. A space is added after each colon that precedes a letter or
 * digit, because pgbench would read it as a variable.
 */
const quoted = (text) => `'${text.replaceAll(/:(?=\w)/g, ': ')}'`

const claim = { text: 'a new claim near 東京', confidence: 0.5, gloss: [{ type: 'text', content: 'a new claim' }] }
const claimColumns = `id, summary_id, summary_type, text, parent_claim_id, confidence, extraction_strategy, model_used,
  comment, created_by, version, created_at, updated_at`
const claimFields = `id summaryId summaryType text parentClaimId confidence extractionStrategy modelUsed comment creatorId
  version createdAt updatedAt`
const insertClaim = (summaryId) => `insert into claims (id, summary_id, text, confidence, gloss, created_by)
  select gen_random_uuid(), s.id, ${quoted(claim.text)}, 0.5, ${quoted(JSON.stringify(claim.gloss))}, s.created_by
    from video_summaries s where s.id = '${summaryId}' returning ${claimColumns}, gloss`
const updateClaim = (ids) => `update claims set text = ${quoted(claim.text)}, confidence = 0.5,
    gloss = ${quoted(JSON.stringify(claim.gloss))}, version = version + 1, updated_at = now()
  where id = ${oneOf(ids)} returning ${claimColumns}, gloss`

const annotation = (personaId) => ({
  videoId: 'bench',
  personaId,
  type: 'type',
  label: 'entity-1',
  confidence: 0.5,
  frames: {
    interpolationMode: 'linear',
    boxes: Array.from({ length: 8 }, (_, k) => ({
      frameNumber: k * 20,
      x: 10.5 * k,
      y: 20.25,
      width: 100,
      height: 80,
      isKeyframe: true,
      visible: true,
    })),
  },
})
const annotationColumns = `id, video_id, persona_id, created_by_user_id, type, label, confidence, frames, has_boxes,
  box_count, keyframe_count, interpolated_count, first_frame, last_frame, frames_size`
const annotationFields = `id videoId personaId creatorId type label confidence boxCount keyframeCount
  interpolatedFrameCount firstFrame lastFrame version
  frames { interpolationMode boxes { frameNumber x y width height isKeyframe visible } }`
/** The server takes the number of a track beforehand, so the reference has one at hand as well. */
const insertAnnotation = (one) => `insert into annotations (number, ${annotationColumns})
  select nextval('bench_numbers'), gen_random_uuid(), 'bench', p.id, p.user_id, 'type', 'entity-1', 0.5, ${quoted(JSON.stringify(one.frames))},
      true, 8, 8, 133, 0, 140, ${JSON.stringify(one.frames).length}
    from personas p where p.id = '${one.personaId}' returning ${annotationColumns}`
const updateAnnotation = (one, ids) => `update annotations set label = 'entity-1', confidence = 0.5,
    frames = ${quoted(JSON.stringify(one.frames))}, box_count = 8, keyframe_count = 8, interpolated_count = 133,
    first_frame = 0, last_frame = 140, version = version + 1, updated_at = now()
  where id = ${oneOf(ids)} returning ${annotationColumns}`

/** Returns SQL for one of the ids by the number n, which the reference draws anew for each execution. */
const oneOf = (ids) => `('{${ids.join(',')}}'::uuid[])[:n]`

/** The same content in the words of GraphQL's enums. */
const claimInput = { ...claim, gloss: claim.gloss.map((item) => ({ ...item, type: item.type.toUpperCase() })) }
const annotationInput = ({ type, frames, ...rest }) => ({
  ...rest,
  type: type.toUpperCase(),
  frames: { ...frames, interpolationMode: frames.interpolationMode.toUpperCase() },
})

const server = await startServer()
try {
  if (process.env.BENCH_SYNCHRONOUS_COMMIT === 'off') await withoutWaiting(server)
  await run(server, 'create sequence bench_numbers start 1000000000')
  const cookie = await server.user('bench')
  const small = await fill(server, cookie, 'small', 500)
  const large = await fill(server, cookie, 'large', 10_000)
  const { summaryId, personaId } = small
  const boxes = annotation(personaId)
  const { type, label, confidence, frames } = boxes
  const bulk = async (path, body, of) => (await server.call(cookie, 'POST', path, body)).json()[of]
  const many = Array.from({ length: 1000 })
  const claimIds = await bulk(`/api/summaries/${summaryId}/claims/bulk`, { claims: many.fill(claim) }, 'claimIds')
  const annotationIds = await bulk('/api/annotations/bulk', { annotations: many.fill(boxes) }, 'annotationIds')
  const rest = (method, path, body, status) => ({ status, requestOf: (id) => ({ method, path: path(id), body }) })
  const graph = (name, input, fields) => {
    const Input = `${name[0].toUpperCase()}${name.slice(1)}Input`
    const member = name.replace(/^(create|update)/, '').toLowerCase()
    const query = `mutation ($input: ${Input}!) { ${name}(input: $input) { ${member} { ${fields} } } }`
    const body = (id) => ({ query, variables: { input: { ...input, ...(id !== undefined && { id }) } } })
    return { status: 200, requestOf: (id) => ({ method: 'POST', path: '/graphql', body: body(id) }) }
  }
  const postClaim = ({ summaryId: id }) => rest('POST', () => `/api/summaries/${id}/claims`, claim, 201)
  const rows = [
    { what: 'POST claim into a summary of 500', ...postClaim(small), statement: insertClaim(summaryId) },
    { what: 'POST claim into a summary of 10,000', ...postClaim(large), statement: insertClaim(large.summaryId) },
    {
      what: 'createClaim by GraphQL, 13 fields',
      ...graph('createClaim', { summaryId, ...claimInput }, claimFields),
      statement: insertClaim(summaryId),
    },
    {
      what: 'PUT claim',
      ...rest('PUT', (id) => `/api/claims/${id}`, claim, 200),
      ids: claimIds,
      statement: updateClaim(claimIds),
    },
    {
      what: 'updateClaim by GraphQL, 13 fields',
      ...graph('updateClaim', claimInput, claimFields),
      ids: claimIds,
      statement: updateClaim(claimIds),
    },
    {
      what: 'POST annotation, a sequence of 8 boxes',
      ...rest('POST', () => '/api/annotations', boxes, 201),
      statement: insertAnnotation(boxes),
    },
    {
      what: 'createAnnotation by GraphQL, 8 boxes',
      ...graph('createAnnotation', annotationInput(boxes), annotationFields),
      statement: insertAnnotation(boxes),
    },
    {
      what: 'PUT annotation, 8 boxes',
      ...rest('PUT', (id) => `/api/annotations/${id}`, { type, label, confidence, frames }, 200),
      ids: annotationIds,
      statement: updateAnnotation(boxes, annotationIds),
    },
  ]
  for (const row of rows)
    if (wanted.length === 0 || wanted.some((part) => row.what.includes(part))) await measure(cookie, row)
} finally {
  await server.stop()
}

async function run({ databaseUrl }, ...statements) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const withoutWaiting = (to) => run(to, 'alter system set synchronous_commit = off', 'select pg_reload_conf()')

async function measure(cookie, { what, status, requestOf, ids = [undefined], statement }) {
  const bytesOf = (id) => {
    const { method, path, body } = requestOf(id)
    return httpRequest({ method, path, headers: { Cookie: cookie }, body: JSON.stringify(body) })
  }
  // The sockets never write the same row at the same time.
  const requests = ids.map(bytesOf)
  const request = (socket, sent) => requests[(socket + 16 * sent) % requests.length]
  const post = (forSeconds) => load({ port: server.port, request, seconds: forSeconds, expectStatus: status })
  const postmaster = await postmasterOf(server.databaseUrl)
  await post(warmUp)
  const runs = []
  forgetPeak(server.pid)
  for (let i = 0; i < rounds; i++) {
    const idle = postgresMs(postmaster)
    const { databaseUrl } = server
    const reference = { databaseUrl, statement, seconds, numbers: ids.length }
    const together = await statementRate({ ...reference, perTransaction: atOnce })
    const between = postgresMs(postmaster)
    const limit = await statementRate(reference)
    const before = { node: nodeMs(server.pid), postgres: postgresMs(postmaster) }
    const ours = await post(seconds)
    runs.push({
      ratio: ours.perSecond / limit.perSecond,
      ofTogether: ours.perSecond / together.perSecond,
      perSecond: ours.perSecond,
      limit: limit.perSecond,
      together: together.perSecond,
      node: (nodeMs(server.pid) - before.node) / ours.answered,
      postgres: (postgresMs(postmaster) - before.postgres) / ours.answered,
      reference: (before.postgres - between) / (limit.perSecond * seconds),
      inTransaction: (between - idle) / (together.perSecond * seconds),
    })
  }
  const { method, path, body } = requestOf(ids[0])
  const statements = await statementsDuring(server, () => server.call(cookie, method, path, body))
  const of = (name, digits) => rounded(median(runs.map((run) => run[name])), digits)
  console.log(
    JSON.stringify({
      what,
      ratio: of('ratio'),
      rounds: runs.map(({ ratio }) => rounded(ratio)),
      ofTogether: of('ofTogether'),
      roundsOfTogether: runs.map(({ ofTogether }) => rounded(ofTogether)),
      perSecond: of('perSecond', 0),
      limit: of('limit', 0),
      together: of('together', 0),
      cpuMs: {
        node: of('node', 3),
        postgres: of('postgres', 3),
        reference: of('reference', 3),
        inTransaction: of('inTransaction', 3),
      },
      peakMB: rounded(megabytesOf(server.pid, 'VmHWM'), 0),
      statements,
      postgres: server.postgres,
    }),
  )
}
