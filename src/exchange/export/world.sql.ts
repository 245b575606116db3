import { sql, type RawBuilder } from 'kysely'
import { linkTypes } from '../../annotations/annotation.shape.js'
import { plain, text, timestamp, type Printed } from '../../database/rows/print.js'
import { authorOf, inEnvelope, placeOf, type ExportRows } from './export-rows.sql.js'
import { inOrder } from './rows.sql.js'
import { asGloss } from './lines.sql.js'
import type { WorldKind } from '../../world/world-kinds.js'

const fields =
  sql.raw(`f(description json, "collectionType" json, "semanticRelation" json, "entityIds" json, "eventIds" json,
  "timeIds" json, times json, "sourceId" json, "sourceType" text, "targetId" json, "targetType" text)`)

const missing = (name: string) => sql`not (${sql.lit(name)} = any(k.keys))`
/** Returns text that adds a member at the end of an object, if the object lacks it. */
const added = (name: string, value: RawBuilder<unknown>): Printed =>
  sql<string>`case when ${missing(name)} then ',"${sql.raw(name)}":' || ${value} end`
const constant = (json: string) => sql.lit(json)
const collectionType = (fallback: string) =>
  added('collectionType', sql`coalesce(f."semanticRelation"::text, ${sql.lit(`"${fallback}"`)})`)
const gloss = added('description', constant('[]'))
const times = [added('createdAt', timestamp('o.created_at')), added('updatedAt', timestamp('o.updated_at'))]

/** The documented members of each kind that an export adds if an object lacks them (X-17, XR-13, RF-15, RF-16). */
const additions: Record<WorldKind, Printed[]> = {
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

/**
 * Returns a condition: the end of a relation refers to an object that the world does not have. An end whose declared
 * type is not a kind of world object is not looked for.
 */
const end = (id: RawBuilder<unknown>, type: RawBuilder<unknown>) => sql`(json_typeof(${id}) = 'string'
  and coalesce(${type}, 'entity') in (${sql.join(linkTypes.map((type) => sql.lit(type)))})
  and not exists (select from world_objects x where x.world_id = o.world_id and x.object_id = ${id} #>> '{}'))`

/** Conditions on the alias o: the object refers to objects that its world does not have. */
const dangling: Partial<Record<WorldKind, RawBuilder<unknown>>> = {
  entity_collection: members(sql`f."entityIds"`, 'entity'),
  event_collection: members(sql`f."eventIds"`, 'event'),
  time_collection: sql`${members(sql`f."timeIds"`, 'time')} or ${members(sql`f.times`, 'time')}`,
  relation: sql`${end(sql`f."sourceId"`, sql`f."sourceType"`)} or ${end(sql`f."targetId"`, sql`f."targetType"`)}`,
}

const described: readonly WorldKind[] = ['entity', 'event', 'entity_collection', 'event_collection']

/**
 * Prints the object with a plain-text `description` turned into rich text if `asText` is true. Omits the member
 * `author` if lines have authors.
 */
const rewritten = (
  asText: RawBuilder<unknown>,
  signed: boolean,
) => sql<string>`(select '{' || string_agg(to_json(e.key)::text || ':' ||
    case when e.key = 'description' and ${asText} then ${asGloss(sql`e.value`)} else e.value::text end, ',' order by e.n) || '}'
  from json_each(o.body) with ordinality e(key, value, n) ${signed ? sql`where e.key <> 'author'` : sql``})`

/**
 * Selects the lines of one kind of object, world by world, in the order of the stored arrays. Objects that refer to
 * something their world lacks are marked `unresolved`, so that an import does not refuse them. If lines have authors,
 * the author replaces a member `author` of the object.
 */
export function selectWorldLines(rows: ExportRows, kind: WorldKind): RawBuilder<unknown> {
  const { objects, authors } = rows
  const asText = described.includes(kind) ? sql`json_typeof(f.description) = 'string'` : sql`false`
  const changed = authors ? sql`${asText} or 'author' = any(k.keys)` : asText
  const body = sql`case when ${changed} then ${rewritten(asText, authors)} else o.body::text end`
  const mark = dangling[kind] ? sql`case when ${dangling[kind]} then ',"unresolved":true' end, ` : sql``
  const author = authors ? sql`, ',"author":', author.text` : sql``
  const order = sql`o.world_id, o.position, o.object_id`
  const line = sql<string>`concat(${sql.lit(`{"type":"${kind}"`)}, ${placeOf(rows, 'w.project_id', 'w.id')}, ${mark}',"data":', left(rtrim(${body}, E' \n'), -1), ${sql.join(additions[kind])}${author}, '}}')`
  const id = text('o.object_id')
  const worldId = plain('o.world_id')
  return sql`select ${inEnvelope(rows, { type: kind, id, worldId, order: [worldId, sql`o.position`, id] }, line)}
    from ${inOrder('world_objects', 'o', sql`${objects ?? sql`false`} and o.kind = ${sql.lit(kind)}`, order)}
    join world_states w on w.id = o.world_id
    cross join lateral json_to_record(o.body) as ${fields}
    cross join lateral (select array(select json_object_keys(o.body)) as keys offset 0) k
    ${authors ? authorOf('w.user_id') : sql``}
    order by ${order}`
}
