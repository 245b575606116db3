import { sql, type Insertable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Ontologies } from '../database/schema.js'
import { slot, statement, type StatementTarget } from '../database/driver/statement.js'
import { differing } from '../database/rows/differing.js'
import { arrayOf, document, objectOf, plain, timestamp } from '../database/rows/print.js'
import { bytesAt } from '../database/rows/record-read.js'
import { textAt } from '../database/rows/row-printer.js'
import type { TypeKind } from './type-kinds.js'

const typesOf = (kind: TypeKind) =>
  sql<string>`(select ${arrayOf(sql`t.body::text`, sql`t.position`)} from ontology_types t where t.persona_id = o.persona_id and t.kind = ${sql.lit(kind)})`

/** An ontology (alias o) as the REST routes answer it. */
const view = objectOf({
  id: plain('o.id'),
  personaId: plain('o.persona_id'),
  entities: typesOf('entity'),
  roles: typesOf('role'),
  events: typesOf('event'),
  relationTypes: typesOf('relation'),
  relations: document('o.relations'),
  forkedFrom: document('o.forked_from'),
  createdAt: timestamp('o.created_at'),
  updatedAt: timestamp('o.updated_at'),
})

/** Reads ontologies as JSON text in UTF-8 as the REST routes answer them; personas without an ontology are left out. */
export async function selectOntologyTexts(on: StatementTarget, personaIds: readonly string[]) {
  const rows = await ontologyTexts.bytes(on, personaIds)
  return rows.map((row) => ({ personaId: textAt(row, 0)!, version: Number(textAt(row, 1)), text: bytesAt(row, 2) }))
}

const ontologyTexts = statement<readonly string[]>(
  () => sql`select o.persona_id, o.version, ${view} from ontologies o
    where o.persona_id = any(${slot<readonly string[]>((ids) => ids)}::uuid[])`,
)

export function selectOntologies(db: Database, personaIds: readonly string[]) {
  return db.selectFrom('ontologies').selectAll().where('personaId', 'in', personaIds).execute()
}

export function selectTypesOfPersonas(db: Database, personaIds: readonly string[]) {
  return db
    .selectFrom('ontologyTypes')
    .select(['personaId', 'kind', 'typeId', 'name', 'body'])
    .where('personaId', 'in', personaIds)
    .orderBy('personaId')
    .orderBy('kind')
    .orderBy('position')
    .execute()
}

export async function insertOntology(db: Database, row: Insertable<Ontologies>): Promise<void> {
  await db.insertInto('ontologies').values(row).execute()
}

/**
 * Locks an ontology until the transaction ends and returns its version; undefined if the ontology does not exist or is
 * not at `ifVersion`.
 */
export async function lockOntology(
  db: Database,
  personaId: string,
  ifVersion: number | undefined,
): Promise<number | undefined> {
  let query = db.selectFrom('ontologies').select('version').where('personaId', '=', personaId).forNoKeyUpdate()
  if (ifVersion !== undefined) query = query.where('version', '=', ifVersion)
  return (await query.executeTakeFirst())?.version
}

/** The new lists of an ontology as JSON text; absent lists stay. */
export interface NewOntology {
  personaId: string
  types: readonly { kind: TypeKind; json: string }[]
  relations?: string | undefined
}

/**
 * Replaces lists of ontologies. Types that stay as they are are not written: of a thousand types that a front end saves
 * as a whole, one has changed, and the search indexes make each write expensive. Raises the versions of those
 * ontologies in which anything has changed.
 */
export async function replaceTypes(db: Database, ontologies: readonly NewOntology[], at: Date): Promise<void> {
  const lists = ontologies.flatMap(({ personaId, types }) => types.map((one) => ({ personaId, ...one })))
  const [owners, kinds] = [lists.map(({ personaId }) => personaId), lists.map(({ kind }) => kind)]
  await sql`
    with lists as materialized (
      select * from unnest(${owners}::uuid[], ${kinds}::text[], ${lists.map(({ json }) => json)}::text[])
        as l(persona_id, kind, items)
    ), given as (
      select l.persona_id, l.kind, e.body ->> 'id' as type_id, e.position, e.body
        from lists l cross join json_array_elements(l.items::json) with ordinality as e(body, position)
    ), held as (
      select t.ctid as row, t.persona_id, t.kind, t.type_id, t.position, t.body
        from ontology_types t where (t.persona_id, t.kind) in (select l.persona_id, l.kind from lists l)
    ), ${differing({ owner: 'persona_id', id: 'type_id' })}, removed as (
      delete from ontology_types t where t.ctid = any(array(select row from differing where body is null))
    ), written as (
      insert into ontology_types (persona_id, kind, position, body)
      select d.persona_id, d.kind, d.position, d.body from differing d where d.body is not null
      on conflict (persona_id, kind, type_id) do update set position = excluded.position, body = excluded.body
    )
    update ontologies o set version = o.version + 1, updated_at = ${at},
        relations = coalesce(r.relations::json, o.relations)
      from unnest(${ontologies.map(({ personaId }) => personaId)}::uuid[],
        ${ontologies.map(({ relations = null }) => relations)}::text[]) as r(persona_id, relations)
     where o.persona_id = r.persona_id
       and (o.persona_id in (select d.persona_id from differing d) or not is_same_json(coalesce(r.relations, o.relations::text), o.relations::text))`.execute(
    db,
  )
}

/** A type or world object after it was saved: its JSON text, and whether it was added. */
export interface SavedItem {
  text: string
  isNew: boolean
}

/**
 * Stores a type, passed as JSON text: replaces the type with its id, or adds it after the others of its kind. Returns
 * it with the version of the ontology if that was raised, which it is not for an unchanged type.
 */
export async function upsertType(
  db: Database,
  { personaId, kind, typeId }: { personaId: string; kind: TypeKind; typeId: string },
  body: string,
  at: Date,
): Promise<(SavedItem & { version: number | null }) | undefined> {
  const { rows } = await sql<SavedItem & { version: number | null }>`
    with held as materialized (
      select coalesce(max(t.position), 0) as last, max(t.body::text) filter (where t.type_id = ${typeId}) as body
        from ontology_types t where t.persona_id = ${personaId} and t.kind = ${kind}
    ), written as (
      insert into ontology_types (persona_id, kind, position, body)
      select ${personaId}::uuid, ${kind}, held.last + 1, ${body}::json from held where not is_same_json(held.body, ${body})
      on conflict (persona_id, kind, type_id) do update set body = excluded.body
      returning body::text as text
    ), raised as (
      update ontologies o set version = o.version + 1, updated_at = ${at}
       where o.persona_id = ${personaId} and exists (select from written) returning o.version)
    select coalesce((select text from written), held.body) as text, held.body is null as "isNew",
        (select version from raised) as version
      from held`.execute(db)
  return rows[0]
}
