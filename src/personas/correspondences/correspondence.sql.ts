import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { among } from '../../access/measure.js'
import type { Abilities, RuleValues } from '../../access/abilities.js'
import { permitted, visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { all, type Condition } from '../../database/rows/conditions.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { Page } from '../../lib/page.js'
import { correspondenceRecord, type TypeRelation } from './correspondence.shape.js'

export type CorrespondenceRow = Awaited<ReturnType<typeof selectCorrespondencesByIds>>[number]

/** The personas (alias p) of a correspondence (alias k). */
const ofRow = sql`personas p where p.id in (k.first_persona_id, k.second_persona_id)`

/** Returns a condition on the alias k: the user may read both personas. */
export const readableCorrespondence = (abilities: RuleValues): Condition =>
  among(sql<SqlBool>`(select count(*) from ${ofRow} and ${visible(abilities, 'persona', 'p')}) = 2`)

/** Returns a condition on the alias k: the user may change one of the personas and read both. */
const changeable = (abilities: Abilities): Condition =>
  sql<SqlBool>`(${readableCorrespondence(abilities)} and exists (select from ${ofRow} and ${permitted(abilities, 'update', 'persona', 'p')}))`

/**
 * Returns a condition on the alias k: one of its types is of the persona, and the other of `otherId` if that is set.
 */
export const ofPersona = (id: string, otherId?: string): Condition =>
  otherId === undefined
    ? sql<SqlBool>`(k.first_persona_id = ${id} or k.second_persona_id = ${id})`
    : sql<SqlBool>`(k.first_persona_id = ${id} and k.second_persona_id = ${otherId}
        or k.first_persona_id = ${otherId} and k.second_persona_id = ${id})`

/** Returns whether the user may read both personas and change one of them. */
export async function mayRelate(db: Database, abilities: Abilities, personaIds: readonly string[]): Promise<boolean> {
  const mine = permitted(abilities, 'update', 'persona', 'p')
  const { rows } = await sql`
    select from personas p where p.id = any(${personaIds}::uuid[]) and ${visible(abilities, 'persona', 'p')}
    having count(*) = 2 and bool_or(${mine})`.execute(db)
  return rows.length > 0
}

export function selectCorrespondencesByIds(db: Database, ids: readonly string[], access: Condition) {
  return db
    .selectFrom('typeCorrespondences as k')
    .select(correspondenceRecord.names)
    .where('id', 'in', ids)
    .where(access)
    .execute()
}

/** Reads correspondences, newest first. `where` is a condition on the alias k. */
export function selectCorrespondencePage(db: Database, where: Condition, page: Page) {
  const cut = keyset(page, newestKey('k'), 'desc')
  return db
    .selectFrom('typeCorrespondences as k')
    .select(correspondenceRecord.names)
    .where(where)
    .where(cut.where)
    .orderBy(cut.orderBy)
    .limit(cut.limit)
    .execute()
}

export async function countCorrespondences(db: Database, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from type_correspondences k where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Two types of two personas, and how the first relates to the second. */
export interface Correspondence {
  firstPersonaId: string
  firstTypeId: string
  secondPersonaId: string
  secondTypeId: string
  relation: TypeRelation
}

/** Reads the correspondences between these personas. Access is not checked. */
export async function selectCorrespondences(db: Database, personaIds: readonly string[]): Promise<Correspondence[]> {
  const { rows } = await sql<Correspondence>`
    select k.first_persona_id, k.first_type_id, k.second_persona_id, k.second_type_id, k.relation
      from type_correspondences k
     where k.first_persona_id = any(${personaIds}::uuid[]) and k.second_persona_id = any(${personaIds}::uuid[])
     order by k.created_at, k.id`.execute(db)
  return rows
}

/** The columns of the unique index of pairs, which a conflict must name in the same words. */
const pair = sql`least(first_persona_id, second_persona_id), greatest(first_persona_id, second_persona_id),
  md5(case when first_persona_id < second_persona_id then first_type_id else second_type_id end),
  md5(case when first_persona_id < second_persona_id then second_type_id else first_type_id end)`

/** Returns SQL for the relation of a pair that is named the other way round. */
const turned = (relation: RawBuilder<unknown>) =>
  sql`case ${relation} when 'broader' then 'narrower' when 'narrower' then 'broader' else ${relation} end`

interface NewCorrespondence extends Correspondence {
  id: string
  createdBy: string
  at: Date
}

/**
 * Stores a correspondence, or the relation in the one that the pair has, in whichever order that names it. The same
 * relation leaves it as it is. Returns undefined when a type does not exist, and when the correspondence is not at
 * `ifVersion`. The types are locked until the transaction ends, so that none is deleted meanwhile.
 */
export async function upsertCorrespondence(
  db: Database,
  of: NewCorrespondence,
  ifVersion: number | undefined,
): Promise<(CorrespondenceRow & { isNew: boolean }) | undefined> {
  const { id, firstPersonaId, firstTypeId, secondPersonaId, secondTypeId, relation, createdBy, at } = of
  const typeOf = (persona: string, type: string) => sql`exists (
    select from ontology_types t where t.persona_id = ${persona} and t.type_id = ${type} for key share)`
  const relationOf = sql`case when k.first_persona_id = excluded.first_persona_id then excluded.relation
    else ${turned(sql`excluded.relation`)} end`
  const version = ifVersion ?? null
  const { rows } = await sql<CorrespondenceRow & { isNew: boolean }>`
    insert into type_correspondences as k
      (id, first_persona_id, first_type_id, second_persona_id, second_type_id, relation, created_by, created_at, updated_at)
    select v.* from (values (${id}::uuid, ${firstPersonaId}::uuid, ${firstTypeId}::text, ${secondPersonaId}::uuid,
        ${secondTypeId}::text, ${relation}::text, ${createdBy}::uuid, ${at}::timestamptz, ${at}::timestamptz)) v
     where ${typeOf(firstPersonaId, firstTypeId)} and ${typeOf(secondPersonaId, secondTypeId)}
       and (${version}::int is null or exists (select from type_correspondences k where ${isPair(of)}))
    on conflict (${pair}) do update set relation = ${relationOf}, version = k.version + 1, updated_at = excluded.updated_at,
        created_by = case when k.relation = ${relationOf} then k.created_by else excluded.created_by end
      where ${version}::int is null or k.version = ${version}
    returning k.*, k.id = ${id} as is_new`.execute(db)
  return rows[0]
}

/** Returns a condition on the alias k: the correspondence is about these two types. */
const isPair = ({ firstPersonaId, firstTypeId, secondPersonaId, secondTypeId }: Omit<Correspondence, 'relation'>) =>
  sql<SqlBool>`(k.first_persona_id = ${firstPersonaId} and k.first_type_id = ${firstTypeId}
      and k.second_persona_id = ${secondPersonaId} and k.second_type_id = ${secondTypeId}
    or k.first_persona_id = ${secondPersonaId} and k.first_type_id = ${secondTypeId}
      and k.second_persona_id = ${firstPersonaId} and k.second_type_id = ${firstTypeId})`

/** Reads the version of the correspondence of a pair; undefined if there is no such correspondence. */
export async function selectVersionOfPair(
  db: Database,
  of: Omit<Correspondence, 'relation'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select k.version from type_correspondences k where ${isPair(of)}`.execute(db)
  return rows[0]?.version
}

const atVersion = (version: number | undefined): Condition =>
  version === undefined ? sql<SqlBool>`true` : sql<SqlBool>`k.version = ${version}`

/** Deletes a correspondence that the user may change; returns false if it is not at `ifVersion`, or not theirs. */
export async function deleteCorrespondence(
  db: Database,
  id: string,
  abilities: Abilities,
  ifVersion: number | undefined,
): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from type_correspondences k
    where k.id = ${id} and ${all(changeable(abilities), atVersion(ifVersion))}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Reads the version of a correspondence that the user may change. */
export async function selectChangeableVersion(
  db: Database,
  id: string,
  abilities: Abilities,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select k.version from type_correspondences k where k.id = ${id} and ${changeable(abilities)}`.execute(db)
  return rows[0]?.version
}

/** Stores `exact` for each type of a copied persona, with the type of the original from which it was copied. */
export async function insertCorrespondencesOfCopy(
  db: Database,
  { from, to }: { from: string; to: string },
  createdBy: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into type_correspondences
      (id, first_persona_id, first_type_id, second_persona_id, second_type_id, relation, created_by, created_at, updated_at)
    select gen_random_uuid(), t.persona_id, t.type_id, ${from}::uuid, t.type_id, 'exact', ${createdBy}::uuid, ${at}, ${at}
      from (select distinct persona_id, type_id from ontology_types where persona_id = ${to}) t`.execute(db)
}
