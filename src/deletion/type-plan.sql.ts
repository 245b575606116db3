import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inArchived } from '../access/rules.js'
import type { Database } from '../database/client.js'
import type { Condition } from '../database/conditions.js'
import { lookedUp, type LeavingType, type TypeKind } from './type-documents.js'
import type { WorldKind } from '../lib/world-kinds.js'

export function selectType(db: Database, personaId: string, kind: TypeKind, typeId: string) {
  return db
    .selectFrom('ontologyTypes')
    .select([sql<string>`body::text`.as('text'), 'name', 'body'])
    .where('personaId', '=', personaId)
    .where('kind', '=', kind)
    .where('typeId', '=', typeId)
    .executeTakeFirst()
}

const locked = (lock: boolean, alias: string) => (lock ? sql`for update of ${sql.ref(alias)}` : sql``)

export async function lockOntology(db: Database, personaId: string): Promise<void> {
  await db.selectFrom('ontologies').select('id').where('personaId', '=', personaId).forUpdate().execute()
}

/** The relation instances of older clients. */
export async function selectRelations(db: Database, personaId: string): Promise<unknown> {
  return (await db.selectFrom('ontologies').select('relations').where('personaId', '=', personaId).executeTakeFirst())
    ?.relations
}

export interface TypeRow {
  kind: TypeKind
  typeId: string
  body: unknown
}

/** All types of the persona but the one that leaves. */
export async function selectOtherTypes(db: Database, type: LeavingType) {
  const { rows } = await sql<TypeRow>`select kind, type_id, body from ontology_types
    where persona_id = ${type.personaId} and (kind, type_id) <> (${type.kind}, ${type.typeId})`.execute(db)
  return rows
}

/**
 * Whether a document may refer to the type: it holds the persona's id and the type's id. An id may be written with
 * other escapes than ours, so any backslash makes it a candidate too; the documents themselves decide.
 */
function mentions(document: RawBuilder<unknown>, type: LeavingType): Condition {
  const escaped = JSON.stringify(type.typeId).slice(1, -1)
  return sql<SqlBool>`(strpos(lower(${document}), ${type.personaId}) > 0
    and (strpos(${document}, ${escaped}) > 0 or strpos(${document}, '\\') > 0))`
}

export interface ObjectRow {
  worldId: string
  kind: WorldKind
  key: string
  body: unknown
}

/** Worlds are locked before their objects, as their writers do. What is in archived projects stays as it is (ST-04). */
export async function selectWorldCandidates(db: Database, userId: string, type: LeavingType, lock: boolean) {
  if (lock) await sql`select id from world_states where user_id = ${userId} order by id for update`.execute(db)
  const relations =
    type.kind === 'relation'
      ? sql`or o.kind = 'relation' and ${type.typeId} in (o.body ->> 'relationTypeId', o.body ->> 'relationType')`
      : sql``
  const { rows } = await sql<ObjectRow>`select o.world_id, o.kind, o.object_id as key, o.body
      from world_states w join world_objects o on o.world_id = w.id
     where w.user_id = ${userId} and not ${inArchived('w')}
       and (${mentions(sql`o.body::text`, type)} ${relations})`.execute(db)
  return rows
}

/** Annotations of the persona that are labelled with the type; `access` is a condition over the alias a. */
export async function selectLabelled(
  db: Database,
  type: LeavingType,
  access: Condition,
  lock: boolean,
): Promise<string[]> {
  const { means = () => true } = type
  // Annotations may say a kind as their `type`.
  const meant = means(undefined)
    ? sql`a.type <> all(${lookedUp.filter((kind) => !means(kind))}::text[])`
    : sql`a.type = any(${lookedUp.filter((kind) => means(kind))}::text[])`
  const { rows } = await sql<{ id: string }>`select a.id from annotations a
    where a.persona_id = ${type.personaId} and a.label = ${type.typeId} and a.link_type is null and ${access}
      and ${meant} and not ${inArchived('a')} ${locked(lock, 'a')}`.execute(db)
  return rows.map((row) => row.id)
}

/** Rich summaries; `access` is a condition over the alias s. */
export async function selectSummaryCandidates(db: Database, type: LeavingType, access: Condition, lock: boolean) {
  const { rows } = await sql<{ id: string; summary: unknown }>`select s.id, s.summary from video_summaries s
    where json_typeof(s.summary) = 'array' and ${mentions(sql`s.summary::text`, type)} and ${access}
      and not ${inArchived('s')} order by s.id ${locked(lock, 's')}`.execute(db)
  return rows
}

export interface ClaimRow {
  id: string
  gloss: unknown
  claimerGloss: unknown
  claimRelation: unknown
}

/** `access` is a condition over the alias c. */
export async function selectClaimCandidates(db: Database, type: LeavingType, access: Condition, lock: boolean) {
  const text = sql`concat(c.gloss::text, ' ', c.claimer_gloss::text, ' ', c.claim_relation::text)`
  const { rows } = await sql<ClaimRow>`select c.id, c.gloss, c.claimer_gloss, c.claim_relation from claims c
    where ${mentions(text, type)} and ${access} and not ${inArchived('c')}
    order by c.id ${locked(lock, 'c')}`.execute(db)
  return rows
}
