import { sql } from 'kysely'
import { sequenceText } from '../../../annotations/sequences/sequence-text.js'
import type { Database } from '../../../database/driver/client.js'
import type { LineKind } from '../../line.shape.js'
import { worldKinds, type WorldKind } from '../../../world/world-kinds.js'
import { finalLabel, objectNames, renamed } from './annotations.sql.js'
import type { Planning, Step } from './planning.js'
import { markRepeats, warn } from './repeats.sql.js'
import { listedTypes, live, target, type Fragment } from './rule.sql.js'

/**
 * Returns the steps that mark lines that would be inserted as new although their content already exists at their
 * destination, as when a file with new ids each time is imported twice. Each kind comes after those that it refers to,
 * because a reference to a repeat counts as one to the repeated item. The lines are still imported; in strict mode they
 * fail, like lines with other warnings. The number of statements does not depend on the file.
 */
export const repeats = (planning: Planning): Step[] => [
  markRepeats(personas(planning)),
  repeatedTypes,
  markRepeats(objects(planning)),
  markRepeats(relations(planning)),
  markRepeats(summaries(planning)),
  markRepeats(claims(planning)),
  markRepeats(claimRelations),
  markRepeats(annotations(planning)),
]

const isNew = sql`l.act in ('insert', 'rename')`

/** Returns a join that adds, as this alias, the line of the file with the id in the column, if the line is a repeat. */
const repeatOf = (kind: LineKind, alias: string, column: string): Fragment =>
  sql`left join import_lines ${sql.ref(alias)} on ${sql.ref(`${alias}.kind`)} = ${sql.lit(kind)}
    and ${sql.ref(`${alias}.id`)} = ${sql.ref(column)} and ${sql.ref(`${alias}.twin`)} is not null`

/** Returns a select with the ids of the items that lines of a kind repeat. */
const twins = (kind: LineKind): Fragment =>
  sql`select x.twin::uuid from import_lines x where x.kind = ${sql.lit(kind)} and x.twin is not null`

/** Returns a select with the ids of the stored rows that lines refer to by their own ids. */
const referred = (kind: LineKind): Fragment =>
  sql`select x.final_id from import_targets x where x.kind = ${sql.lit(kind)} and not x.fresh`

/** Compares personas by name; within a file also by role and the other descriptions. */
const personas = ({ userId }: Planning) => ({
  thing: 'persona',
  lines: sql`select l.line, (b.body ->> 'name') || case when l.act = 'rename' then ' (imported)' else '' end as key
    from ${live('persona')} l
    join import_bodies b on b.line = l.line
    where ${isNew}`,
  document: sql`md5(row(b.body ->> 'role', b.body ->> 'informationNeed', b.body ->> 'details')::text)`,
  stored: sql`select p.id::text as id, p.name as key, null::text as document
    from personas p
    where p.user_id = ${userId} and p.name in (select key from fresh)`,
})

/**
 * Marks repeated types in ontologies of the file, compared by kind and name with the ontology to which they are added,
 * or that of the persona that theirs repeats.
 */
const repeatedTypes = (db: Database) =>
  sql`with brought as materialized (
      select l.line, t.final_id as persona, coalesce(p.twin::uuid, t.final_id) as home, p.twin is not null as moved,
        v.kind, e ->> 'id' as type_id, e ->> 'name' as name
      from ${live('ontology')} l
      join import_bodies b on b.line = l.line
      ${target('persona', 't', 'l.persona_id')}
      ${repeatOf('persona', 'p', 'l.persona_id')}
      cross join lateral ${listedTypes} v(kind, list)
      cross join lateral json_array_elements(coalesce(v.list, '[]')) e
      where l.act in ('insert', 'merge')
    ), held as materialized (
      select o.persona_id as home, o.kind, o.name, o.type_id, 0 as line
      from ontology_types o
      where o.persona_id in (select home from brought)
      union all
      select o.persona, o.kind, o.name, o.type_id, o.line from brought o where not o.moved
    ), met as (
      select b.line, b.persona, b.type_id, min(h.type_id) as twin
      from brought b
      join held h on h.home = b.home and h.kind = b.kind and h.name = b.name and h.line < b.line
      where b.moved or not exists (
        select from held y where y.home = b.home and y.kind = b.kind and y.type_id = b.type_id and y.line = 0)
      group by b.line, b.persona, b.type_id
    ), named as (
      update import_types i set twin = m.twin from met m where i.persona_id = m.persona and i.type_id = m.type_id
    ), found as (
      select line, min(twin) as id, count(*) as types from met group by line
    ), marked as (
      update import_lines l set twin = f.id from found f where l.line = f.line
    )
    ${warn(
      sql`found`,
      sql`'the type ' || f.id || case when f.types > 1 then ' and of ' || f.types - 1 || ' more of its types' else '' end`,
    )}`.execute(db)

const described = ['id', 'createdAt', 'updatedAt']
const referring = ['typeAssignments', 'personaInterpretations', 'entityIds', 'eventIds', 'timeIds', 'times']
const list = (names: readonly string[]) => sql`${sql.lit(`{${names.join(',')}}`)}::text[]`

/**
 * Compares objects of these kinds by name and ends, or for objects without a name also by the rest of their content.
 * Within a file named objects are compared by that too, without their references, because a file may contain many
 * objects of one name. The alias o is the line or the stored row, with its document in the column body.
 */
