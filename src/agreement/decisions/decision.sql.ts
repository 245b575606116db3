import { sql, type SqlBool } from 'kysely'
import type { Abilities, RuleValues } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import { permitted, readableInSummary, visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { all, type Condition } from '../../database/rows/conditions.js'
import { keyset, newestKey } from '../../database/rows/keyset.js'
import type { Page } from '../../lib/page.js'
import { decisionRecord } from './decision.shape.js'

export type DecisionRow = Awaited<ReturnType<typeof selectDecisionsByIds>>[number]

const ofPersona = sql`personas p where p.id = d.persona_id`

/** Returns a condition on the alias d: the user may read the persona for which it was decided. */
export const readableDecision = (abilities: RuleValues): Condition =>
  among(sql<SqlBool>`exists (select from ${ofPersona} and ${visible(abilities, 'persona', 'p')})`)

const changeable = (abilities: Abilities): Condition =>
  sql<SqlBool>`exists (select from ${ofPersona} and ${permitted(abilities, 'update', 'persona', 'p')})`

export function selectDecisionsByIds(db: Database, ids: readonly string[], access: Condition) {
  return db
    .selectFrom('agreementDecisions as d')
    .select(decisionRecord.names)
    .where('id', 'in', ids)
    .where(access)
    .execute()
}

/** Returns a condition on the alias d: it is about the video, and for the persona if there is one. */
export const onVideo = (videoId: string, personaId: string | undefined): Condition =>
  sql<SqlBool>`(d.video_id = ${videoId} and ${personaId === undefined ? sql`true` : sql`d.persona_id = ${personaId}`})`

/** Reads decisions, newest first. `where` is a condition on the alias d. */
export function selectDecisionPage(db: Database, where: Condition, page: Page) {
  const cut = keyset(page, newestKey('d'), 'desc')
  return db
    .selectFrom('agreementDecisions as d')
    .select(decisionRecord.names)
    .where(where)
    .where(cut.where)
    .orderBy(cut.orderBy)
    .limit(cut.limit)
    .execute()
}

export async function countDecisions(db: Database, where: Condition): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from agreement_decisions d where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The condition on the alias d that the copy still exists. */
const hasCopy = sql<SqlBool>`(exists (select from annotations a where a.id = d.copy_id)
  or exists (select from claims c where c.id = d.copy_id))`

/**
 * Reads the decisions on a video that still have their copy, newest first. `where` is a condition on the alias d.
 */
export function selectStandingDecisions(db: Database, where: Condition) {
  return db
    .selectFrom('agreementDecisions as d')
    .select(decisionRecord.names)
    .where(where)
    .where(sql<SqlBool>`(d.copy_id is null or ${hasCopy})`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** A thing that personas disagree about, at its current version. */
export interface Thing {
  id: string
  personaId: string
  version: number
}

/**
 * Reads the annotations of a video with these ids that the user may read, or the claims of its summaries, from the
 * oldest, and locks them against changes until the transaction ends.
 */
export async function lockThings(
  db: Database,
  abilities: Abilities,
  { videoId, ids, areClaims }: { videoId: string; ids: readonly string[]; areClaims: boolean },
): Promise<Thing[]> {
  // Locked in the order of their ids, as other writers do, so that none waits for another in a circle.
  const locked = areClaims
    ? sql`select c.id, s.persona_id, c.version, c.created_at from claims c join video_summaries s on s.id = c.summary_id
        where c.id = any(${ids}::uuid[]) and s.video_id = ${videoId} and ${readableInSummary(abilities)}
        order by c.id for no key update of c`
    : sql`select a.id, a.persona_id, a.version, a.created_at from annotations a
        where a.id = any(${ids}::uuid[]) and a.video_id = ${videoId} and a.persona_id is not null
          and ${visible(abilities, 'annotation', 'a')}
        order by a.id for no key update of a`
  const { rows } = await sql<Thing>`
    with locked as materialized (${locked})
    select id, persona_id, version from locked order by created_at, id`.execute(db)
  return rows
}

export type NewDecision = Omit<DecisionRow, 'things' | 'createdBy' | 'createdAt' | 'updatedAt'> & {
  things: readonly { id: string; version: number }[]
  createdBy: string
  at: Date
}

/**
 * Selects the copy of a thing at its current version that another decision has made for the persona, if it still
 * exists. The caller must hold the lock on the thing (`lockThings`), so that only one decision copies it.
 */
export async function selectCopyOf(
  db: Database,
  { id, version }: Thing,
  { videoId, personaId }: { videoId: string; personaId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ copyId: string }>`
    select d.copy_id from agreement_decisions d
     where d.persona_id = ${personaId} and d.video_id = ${videoId} and d.adopted_id = ${id} and ${hasCopy}
       and exists (select from json_to_recordset(d.things) t(id uuid, version int)
                    where t.id = d.adopted_id and t.version = ${version})
     order by d.created_at limit 1`.execute(db)
  return rows[0]?.copyId
}

/** Inserts a decision and returns it. */
export async function insertDecision(db: Database, row: NewDecision): Promise<DecisionRow> {
  const { at, things, ...columns } = row
  return db
    .insertInto('agreementDecisions')
    .values({ ...columns, things: JSON.stringify(things), createdAt: at, updatedAt: at })
    .returning(decisionRecord.names)
    .executeTakeFirstOrThrow()
}

/** Deletes the decision of a persona about a disagreement, and returns what it was. */
export async function deleteDecisionAbout(
  db: Database,
  { personaId, videoId, thingKey }: Pick<NewDecision, 'personaId' | 'videoId' | 'thingKey'>,
): Promise<DecisionRow | undefined> {
  return db
    .deleteFrom('agreementDecisions')
    .where('personaId', '=', personaId)
    .where('videoId', '=', videoId)
    .where(sql<SqlBool>`md5(thing_key) = md5(${thingKey})`)
    .returning(decisionRecord.names)
    .executeTakeFirst()
}

/** Deletes a decision that the user may change, and returns what it was. */
export async function deleteDecision(db: Database, id: string, abilities: Abilities): Promise<DecisionRow | undefined> {
  return db
    .deleteFrom('agreementDecisions as d')
    .where(all(sql<SqlBool>`d.id = ${id}`, changeable(abilities))!)
    .returning(decisionRecord.names)
    .executeTakeFirst()
}

/**
 * Selects where the copy of a decision that is gone is, if it is still as it was copied, with everything below a claim;
 * undefined if it was changed or deleted, or another decision has it too.
 */
export async function selectUntouchedCopy(
  db: Database,
  copyId: string,
): Promise<{ videoId: string; isClaim: boolean } | undefined> {
  const isFree = sql`not exists (select from agreement_decisions d where d.copy_id = ${copyId})`
  const { rows } = await sql<{ videoId: string; isClaim: boolean }>`
    with recursive branch(id, created_at, updated_at) as (
      select c.id, c.created_at, c.updated_at from claims c where c.id = ${copyId}
      union all select c.id, c.created_at, c.updated_at from claims c join branch b on c.parent_claim_id = b.id)
    select a.video_id, false as is_claim from annotations a
     where a.id = ${copyId} and a.updated_at = a.created_at and ${isFree}
    union all
    select s.video_id, true from claims c join video_summaries s on s.id = c.summary_id
     where c.id = ${copyId} and ${isFree} and not exists (
       select from branch b where b.updated_at <> c.created_at or b.created_at <> c.created_at)`.execute(db)
  return rows[0]
}
