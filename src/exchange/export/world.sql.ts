import { sql, type RawBuilder } from 'kysely'
import { timestamp, type Printed } from '../../database/print.js'
import { inOrder } from './rows.sql.js'
import { asGloss } from './lines.sql.js'

export const worldKinds = [
  'entity',
  'event',
  'time',
  'entity_collection',
  'event_collection',
  'time_collection',
  'relation',
] as const
export type WorldLineKind = (typeof worldKinds)[number]

const fields =
  sql.raw(`f(description json, "collectionType" json, "semanticRelation" json, "entityIds" json, "eventIds" json,
  "timeIds" json, times json, "sourceId" json, "sourceType" text, "targetId" json, "targetType" text)`)

const missing = (name: string) => sql`not (${sql.lit(name)} = any(k.keys))`
/** A member added at the end of an object that does not have it. */
const added = (name: string, value: RawBuilder<unknown>): Printed =>
  sql<string>`case when ${missing(name)} then ',"${sql.raw(name)}":' || ${value} end`
const constant = (json: string) => sql.lit(json)
const collectionType = (fallback: string) =>
  added('collectionType', sql`coalesce(f."semanticRelation"::text, ${sql.lit(`"${fallback}"`)})`)
const gloss = added('description', constant('[]'))
const times = [added('createdAt', timestamp('w.created_at')), added('updatedAt', timestamp('w.updated_at'))]

/** The documented keys of each kind that an object may lack (X-17, XR-13, RF-15, RF-16). */
const additions: Record<WorldLineKind, Printed[]> = {
  entity: [added('name', constant('null')), gloss, added('typeAssignments', constant('[]')), ...times],
  event: [added('name', constant('null')), gloss, added('personaInterpretations', constant('[]')), ...times],
  time: [added('type', constant('null'))],
  entity_collection: [
    added('name', constant('null')),
    gloss,
    added('entityIds', constant('[]')),
    collectionType('group'),
    ...times,
  ],
  event_collection: [
    added('name', constant('null')),
    gloss,
    added('eventIds', constant('[]')),
    collectionType('sequence'),
    ...times,
  ],
  time_collection: [
    added('name', constant('null')),
    gloss,
    sql<string>`case when ${missing('timeIds')} and ${missing('times')} then ',"timeIds":[]' end`,
    collectionType('periodic'),
  ],
  relation: [
    sql<string>`case when ${missing('relationTypeId')} and ${missing('relationType')} then ',"relationTypeId":null' end`,
    added('sourceId', constant('null')),
    added('targetId', constant('null')),
    ...times,
  ],
}

const members = (list: RawBuilder<unknown>, kind: string) => sql`exists (
  select from json_array_elements(case when json_typeof(${list}) = 'array' then ${list} else '[]' end) m
   where json_typeof(m) = 'string' and not exists (
     select from world_objects x where x.world_id = o.world_id and x.kind = ${sql.lit(kind)} and x.object_id = m #>> '{}'))`

/** An end is looked for among the world's objects unless its declared type says that it is something else. */
const end = (id: RawBuilder<unknown>, type: RawBuilder<unknown>) => sql`(json_typeof(${id}) = 'string'
  and coalesce(${type}, 'entity') in ('entity', 'event', 'time', 'location', 'entity-collection', 'event-collection', 'time-collection')
  and not exists (select from world_objects x where x.world_id = o.world_id and x.object_id = ${id} #>> '{}'))`

/** Whether the object names others that its world does not have. */
const dangling: Partial<Record<WorldLineKind, RawBuilder<unknown>>> = {
  entity_collection: members(sql`f."entityIds"`, 'entity'),
  event_collection: members(sql`f."eventIds"`, 'event'),
  time_collection: sql`${members(sql`f."timeIds"`, 'time')} or ${members(sql`f.times`, 'time')}`,
  relation: sql`${end(sql`f."sourceId"`, sql`f."sourceType"`)} or ${end(sql`f."targetId"`, sql`f."targetType"`)}`,
}

const described: readonly WorldLineKind[] = ['entity', 'event', 'entity_collection', 'event_collection']

/** The object with a description that is plain text made rich text in its place. */
const withGloss = sql<string>`(select '{' || string_agg(to_json(e.key)::text || ':' ||
    case when e.key = 'description' then ${asGloss(sql`e.value`)} else e.value::text end, ',' order by e.n) || '}'
  from json_each(o.body) with ordinality e(key, value, n))`

/**
 * The lines of one kind of a world in the order of its array. What a world lacks is marked, so that an import does not
 * refuse it.
 */
export function selectWorldLines(worldId: string, kind: WorldLineKind): RawBuilder<unknown> {
  const body = described.includes(kind)
    ? sql`case when json_typeof(f.description) = 'string' then ${withGloss} else o.body::text end`
    : sql`o.body::text`
  const mark = dangling[kind] ? sql`case when ${dangling[kind]} then ',"unresolved":true' end, ` : sql``
  const order = sql`o.position, o.object_id`
  return sql`select concat(${sql.lit(`{"type":"${kind}"`)}, ${mark}',"data":', left(rtrim(${body}, E' \n'), -1), ${sql.join(additions[kind])}, '}}')
    from ${inOrder('world_objects', 'o', sql`o.world_id = ${sql.lit(worldId)} and o.kind = ${sql.lit(kind)}`, order)}
    join world_states w on w.id = o.world_id
    cross join lateral json_to_record(o.body) as ${fields}
    cross join lateral (select array(select json_object_keys(o.body)) as keys offset 0) k
    order by ${order}`
}