function ofWorld({ worldId }: Planning, kinds: readonly WorldKind[], ends: readonly string[]) {
  const content = sql`(select md5(string_agg(e.key || ':' || e.value::text, ',' order by e.key))
    from json_each(o.body) e
    where not e.key = any(case when o.name <> '' then ${list([...described, ...ends, ...referring])}
      else ${list([...described, ...ends])} end))`
  const key = (end: (name: string) => Fragment) =>
    sql`row(${sql.join([sql`o.kind`, sql`o.name`, ...ends.map(end)])})::text`
  const finalEnd = (name: string) => sql`coalesce((select coalesce(x.twin, x.new_id) from import_lines x
    where x.kind = any(${list(worldKinds)}) and x.id = o.body ->> ${sql.lit(name)} and x.state = 'import' limit 1),
    o.body ->> ${sql.lit(name)})`
  return {
    thing: 'object',
    lines: sql`select o.line, ${key(finalEnd)} as key
      from (
        select l.line, l.kind, b.body, b.body ->> 'name' as name
        from import_lines l
        join import_bodies b on b.line = l.line
        where l.state = 'import' and l.kind = any(${list(kinds)}) and ${isNew}
      ) o`,
    document: sql`(select ${content} from (select b.body, b.body ->> 'name' as name) o)`,
    stored: sql`select o.object_id as id, k.key, case when o.name <> '' then null else ${content} end as document
      from world_objects o
      cross join lateral (select ${key((name) => sql`o.body ->> ${sql.lit(name)}`)} as key) k
      where o.world_id = ${worldId} and o.kind = any(${list(kinds)}) and k.key in (select key from fresh)`,
  }
}

const objects = (planning: Planning) =>
  ofWorld(
    planning,
    worldKinds.filter((kind) => kind !== 'relation'),
    [],
  )
const relations = (planning: Planning) => ofWorld(planning, ['relation'], ['sourceId', 'targetId'])

/**
 * Compares summaries by video and persona. Two of one persona conflict; these are of a persona that repeats another.
 */
const summaries = ({ usable }: Planning) => ({
  thing: 'summary',
  lines: sql`select l.line, row(l.video_id, coalesce(p.twin, t.final_id::text))::text as key
    from ${live('summary')} l
    ${target('persona', 't', 'l.persona_id')}
    ${repeatOf('persona', 'p', 'l.persona_id')}
    where ${isNew}`,
  document: sql`''`,
  stored: sql`select s.id::text as id, row(s.video_id, s.persona_id::text)::text as key, null::text as document
    from video_summaries s
    where s.persona_id in (${twins('persona')}) and ${usable.summary}`,
})

/** Compares claims by summary, text, and whether they are below another claim. */
const claims = ({ usable }: Planning) => ({
  thing: 'claim',
  lines: sql`select l.line, concat(coalesce(s.twin, t.final_id::text), l.digest, l.source_id is null) as key
    from ${live('claim')} l
    ${target('summary', 't', 'l.summary_id')}
    ${repeatOf('summary', 's', 'l.summary_id')}
    where ${isNew}`,
  document: sql`''`,
  stored: sql`select c.id::text as id, concat(c.summary_id, md5(c.text), c.parent_claim_id is null) as key, null::text as document
    from claims c
    where c.summary_id in (${twins('summary')} union all ${referred('summary')}) and ${usable.claim}`,
})

/**
 * Compares relations of claims by both claims and the type. Relations of the same two claims conflict; here at least
 * one claim is a repeat.
 */
const claimRelations = {
  thing: 'claim relation',
  lines: sql`select l.line,
      row(coalesce(s.twin, a.final_id::text), coalesce(t.twin, z.final_id::text), b.body ->> 'relationTypeId')::text as key
    from ${live('claim_relation')} l
    join import_bodies b on b.line = l.line
    ${target('claim', 'a', 'l.source_id')}
    ${target('claim', 'z', 'l.target_id')}
    ${repeatOf('claim', 's', 'l.source_id')}
    ${repeatOf('claim', 't', 'l.target_id')}
    where ${isNew} and exists (${twins('claim')})`,
  document: sql`''`,
  stored: sql`select r.id::text as id,
      row(r.source_claim_id::text, r.target_claim_id::text, r.relation_type_id)::text as key, null::text as document
    from claim_relations r
    where r.source_claim_id in (${twins('claim')} union all ${referred('claim')})`,
}

/** Compares annotations by video, persona, label and sequence. */
const annotations = ({ userId }: Planning) => {
  const measures = ['first_frame', 'last_frame', 'box_count', 'keyframe_count', 'frames_size']
  // For many columns a hash is cheaper than the text.
  const key = (of: string, persona: Fragment, label: Fragment) =>
    sql`hash_record_extended(row(${sql.join([
      ...['video_id', 'type', 'link_type', ...measures].map((name) => sql.ref(`${of}.${name}`)),
      persona,
      label,
    ])}), 0)`
  return {
    thing: 'annotation',
    lines: sql`select l.line,
        ${key('l', sql`coalesce(p.twin, t.final_id::text)`, sql`coalesce(tk.twin, tn.twin, y.twin, ${finalLabel})`)} as key
      from ${live('annotation')} l
      left join import_targets t on t.kind = 'persona' and t.id = l.persona_id
      ${repeatOf('persona', 'p', 'l.persona_id')}
      left join import_types y on not l.is_object and y.persona_id = t.final_id and y.type_id = l.label
      ${objectNames('twin', 'tk', 'tn')}
      ${renamed}
      where ${isNew}`,
    document: sql`md5(b.body::text)`,
    stored: sql`select a.id::text as id, k.key, md5(${sequenceText}) as document
      from annotations a
      cross join lateral (select ${key('a', sql`a.persona_id::text`, sql`a.label`)} as key) k
      where a.created_by_user_id = ${userId}
        and a.video_id in (select x.video_id from import_lines x where x.kind = 'annotation' and x.state = 'import')
        and k.key in (select key from fresh)`,
  }
}
