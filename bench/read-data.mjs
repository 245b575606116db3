// The data for the measured reads, inserted by SQL: 21 summaries with claims, 500 annotations of one video, 22 personas
// with 30 types each, a world of 200 entities.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const typesOf = (kind, count) =>
  Array.from({ length: count }, (_, i) => ({
    kind,
    id: `${kind}-${i}`,
    name: `${kind} type ${i}`,
    gloss: [{ type: 'text', content: `What counts as the ${kind} type ${i} — “précis”.` }],
    examples: ['berth 4'],
  }))

const personaTypes = [
  ...typesOf('entity', 12),
  ...typesOf('event', 8),
  ...typesOf('role', 5),
  ...typesOf('relation', 5),
]

/** Inserts the data as the content of the user `username` and returns the ids to read it by. */
export async function fillReads(databaseUrl, username) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select id from users where username = $1', [username])
  const userId = rows[0].id
  const personaIds = []
  for (let i = 0; i < 22; i++) personaIds.push(await persona(client, userId, `Analyst ${i}`))
  const [personaId] = personaIds
  const summaryId = await summary(client, { userId, personaId, video: 'video-0', sizes: [20, 80, 160, 240] })
  for (let i = 1; i <= 20; i++) await summary(client, { userId, personaId, video: `video-${i}`, sizes: [10] })
  await annotations(client, { userId, personaId, video: 'bench', count: 500 })
  const worldId = await world(client, { userId, personaIds, count: 200 })
  await client.query('vacuum analyze')
  await client.end()
  return { userId, personaIds, summaryId, videoId: 'bench', worldId }
}

async function persona(client, userId, name) {
  const id = randomUUID()
  await client.query(
    "insert into personas (id, user_id, name, role, information_need) values ($1, $2, $3, 'Analyst', 'Who comes and goes?')",
    [id, userId, name],
  )
  await client.query('insert into ontologies (id, persona_id) values ($1, $2)', [randomUUID(), id])
  await client.query(
    `insert into ontology_types (persona_id, kind, position, body)
     select $1, t.body ->> 'kind', (row_number() over (partition by t.body ->> 'kind' order by t.n)) - 1, (t.body::jsonb - 'kind')::json
     from json_array_elements($2) with ordinality t (body, n)`,
    [id, JSON.stringify(personaTypes)],
  )
  return id
}

/**
 * Inserts a summary of 500 claims whose rich text refers to types, world objects, claims and annotations. It is older
 * than the other summaries. Returns its id.
 */
export async function fillReferences(databaseUrl, { userId, personaIds, videoId }) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const [personaId] = personaIds
  const { rows } = await client.query('select id from annotations where video_id = $1 order by id limit 50', [videoId])
  const glossOf = (i, claimIds) => [
    { type: 'text', content: 'A crane lifts a container onto the ' },
    i % 2
      ? { type: 'typeRef', content: `entity-${i % 12}`, refType: 'entity', refPersonaId: personaId }
      : { type: 'objectRef', content: `ship-${i % 200}`, refType: 'entity' },
    { type: 'text', content: ' at berth 4 — “slowly”.' },
    ...(i % 4 ? [] : [{ type: 'claimRef', content: 'as before', refClaimId: claimIds[(i * 7) % claimIds.length] }]),
    ...(i % 10 ? [] : [{ type: 'annotationRef', content: rows[(i / 10) % rows.length].id }]),
  ]
  const video = 'video-with-references'
  const id = await summary(client, { userId, personaId, video, sizes: [20, 80, 160, 240], glossOf })
  await client.query("update video_summaries set created_at = timestamptz '2026-01-01' where id = $1", [id])
  await client.query('vacuum analyze')
  await client.end()
  return id
}

/**
 * Inserts a summary with `sizes[n]` claims on level n, each below one of the level above. `glossOf` returns the rich
 * text of a claim by its number and the ids of all claims. Returns the id of the summary.
 */
