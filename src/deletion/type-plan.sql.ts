import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Reach } from '../access/abilities.js'
import { ownWorldWithin } from '../access/comparisons.js'
import { inArchived } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { lookedUp, type LeavingType, type TypeKind } from './type-documents.js'
import type { WorldKind } from '../world/world-kinds.js'

/**
 * Selects a type with its body, parsed and as stored text, and the version of its ontology; undefined if the type does
 * not exist.
 */
export function selectType(db: Database, personaId: string, kind: TypeKind, typeId: string) {
  return db
    .selectFrom('ontologyTypes as t')
    .innerJoin('ontologies as o', 'o.personaId', 't.personaId')
    .select([sql<string>`t.body::text`.as('text'), 't.name', 't.body', 'o.version'])
    .where('t.personaId', '=', personaId)
    .where('kind', '=', kind)
    .where('typeId', '=', typeId)
    .executeTakeFirst()
}

const locked = (lock: boolean, alias: string) => (lock ? sql`for update of ${sql.ref(alias)}` : sql``)

/** Locks the persona's ontology until the transaction ends. */
export async function lockOntology(db: Database, personaId: string): Promise<void> {
  await db.selectFrom('ontologies').select('id').where('personaId', '=', personaId).forUpdate().execute()
}

/** Selects the old array of relations that older clients keep inside an ontology. */
export async function selectRelations(db: Database, personaId: string): Promise<unknown> {
  return (await db.selectFrom('ontologies').select('relations').where('personaId', '=', personaId).executeTakeFirst())
    ?.relations
}

export interface TypeRow {
  kind: TypeKind
  typeId: string
  body: unknown
}

/** Selects all types of the persona except the one being deleted. */
export async function selectOtherTypes(db: Database, type: LeavingType) {
  const { rows } = await sql<TypeRow>`select kind, type_id, body from ontology_types
    where persona_id = ${type.personaId} and (kind, type_id) <> (${type.kind}, ${type.typeId})`.execute(db)
  return rows
}

/**
 * A condition that finds candidates: documents that contain both the persona's id and the type's id, and so may refer
 * to the type. The stored text may escape an id differently than JSON.stringify does, so every document with a
 * backslash is a candidate too. Whether a candidate refers to the type is decided on the parsed document.
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

/**
 * Selects the objects of the user's worlds that may refer to the type. With `lock`, locks the worlds before their
 * objects are read, in the same order as all other writers. Worlds in archived projects are left out, because their
 * content must not change (ST-04).
 */
export async function selectWorldCandidates(db: Database, who: Reach, type: LeavingType, lock: boolean) {
  const own = ownWorldWithin(who, 'w')
  if (lock) await sql`select id from world_states w where ${own} order by id for update`.execute(db)
  const relations =
    type.kind === 'relation'
      ? sql`or o.kind = 'relation' and ${type.typeId} in (o.body ->> 'relationTypeId', o.body ->> 'relationType')`
      : sql``
  const { rows } = await sql<ObjectRow>`select o.world_id, o.kind, o.object_id as key, o.body
      from world_states w join world_objects o on o.world_id = w.id
     where ${own} and not ${inArchived('w')}
       and (${mentions(sql`o.body::text`, type)} ${relations})`.execute(db)
  return rows
}

/**
 * Selects the ids of annotations of the persona that are labelled with the type. `access` is a condition on the alias a
 * (annotations).
 */
export async function selectLabelled(
  db: Database,
  type: LeavingType,
  access: Condition,
  lock: boolean,
): Promise<string[]> {
  const { means = () => true } = type
  // An annotation may state the kind of its type in its column `type`.
  const meant = means(undefined)
    ? sql`a.type <> all(${lookedUp.filter((kind) => !means(kind))}::text[])`
    : sql`a.type = any(${lookedUp.filter((kind) => means(kind))}::text[])`
  const { rows } = await sql<{ id: string }>`select a.id from annotations a
    where a.persona_id = ${type.personaId} and a.label = ${type.typeId} and a.link_type is null and ${access}
      and ${meant} and not ${inArchived('a')} ${locked(lock, 'a')}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Selects the summaries in rich text that may refer to the type. `access` is a condition on the alias s (summaries).
 */
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

/** Selects the claims that may refer to the type. `access` is a condition on the alias c (claims). */
export async function selectClaimCandidates(db: Database, type: LeavingType, access: Condition, lock: boolean) {
  const text = sql`concat(c.gloss::text, ' ', c.claimer_gloss::text, ' ', c.claim_relation::text)`
  const { rows } = await sql<ClaimRow>`select c.id, c.gloss, c.claimer_gloss, c.claim_relation from claims c
    where ${mentions(text, type)} and ${access} and not ${inArchived('c')}
    order by c.id ${locked(lock, 'c')}`.execute(db)
  return rows
}

/**
 * Reads the ids of the correspondences that go with a type: those that name its id, unless a type of another kind has
 * the same id.
 */
export async function selectLeavingCorrespondences(
  db: Database,
  { personaId, kind, typeId }: Pick<LeavingType, 'personaId' | 'kind' | 'typeId'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from type_correspondences k
     where (k.first_persona_id = ${personaId} and k.first_type_id = ${typeId}
            or k.second_persona_id = ${personaId} and k.second_type_id = ${typeId})
       and not exists (select from ontology_types t
                        where t.persona_id = ${personaId} and t.type_id = ${typeId} and t.kind <> ${kind})`.execute(db)
  return rows.map(({ id }) => id)
}
