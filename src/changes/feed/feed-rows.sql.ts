import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import type { Condition } from '../../database/rows/conditions.js'
import type { ExportRows } from '../../exchange/export/export-rows.sql.js'

// Finds the rows whose lines a change concerns. Every statement may see a later state than the statements before it: a
// change in between is sent again with its own entry.

const ids = (values: Iterable<string>) => sql`${[...values]}::uuid[]`

/** Tables with one line for each row, under the alias of their conditions. */
const simple = {
  persona: { table: 'personas', alias: 'p', rows: 'personas' },
  type_correspondence: { table: 'type_correspondences', alias: 'k', rows: 'correspondences' },
  summary: { table: 'video_summaries', alias: 's', rows: 'summaries' },
  claim: { table: 'claims', alias: 'c', rows: 'claims' },
  claim_relation: { table: 'claim_relations', alias: 'r', rows: 'relations' },
  annotation: { table: 'annotations', alias: 'a', rows: 'annotations' },
} as const
export type SimpleKind = keyof typeof simple

/** Selects which of these rows are in the export. */
export async function selectPresent(
  db: Database,
  kind: SimpleKind,
  rows: ExportRows,
  some: Iterable<string>,
): Promise<string[]> {
  const { table, alias, rows: of } = simple[kind]
  const id = sql.ref(`${alias}.id`)
  const result = await sql<{ id: string }>`select ${id} from ${sql.table(table)} ${sql.ref(alias)}
    where ${id} = any(${ids(some)}) and ${rows[of]}`.execute(db)
  return result.rows.map((row) => row.id)
}

/** A condition on the alias p (personas): the persona is one of these. */
export const isPersona = (some: readonly string[]): Condition => sql<SqlBool>`p.id = any(${ids(some)})`