export async function summary(client, { userId, personaId, video, sizes, glossOf }) {
  const id = randomUUID()
  await client.query('insert into videos (id, filename, path) values ($1, $1, $1) on conflict do nothing', [video])
  await client.query(
    `insert into video_summaries (id, video_id, persona_id, summary, comment, created_by)
     values ($1, $2, $3, '[]', 'second reading', $4)`,
    [id, video, personaId, userId],
  )
  const gloss = [
    { type: 'text', content: 'A crane lifts a container onto the ' },
    { type: 'typeRef', content: 'entity-4', refType: 'entity', refPersonaId: personaId },
    { type: 'text', content: ' at berth 4 — “slowly”.' },
  ]
  const ids = Array.from({ length: sizes.reduce((sum, size) => sum + size, 0) }, () => randomUUID())
  let above = [null]
  let count = 0
  for (const size of sizes) {
    const first = count
    count += size
    const level = Array.from({ length: size }, (_, i) => ({
      id: ids[first + i],
      gloss: glossOf?.(first + i, ids) ?? gloss,
      above: above[i % above.length],
      text: `Claim ${i}: a crane lifts a container onto the vessel at berth 4 — “slowly”.`,
    }))
    await client.query(
      `insert into claims (id, summary_id, text, gloss, parent_claim_id, text_spans, confidence, model_used,
         extraction_strategy, claimer_type, comment, video, created_by)
       select (r ->> 'id')::uuid, $1, r ->> 'text', r -> 'gloss', (r ->> 'above')::uuid, '[{"sentenceIndex":1,"charStart":0,"charEnd":40}]',
         0.75, 'baseline-1', 'sentence-based', 'entity', 'checked', '["non-text"]', $2
       from json_array_elements($3) r`,
      [id, userId, JSON.stringify(level)],
    )
    above = level.map((one) => one.id)
  }
  return id
}

/** Inserts `count` annotations with sequences of 8 boxes. */
async function annotations(client, { userId, personaId, video, count }) {
  await client.query('insert into videos (id, filename, path) values ($1, $1, $1) on conflict do nothing', [video])
  const rows = Array.from({ length: count }, (_, i) => ({
    id: randomUUID(),
    label: `entity-${i % 12}`,
    frames: {
      interpolationMode: 'linear',
      boxes: Array.from({ length: 8 }, (_, k) => ({
        frameNumber: i + k * 20,
        x: 10.5 * k,
        y: 20.25,
        width: 100,
        height: 80,
        isKeyframe: true,
        visible: true,
      })),
    },
  }))
  await client.query(
    `insert into annotations (id, video_id, persona_id, created_by_user_id, type, label, frames, confidence, has_boxes,
       box_count, keyframe_count, interpolated_count, first_frame, last_frame, frames_size, frames_complete, created_at)
     select (r ->> 'id')::uuid, $1, $2, $3, 'type', r ->> 'label', r -> 'frames', 0.5, true, 8, 8, 133,
       n - 1, n + 139, length(r ->> 'frames'), r -> 'frames' ->> 'interpolationMode' is not null, timestamptz '2026-01-01' + n * interval '1 second'
     from json_array_elements($4) with ordinality t (r, n)`,
    [video, personaId, userId, JSON.stringify(rows)],
  )
}

/** Inserts a world of entities, each with a type from each of two personas. Returns its id. */
async function world(client, { userId, personaIds, count }) {
  const id = randomUUID()
  await client.query('insert into world_states (id, user_id) values ($1, $2)', [id, userId])
  const entities = Array.from({ length: count }, (_, i) => ({
    id: `ship-${i}`,
    name: `Ship ${i}`,
    description: [{ type: 'text', content: `The ship ${i} of the line to Zürich.` }],
    typeAssignments: [0, 1].map((k) => ({
      personaId: personaIds[(i + k) % personaIds.length],
      entityTypeId: `entity-${(i + k) % 12}`,
      confidence: 0.5,
    })),
  }))
  await client.query(
    `insert into world_objects (world_id, kind, position, body)
     select $1, 'entity', n - 1, body from json_array_elements($2) with ordinality t (body, n)`,
    [id, JSON.stringify(entities)],
  )
  return id
}
