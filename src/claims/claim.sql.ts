import { sql, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import { abilitySlots, type WithAbilities } from '../access/ability-slots.js'
import type { Narrowed } from '../access/candidates.js'
import { mayAdd } from '../access/place-rules.js'
import type { Database } from '../database/client.js'
import type { Condition } from '../database/conditions.js'
import { keyset, newestKey } from '../database/keyset.js'
import { prepareShapes, slot, type Connections } from '../database/prepared.js'
import { membersOf, printedFields } from '../database/print.js'
import { namesBut } from '../database/record.js'
import { columnList, recordset, slotList } from '../database/record-write.js'
import type { Claims } from '../database/schema.js'
import type { Page } from '../lib/page.js'
import { claimRecord } from './claim.record.js'

export type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number]

/** Rows for GraphQL, oldest first in each summary; `where` is over c, joined with its summary s. */
export function selectClaims(db: Database, where: Condition) {
  return db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select(claimRecord.names.map((name) => `c.${name}` as const))
    .where(where)
    .orderBy('c.createdAt')
    .orderBy('c.id')
    .execute()
}

/** A claim with those below it once the tree is put together. */
export type TreeRow = ClaimRow & { subclaims: TreeRow[] | null }

/** One page of the claims of `among`, for a page that is cut so, oldest first; `condition` is over c and s. */
export function selectClaimPage(
  db: Database,
  condition: Condition,
  page: Page,
  among: (cut: Narrowed) => RawBuilder<Claim>,
) {
  const { where, orderBy, limit } = keyset(page, newestKey('c'), 'asc')
  return db
    .selectFrom(among({ where, orderBy, limit }).as('c'))
    .crossJoinLateral((eb) =>
      // Looked up for each claim of the page: joined, all summaries would be read.
      eb
        .selectFrom('videoSummaries as s')
        .select(['s.id', 's.createdBy'])
        .whereRef('s.id', '=', 'c.summaryId')
        .offset(sql.lit(0))
        .as('s'),
    )
    .select(claimRecord.names.map((name) => `c.${name}` as const))
    .where(condition)
    .where(where)
    .orderBy(orderBy)
    .limit(limit)
    .execute()
}

/** A row of the table with all its columns. */
export type Claim = Selectable<Claims>

/** To stand in a FROM: claims of which each is looked at. */
export const allClaims: RawBuilder<Claim> = sql.table('claims')

/** How many of `among` pass; `condition` is over c and s. */
export async function countClaims(db: Database, condition: Condition, among: RawBuilder<Claim>): Promise<number> {
  const { count } = await db
    .selectFrom(among.as('c'))
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(condition)
    .executeTakeFirstOrThrow()
  return count
}

/** By summary; `where` is over c and s. */
export async function countClaimsOfSummaries(
  db: Database,
  summaryIds: readonly string[],
  where: Condition,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ summaryId: string; count: number }>`
    select c.summary_id, count(*)::int as count
      from claims c join video_summaries s on s.id = c.summary_id
     where c.summary_id = any(${summaryIds}::uuid[]) and s.id = any(${summaryIds}::uuid[]) and ${where}
     group by c.summary_id`.execute(db)
  return new Map(rows.map(({ summaryId, count }) => [summaryId, count]))
}

export type NewClaim = Partial<Record<(typeof writtenColumns)[number], unknown>>

/** What a new row is made of beside what it takes from its summary. */
const writtenColumns = namesBut(claimRecord, 'summaryId', 'projectId', 'version')
const inserted = sql`summary_id, project_id, ${columnList(claimRecord, writtenColumns)}`

/** A claim in the form of the routes, over c; `subclaims` follows when the tree is put together. */
const claimMembers = membersOf(printedFields(claimRecord))

interface InsertInput extends WithAbilities {
  summaryId: string
  row: NewClaim
}