/** Selects the ids of ontologies by their personas. */
export async function selectOntologyIds(db: Database, personaIds: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from ontologies where persona_id = any(${ids(personaIds)})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects which of these ontologies exist. */
export async function selectExistingOntologies(db: Database, some: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ontologies where id = any(${ids(some)})`.execute(db)
  return rows.map(({ id }) => id)
}

/** An object and its world. */
export interface ObjectKey {
  worldId: string
  kind: string
  objectId: string
}

const keyColumns = sql`o.world_id as "worldId", o.kind, o.object_id as "objectId"`

/** Selects which of these objects are in the export. */
export async function selectPresentObjects(db: Database, { objects }: ExportRows, keys: readonly ObjectKey[]) {
  if (objects === null || keys.length === 0) return []
  const column = (name: keyof ObjectKey) => keys.map((key) => key[name])
  const { rows } = await sql<ObjectKey>`select ${keyColumns} from world_objects o
    join unnest(${column('worldId')}::uuid[], ${column('kind')}::text[], ${column('objectId')}::text[])
      k(world_id, kind, object_id) on k.world_id = o.world_id and k.kind = o.kind and k.object_id = o.object_id
    where ${objects}`.execute(db)
  return rows
}

const membersOf = (list: string) => {
  const value = sql`o.body -> ${sql.lit(list)}`
  return sql`select m #>> '{}' as id from json_array_elements(case when json_typeof(${value}) = 'array' then ${value} else '[]' end) m`
}
const endOf = (name: string) => sql`select o.body ->> ${sql.lit(name)}`

/**
 * Selects the exported collections and relations that name one of the objects, because whether their references resolve
 * may have changed.
 */
export async function selectReferringObjects(
  db: Database,
  { objects }: ExportRows,
  worldIds: Iterable<string>,
  objectIds: Iterable<string>,
) {
  const { rows } = await sql<ObjectKey>`select ${keyColumns} from world_objects o
    where o.world_id = any(${ids(worldIds)}) and ${objects ?? sql`false`}
      and o.kind in ('entity_collection', 'event_collection', 'time_collection', 'relation')
      and exists (select from (${sql.join(
        [...['entityIds', 'eventIds', 'timeIds', 'times'].map(membersOf), ...['sourceId', 'targetId'].map(endOf)],
        sql` union all `,
      )}) named where named.id = any(${[...objectIds]}::text[]))`.execute(db)
  return rows
}

/** Selects the summaries of claims. */
export async function selectSummaryIds(db: Database, claimIds: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct summary_id as id from claims where id = any(${ids(claimIds)})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the relations that lead from or to these claims. */
export async function selectRelationIds(db: Database, claimIds: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from claim_relations
    where source_claim_id = any(${ids(claimIds)}) or target_claim_id = any(${ids(claimIds)})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects the correspondences of the types of these personas. */
export async function selectCorrespondenceIds(db: Database, personaIds: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from type_correspondences
    where first_persona_id = any(${ids(personaIds)}) or second_persona_id = any(${ids(personaIds)})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects all descendants of these claims. */
export async function selectClaimsBelow(db: Database, claimIds: Iterable<string>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive branch(id) as (
      select c.id from claims c where c.parent_claim_id = any(${ids(claimIds)})
      union select c.id from branch b cross join lateral (select k.id from claims k where k.parent_claim_id = b.id offset 0) c)
    select id from branch`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether one of the claims, or one of their descendants, is older than its parent. */
export async function selectOlderAmong(db: Database, { claims }: ExportRows, some: Iterable<string>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select count(*) > 0 as found from claims c join claims parent on parent.id = c.parent_claim_id
     where (c.id = any(${ids(some)}) or c.parent_claim_id = any(${ids(some)})) and ${claims}
       and (c.created_at, c.id) < (parent.created_at, parent.id)`.execute(db)
  return rows[0]?.found ?? false
}

/** A label of annotations: a type of a persona, or an object in a world of a user. */
export interface Label {
  /** The persona of a type, or the owner of the world. */
  of: string
  label: string
}

const labelled = {
  type: { owner: 'a.persona_id', isObject: sql`not a.is_object` },
  object: { owner: 'a.created_by_user_id', isObject: sql`a.is_object` },
}

/** Selects exported annotations with one of the labels, by their ids from `after` on, with the bytes of their boxes. */
export async function selectLabelled(
  db: Database,
  { annotations }: ExportRows,
  what: 'type' | 'object',
  labels: readonly Label[],
  after: string,
  limit: number,
): Promise<{ id: string; size: number }[]> {
  const { owner, isObject } = labelled[what]
  const { rows } = await sql<{ id: string; size: number }>`select a.id, coalesce(a.frames_size, 0) as size
    from (select distinct * from unnest(${labels.map((one) => one.of)}::uuid[], ${labels.map(({ label }) => label)}::text[]) k(of, label)) k
    join annotations a on ${sql.ref(owner)} = k.of and left(a.label, 100) = left(k.label, 100) and a.label = k.label
   where ${isObject} and ${annotations} and a.id > ${after}
   order by a.id limit ${limit}`.execute(db)
  return rows
}

/** Selects the sizes of the boxes of annotations, in bytes. */
export async function selectSizes(db: Database, some: Iterable<string>): Promise<{ id: string; size: number }[]> {
  const { rows } = await sql<{ id: string; size: number }>`
    select a.id, coalesce(a.frames_size, 0) as size from annotations a where a.id = any(${ids(some)})`.execute(db)
  return rows
}

/** Whether one of the users is the author of an exported row. */
export async function selectIsAuthor(db: Database, rows: ExportRows, users: readonly string[]): Promise<boolean> {
  const by = (column: string) => sql`${sql.ref(column)} = any(${ids(users)})`
  const found = await sql<{ found: boolean }>`select
    exists (select from personas p where ${by('p.user_id')} and ${rows.personas})
    or exists (select from world_objects o join world_states w on w.id = o.world_id
         where ${by('w.user_id')} and ${rows.objects ?? sql`false`})
    or exists (select from video_summaries s where ${by('s.created_by')} and ${rows.summaries})
    or exists (select from claims c where ${by('c.created_by')} and ${rows.claims})
    or exists (select from type_correspondences k where ${by('k.created_by')} and ${rows.correspondences})
    or exists (select from claim_relations r where ${by('r.created_by')} and ${rows.relations})
    or exists (select from annotations a where ${by('a.created_by_user_id')} and ${rows.annotations}) as found`.execute(
    db,
  )
  return found.rows[0]?.found ?? false
}

const narrowed = (condition: Condition, more: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`(${condition} and ${more})`

/** Narrows the export to these rows of one kind. */
export function only(rows: ExportRows, kind: SimpleKind, some: readonly string[]): ExportRows {
  const { alias, rows: of } = simple[kind]
  return { ...rows, [of]: narrowed(rows[of], sql`${sql.ref(`${alias}.id`)} = any(${ids(some)})`) }
}

/** Narrows the export to these objects of one kind. */
export function onlyObjects(rows: ExportRows, keys: readonly ObjectKey[]): ExportRows {
  const pairs = sql`select * from unnest(${keys.map(({ worldId }) => worldId)}::uuid[], ${keys.map(({ objectId }) => objectId)}::text[])`
  return { ...rows, objects: rows.objects && narrowed(rows.objects, sql`(o.world_id, o.object_id) in (${pairs})`) }
}

/** Reads the lines that a statement of an export prints. */
export async function selectLines(db: Database, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<Record<string, string>>`${statement}`.execute(db)
  return rows.map((row) => Object.values(row)[0]!)
}
