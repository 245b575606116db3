import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { RuleForm, WithAbilities } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import { mayAdd } from '../access/place-rules.js'
import { changeable } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { claimsAndRelations } from '../database/rows/deleted-claims.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { textAt } from '../database/rows/row-printer.js'
import {
  columnList,
  insertedNames,
  recordset,
  slotList,
  slotPairs,
  type NewRow,
} from '../database/rows/record-write.js'
import { childrenInBranch, printed } from './claim-read.sql.js'
import { claimRecord } from './claim.shape.js'

export type NewClaim = NewRow<typeof claimRecord.fields, (typeof writtenColumns)[number]>

/** The columns of a new row, except those copied from its summary. */
const writtenColumns = insertedNames(claimRecord, ['id', 'createdBy', 'createdAt', 'updatedAt'])
const inserted = sql`summary_id, project_id, ${columnList(claimRecord, writtenColumns)}`

interface InsertInput extends WithAbilities {
  summaryId: string
  row: NewClaim
}

const insertionFor = (form: RuleForm) =>
  statement<InsertInput>(
    () => sql`
      insert into claims as c (${inserted})
      select s.id, s.project_id, ${slotList(claimRecord, writtenColumns, ({ row }: InsertInput) => row)}
        from video_summaries s
       where s.id = ${slot<InsertInput>((input) => input.summaryId)} and ${mayAdd(abilitySlots(form))}
         for share of s
      returning ${printed.list}`,
    { changes: ({ row }) => String(row.id) },
  )
const insertions = { admin: insertionFor('admin'), user: insertionFor('user'), limited: insertionFor('limited') }

/**
 * Inserts a claim into a summary to which the actor may add; the claim gets the summary's project. Returns the row as
 * it is printed; undefined when the actor may not add to the summary.
 */
export async function insertClaim(on: StatementTarget, input: InsertInput): Promise<RawRow | undefined> {
  const [row] = await insertions[input.abilities.form].bytes(on, input)
  return row
}

/**
 * Inserts many claims at once, parents before their children in the array; must run in a transaction. Returns false
 * when `allowed`, a condition on the alias s (summaries), does not hold.
 */
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

/** A change of one claim: the claim, and the changed columns by name. */
interface UpdateInput extends WithAbilities {
  claimId: string
  inSummary: string | undefined
  ifVersion: number | undefined
  changes: Readonly<Record<string, unknown>>
}

interface UpdateShape {
  form: RuleForm
  names: readonly ChangedName[]
  inSummary: boolean
  ifVersion: boolean
}
type ChangedName = (typeof claimRecord.names)[number]

const newText = slot<UpdateInput>(({ changes }) => changes['text'])
/** Keeps the model's text once a person changes the text. */
const originalText = sql`, original_text = case when c.model_used is not null and c.text <> ${newText}::text
  then coalesce(c.original_text, c.text) else c.original_text end`

const updates = statementsBy<UpdateInput, UpdateShape>(
  (shape) => JSON.stringify(shape),
  ({ form, names, inSummary, ifVersion }) =>
    statement(
      () => {
        const changed = Object.fromEntries(names.filter((name) => name !== 'updatedAt').map((name) => [name, true]))
        const changes = slotPairs(claimRecord, names, (input: UpdateInput) => input.changes)
        return sql`
        update claims c
           set ${changes}${names.includes('text') ? originalText : sql``}, version = c.version + 1
         where c.id = ${slot<UpdateInput>(({ claimId }) => claimId)}
           ${inSummary ? sql`and c.summary_id = ${slot<UpdateInput>((input) => input.inSummary)}` : sql``}
           ${ifVersion ? sql`and c.version = ${slot<UpdateInput>((input) => input.ifVersion)}` : sql``}
           and ${changeable(abilitySlots(form), 'claim', 'c', changed)}
        returning ${printed.list}, exists (select from claims k where k.parent_claim_id = c.id)`
      },
      { changes: ({ claimId }) => claimId },
    ),
)

/**
 * Changes a claim that the actor may change, and returns it as it is printed, and whether it has subclaims; undefined
 * if the claim does not exist in `inSummary` and at `ifVersion`.
 */
export async function updateClaim(
  on: StatementTarget,
  input: UpdateInput,
): Promise<{ row: RawRow; isParent: boolean } | undefined> {
  const { abilities, inSummary, ifVersion, changes } = input
  const shape = {
    form: abilities.form,
    names: claimRecord.names.filter((name) => changes[name] !== undefined),
    inSummary: inSummary !== undefined,
    ifVersion: ifVersion !== undefined,
  }
  const [row] = await updates(shape).bytes(on, input)
  return row && { row, isParent: textAt(row, printed.count) === 't' }
}

/**
 * Returns a query for the ids of the branch below `root`, including the root. `offset 0` makes PostgreSQL look up the
 * children of each claim by their parent; without it, PostgreSQL would read the whole table at each level.
 */
