// The references for exports and imports: one COPY each, in SQL written for the benchmark and not taken from the
// server.
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

const iso = (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Returns a COPY statement that prints all annotations of a user as the export does, for data in which every label is
 * known and every box is a keyframe. `typed` adds the type of the line, as in the full export. Each line is
 * concatenated in two halves around the sequence, so that the long text is copied twice and not a dozen times. Names
 * are looked up row by row, which PostgreSQL caches (Memoize), so that rows can be read in the order of an index.
 */
export function lineStatement(userId, typed) {
  return `copy (
    select (${typed ? `'{"type":"annotation","data":{"id":"'` : `'{"id":"'`} || a.id || '","videoId":' || to_json(a.video_id) || ',"personaId":' || coalesce('"' || a.persona_id || '"', 'null')
        || case when a.is_object then ',"annotationType":"object","objectLink":{"objectId":' || to_json(a.label) || ',"objectType":"' || coalesce(a.link_type, k.kind, 'entity') || '"}'
           else ',"annotationType":"type","typeAssignment":{"typeId":' || to_json(a.label) || ',"typeName":' || n.name || '}' end || ',"boundingBoxSequence":')
      || a.frames
      || (',"createdAt":"' || ${iso('a.created_at')} || '","updatedAt":"' || ${iso('a.updated_at')} || '","label":' || to_json(a.label) || ',"type":' || to_json(a.type)
        || ',"confidence":' || coalesce(a.confidence::text, 'null') || ',"number":' || a.number || ',"source":' || to_json(a.source) || ',"linkType":' || coalesce('"' || a.link_type || '"', 'null') || '${typed ? '}}' : '}'}')
      from annotations a
      left join lateral (select to_json(t.name)::text as name from ontology_types t where not a.is_object and t.persona_id = a.persona_id and t.type_id = a.label
        order by array_position(array['entity', 'event', 'role', 'relation'], t.kind) limit 1) n on true
      left join lateral (select case when o.kind = 'entity' and o.body -> 'locationType' is not null then 'location' else replace(o.kind, '_', '-') end as kind
        from world_objects o join world_states w on w.id = o.world_id
        where a.is_object and w.user_id = '${userId}' and w.project_id is null and o.object_id = a.label and o.kind <> 'relation'
        order by array_position(array['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection'], o.kind) limit 1) k on true
     where a.created_by_user_id = '${userId}' order by a.created_at, a.id
  ) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`
}

/**
 * Runs the statement once. Returns its seconds and bytes, and the SHA-256 of the output when `digest` is set (hashing
 * takes time).
 */
export async function copyOut(client, statement, { digest = false } = {}) {
  let bytes = 0
  const hash = createHash('sha256')
  const sink = new Writable({
    write(chunk, _encoding, next) {
      bytes += chunk.length
      if (digest) hash.update(chunk)
      next()
    },
  })
  const startedAt = performance.now()
  await pipeline(client.query(copyTo(statement)), sink)
  return { seconds: (performance.now() - startedAt) / 1000, bytes, digest: digest ? hash.digest('base64') : null }
}

/**
 * Returns rows of a table as COPY prints them, and the COPY statement that loads them again; `which` is the part of the
 * SELECT after the table.
 */
export async function dumpRows(client, table, which) {
  const {
    rows: [{ names }],
  } = await client.query(
    `select string_agg(attname, ',' order by attnum) as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const chunks = []
  const sink = new Writable({ write: (chunk, _encoding, next) => (chunks.push(chunk), next()) })
  await pipeline(client.query(copyTo(`copy (select ${names} from ${table} ${which}) to stdout`)), sink)
  return { chunks, statement: `copy ${table} (${names}) from stdin` }
}

/**
 * Copies a dump into the table it came from, with all indexes, generated columns and foreign keys. Returns the seconds.
 */
export async function copyIn(client, { chunks, statement }) {
  const startedAt = performance.now()
  await pipeline(chunks, client.query(copyFrom(statement)))
  return (performance.now() - startedAt) / 1000
}
