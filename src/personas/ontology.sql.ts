import { sql, type Insertable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Ontologies } from '../database/schema.js'
import { slot } from '../database/driver/prepared.js'
import { differing } from '../database/rows/differing.js'
import { arrayOf, document, objectOf, plain, timestamp } from '../database/rows/print.js'
import { bytesAt, reading, type ReadConnections } from '../database/rows/record-read.js'
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
  createdAt: timestamp('o.created_at'),
  updatedAt: timestamp('o.updated_at'),
})

/** Reads ontologies as JSON text in UTF-8 as the REST routes answer them; personas without an ontology are left out. */
export async function selectOntologyTexts(on: ReadConnections, personaIds: readonly string[]) {
  const rows = await ontologyTexts.rows(on, personaIds)
  return rows.map((row) => ({ personaId: textAt(row, 0)!, version: Number(textAt(row, 1)), text: bytesAt(row, 2) }))
}

const ontologyTexts = reading<readonly string[]>(
  3,
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
 * Increments the version of an ontology, locks it until the transaction ends, and returns the new version; undefined
 * when there is no ontology or it is not at `ifVersion`.
 */
export async function updateOntology(
  db: Database,
  personaId: string,
  relations: string | undefined,
  at: Date,
  ifVersion: number | undefined,
): Promise<number | undefined> {
  let query = db
    .updateTable('ontologies')
    .set({ version: sql`version + 1`, updatedAt: at, ...(relations !== undefined && { relations }) })
    .where('personaId', '=', personaId)
  if (ifVersion !== undefined) query = query.where('version', '=', ifVersion)
  return (await query.returning('version').executeTakeFirst())?.version
}

/**
 * Replaces all types of one kind by those of a JSON array, given as text. Types that stay as they are are not written:
 * of a thousand that a front end saves as a whole one has changed, and the indexes for searches make each dear.
 */
export async function replaceTypes(db: Database, personaId: string, kind: TypeKind, array: string): Promise<void> {
  await sql`
    with given as (
      select e.body ->> 'id' as type_id, e.position, e.body
        from json_array_elements(${array}::json) with ordinality as e(body, position)
    ), held as (
      select t.ctid as row, t.type_id, t.position, t.body
        from ontology_types t where t.persona_id = ${personaId}::uuid and t.kind = ${kind}
    ), differing as materialized (${differing('type_id')}), removed as (
      delete from ontology_types t where t.ctid = any(array(select row from differing where body is null))
    )
    insert into ontology_types (persona_id, kind, position, body)
    select ${personaId}::uuid, ${kind}, d.position, d.body from differing d where d.body is not null
    on conflict (persona_id, kind, type_id) do update set position = excluded.position, body = excluded.body`.execute(
    db,
  )
}

/** What a type or an object of the world is after it was saved: its JSON text, and whether it was added. */
export interface SavedItem {
  text: string
  isNew: boolean
}

/** Stores a type, given as JSON text, in place of the one with its id or behind the others of its kind. */
export async function upsertType(
  db: Database,
  { personaId, kind, typeId }: { personaId: string; kind: TypeKind; typeId: string },
  body: string,
): Promise<SavedItem | undefined> {
  const { rows } = await sql<SavedItem>`
    with held as materialized (
      select coalesce(max(t.position), 0) as last, coalesce(bool_or(t.type_id = ${typeId}), false) as has
        from ontology_types t where t.persona_id = ${personaId} and t.kind = ${kind})
    insert into ontology_types (persona_id, kind, position, body)
    select ${personaId}::uuid, ${kind}, held.last + 1, ${body}::json from held
    on conflict (persona_id, kind, type_id) do update set body = excluded.body
    returning body::text as text, not (select has from held) as "isNew"`.execute(db)
  return rows[0]
}