const insertStatements = prepareShapes<InsertInput, boolean>(
  'insert-claim',
  (isAdmin) => (isAdmin ? 'every' : 'some'),
  (isAdmin) => sql`
    with c as (
      insert into claims (${inserted})
      select s.id, s.project_id, ${slotList(claimRecord, writtenColumns, ({ row }: InsertInput) => row)}
        from video_summaries s
       where s.id = ${slot<InsertInput, string>((input) => input.summaryId)} and ${mayAdd(abilitySlots(isAdmin))}
         for share of s
      returning *
    ) select ${claimMembers} from c`,
)

/**
 * Inserts into a summary that the actor may add to, inheriting its project; null when they may not. The claim's members
 * in bytes.
 */
export async function insertClaim(on: Connections, input: InsertInput): Promise<Buffer | null> {
  const [row] = await insertStatements(input.abilities.isAdmin).bytes(on, input)
  return row?.[0] ?? null
}

/** Many at once, in a transaction, parents before children in the array; false when `allowed` (over s) refuses. */
export async function insertClaims(
  db: Database,
  summaryId: string,
  rows: readonly NewClaim[],
  allowed: Condition,
): Promise<boolean> {
  if (!(await holdSummary(db, summaryId, allowed))) return false
  await sql`
    insert into claims (${inserted})
    select s.id, s.project_id, ${columnList(claimRecord, writtenColumns, 'r')}
      from video_summaries s, ${recordset(claimRecord, writtenColumns, rows)}
     where s.id = ${summaryId}`.execute(db)
  return true
}

/** The version after the change; undefined when `where` (over c) lets no such claim through. */
export async function updateClaim(
  db: Database,
  where: Condition,
  changes: Updateable<Claims>,
): Promise<number | undefined> {
  const row = await db
    .updateTable('claims as c')
    .set({ ...changes, version: sql<number>`c.version + 1` })
    .where(where)
    .returning('c.version')
    .executeTakeFirst()
  return row?.version
}

/**
 * Ids of the branch below `root`, itself included, one look-up a claim: `offset 0` keeps that of children by their
 * parent, where PostgreSQL would read the whole table at each level.
 */
export const branchOf = (root: RawBuilder<unknown>): RawBuilder<unknown> => sql`with recursive branch(id) as (
      ${root} union all select k.id from branch b
        cross join lateral (select c.id from claims c where c.parent_claim_id = b.id offset 0) k)
    select id from branch`

/**
 * Locks the summary of a claim until the transaction ends; no row where there is none. Locks are taken from above
 * downwards (docs/decisions/0009-lock-order.md), and a deletion of claims changes their summary.
 */
export async function lockSummaryOfClaim(db: Database, claimId: string): Promise<void> {
  await sql`select from video_summaries s where s.id = (select c.summary_id from claims c where c.id = ${claimId})
    for no key update`.execute(db)
}

/** The same for a summary whose claims are to go; false when `where` (over s) does not let it through. */
export async function lockSummary(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}
    for no key update of s`.execute(db)
  return rows.length > 0
}

/** Deletes a claim with its branch; how many went below it and from which summary, null when `where` refuses. */
export async function deleteBranch(
  db: Database,
  claimId: string,
  where: Condition,
): Promise<{ below: number; summaryId: string } | null> {
  const { rows } = await sql<{ count: number; summaryId: string | null }>`
    with gone as (
      delete from claims where id in (${branchOf(sql`select c.id from claims c where c.id = ${claimId} and ${where}`)})
      returning summary_id)
    select count(*)::int as count, min(summary_id::text) as summary_id from gone`.execute(db)
  const [found] = rows
  return found?.summaryId ? { below: found.count - 1, summaryId: found.summaryId } : null
}

export async function deleteClaimsOfSummary(db: Database, summaryId: string): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('claims').where('summaryId', '=', summaryId).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Whether `where` (over s) lets the summary through. */
export async function summaryPermitted(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}`.execute(db)
  return rows.length > 0
}

/** The same, and the summary stays in its project until the transaction ends: claims that are added take that over. */
export async function holdSummary(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}
    for share of s`.execute(db)
  return rows.length > 0
}

/** Those of the ids that are no claims of the summary. */
export async function selectStrays(db: Database, summaryId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select g.id from unnest(${ids}::uuid[]) g(id)
    where not exists (select from claims c where c.id = g.id and c.summary_id = ${summaryId})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