export const branchOf = (root: RawBuilder<unknown>): RawBuilder<unknown> => sql`with recursive branch(id) as (
      ${root} union all select k.id from branch b
        ${childrenInBranch})
    select id from branch`

/**
 * Locks the summary of a claim until the transaction ends, if it exists. Locks are taken from parent to child
 * (docs/decisions/0009-lock-order.md), and deleting claims changes their summary.
 */
export async function lockSummaryOfClaim(db: Database, claimId: string): Promise<void> {
  await sql`select from video_summaries s where s.id = (select c.summary_id from claims c where c.id = ${claimId})
    for no key update`.execute(db)
}

/**
 * Locks a summary whose claims are to be deleted; returns false if it does not match `where`, a condition on the alias
 * s.
 */
export async function lockSummary(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}
    for no key update of s`.execute(db)
  return rows.length > 0
}

/**
 * Returns the version of a claim and locks it against other changes until commit; `where` is a condition on the alias
 * c.
 */
export async function lockVersion(db: Database, where: Condition): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`select c.version from claims c where ${where} for update`.execute(db)
  return rows[0]?.version
}

/**
 * A condition on the alias c: a model made the claim, and no user has changed, reviewed, related or shared it since.
 */
const untouched = sql<SqlBool>`(c.model_used is not null and c.version = 1 and c.updated_at = c.created_at
  and c.original_text is null and c.review_state = 'open'
  and not exists (select from claim_relations r where r.source_claim_id = c.id or r.target_claim_id = c.id)
  and not exists (select from resource_shares sh where sh.claim_id = c.id))`

/**
 * Deletes the claims of a summary that a model made and no user has touched, except those above a claim that stays, and
 * returns their number. `may` is a condition on the alias c. Must run in a transaction.
 */
export async function deleteUntouchedClaims(db: Database, summaryId: string, may: Condition): Promise<number> {
  // Once the rows are locked, they cannot be changed or related to other claims before they are deleted.
  await sql`select from claims c where c.summary_id = ${summaryId} and c.model_used is not null
    order by c.id for update`.execute(db)
  const { numAffectedRows } = await sql`
    with recursive kept(id) as (
      select c.id from claims c where c.summary_id = ${summaryId} and not (${untouched} and ${may})
      union select c.parent_claim_id from kept k join claims c on c.id = k.id where c.parent_claim_id is not null)
    delete from claims c where c.summary_id = ${summaryId} and not exists (select from kept k where k.id = c.id)`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

const idsOf = (claims: RawBuilder<unknown>, named: boolean): RawBuilder<unknown> =>
  named ? sql`json_build_object(${claimsAndRelations(claims)})` : sql`null`

/**
 * Deletes a claim with everything below it. Returns the number of deleted claims below it, their summary and, with
 * `named`, the ids of all deleted rows; null if the claim does not match `where`, a condition on the alias c.
 */
export async function deleteBranch(
  db: Database,
  claimId: string,
  where: Condition,
  named: boolean,
): Promise<{ below: number; summaryId: string; ids: Record<string, string[]> | null } | null> {
  const { rows } = await sql<{ count: number; summaryId: string | null; ids: Record<string, string[]> | null }>`
    with gone as (
      delete from claims where id in (${branchOf(sql`select c.id from claims c where c.id = ${claimId} and ${where}`)})
      returning id, summary_id)
    select count(*)::int as count, min(summary_id::text) as summary_id, ${idsOf(sql`gone`, named)} as ids
    from gone`.execute(db)
  const [deleted] = rows
  return deleted?.summaryId ? { below: deleted.count - 1, summaryId: deleted.summaryId, ids: deleted.ids } : null
}

/** Deletes all claims of a summary; returns their number and, with `named`, their ids. */
export async function deleteClaimsOfSummary(
  db: Database,
  summaryId: string,
  named: boolean,
): Promise<{ count: number; ids: Record<string, string[]> | null }> {
  const { rows } = await sql<{ count: number; ids: Record<string, string[]> | null }>`
    with gone as (delete from claims where summary_id = ${summaryId} returning id)
    select count(*)::int as count, ${idsOf(sql`gone`, named)} as ids from gone`.execute(db)
  return rows[0] ?? { count: 0, ids: null }
}

/** Returns whether the summary matches `where`, a condition on the alias s. */
export async function summaryPermitted(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}`.execute(db)
  return rows.length > 0
}

/**
 * Returns the same, and locks the summary, so that it stays in its project until the transaction ends: added claims get
 * its project.
 */
export async function holdSummary(db: Database, summaryId: string, where: Condition): Promise<boolean> {
  const { rows } = await sql`select from video_summaries s where s.id = ${summaryId} and ${where}
    for share of s`.execute(db)
  return rows.length > 0
}

/** Returns the ids that are not those of claims of the summary. */
export async function selectStrays(db: Database, summaryId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select g.id from unnest(${ids}::uuid[]) g(id)
    where not exists (select from claims c where c.id = g.id and c.summary_id = ${summaryId})`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
