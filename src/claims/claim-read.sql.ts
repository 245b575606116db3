import { sql, type SqlBool } from 'kysely'
import { among } from '../access/measure.js'
import type { RuleForm, WithAbilities } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import type { ReviewState } from '../access/review.shape.js'
import { inReviewState } from '../access/review.sql.js'
import { readableInSummary, visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { all, type Condition } from '../database/rows/conditions.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import { printedColumns } from '../database/rows/record-read.js'
import { RowPrinter, textAt } from '../database/rows/row-printer.js'
import type { TreeColumns } from '../database/rows/row-tree.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { groupBy } from '../lib/group-by.js'
import { claimRecord } from './claim.shape.js'

/** The columns from which a claim is printed. */
export const printed = printedColumns(claimRecord, ['version'])
/** Prints a claim without its subclaims. */
export const claimPrinter = new RowPrinter(printed.members)

export const claimTree: TreeColumns = { id: printed.at('id'), parent: printed.at('parentClaimId') }

/** The conditions on the claims of a summary; absent members do not restrict. */
export interface ClaimFilter {
  minConfidence?: number
  search?: string
  strategy?: string
  model?: string
  summaryType?: string
  reviewState?: ReviewState
}

/** The condition of each filter on the alias c (claims); a claim without confidence fails minConfidence (C-03). */
const filters: { [Name in keyof Required<ClaimFilter>]: (value: Required<ClaimFilter>[Name]) => Condition } = {
  minConfidence: (least) => sql<SqlBool>`coalesce(c.confidence >= ${least}, false)`,
  strategy: (strategy) => sql<SqlBool>`coalesce(c.extraction_strategy = ${strategy}, false)`,
  model: (model) => sql<SqlBool>`coalesce(c.model_used = ${model}, false)`,
  summaryType: (type) => sql<SqlBool>`c.summary_type = ${type}`,
  reviewState: (state) => inReviewState('c', state),
  search: (term) => sql<SqlBool>`(position(lower(${term}) in lower(c.text)) > 0 or exists (
    select from json_array_elements(case json_typeof(c.gloss) when 'array' then c.gloss else '[]' end) g
     where position(lower(${term}) in lower(g ->> 'content')) > 0))`,
}
export type FilterName = keyof ClaimFilter
const filterNames = Object.keys(filters) as FilterName[]
export const namesIn = (filter: ClaimFilter) => filterNames.filter((name) => filter[name] !== undefined)

/** Returns a condition on the alias c (claims): all filters that are present match. */
export function matching(filter: ClaimFilter): Condition {
  const names = filterNames.filter((name) => (filter[name] ?? undefined) !== undefined)
  return all(...names.map((name) => conditionOf(name, filter[name])))
}

function conditionOf(name: FilterName, value: unknown): Condition {
  return (filters[name] as (value: unknown) => Condition)(value)
}

export interface OfSummary extends WithAbilities {
  summaryId: string
  filter: ClaimFilter
}

export const claimsOfSummary = statementsBy<OfSummary, { form: RuleForm; names: readonly FilterName[] }>(
  ({ form, names }) => `${form} ${names.join()}`,
  ({ form, names }) =>
    statement(() => {
      const abilities = abilitySlots(form)
      const filter = Object.fromEntries(names.map((name) => [name, slot<OfSummary>((input) => input.filter[name])]))
      // A readable summary without claims still yields one row.
      return sql`
        select ${printed.list}, ${matching(filter)}
          from video_summaries s
          left join claims c on c.summary_id = s.id and ${readableInSummary(abilities)}
         where s.id = ${slot<OfSummary>((input) => input.summaryId)} and ${visible(abilities, 'summary', 's')}
         order by c.created_at, c.id`
    }),
)

/** The claims of a summary, and those of them that match the filter. */
export interface MatchedClaims {
  rows: readonly RawRow[]
  matching: readonly RawRow[]
}

/** Reads the claims of one summary, oldest first, in one statement; null when the actor may not read the summary. */
export async function selectClaimsOfSummary(on: StatementTarget, input: OfSummary): Promise<MatchedClaims | null> {
  const names = namesIn(input.filter)
  const rows = await claimsOfSummary({ form: input.abilities.form, names }).bytes(on, input)
  const [first] = rows
  if (!first) return null
  // A summary without claims yields one row in which every column is null.
  const claims = textAt(first, printed.at('id')) === null ? [] : rows
  return { rows: claims, matching: names.length ? claims.filter(matches) : claims }
}

/** PostgreSQL sends a boolean as 't' or 'f' in the text format of its protocol. */
const matches = (row: RawRow) => textAt(row, printed.count) === 't'

interface OfBranch extends WithAbilities {
  claimId: string
  inSummary: string | undefined
}

/**
 * Joins the children of each claim of a recursive query `branch b`, as `k`. `offset 0` makes PostgreSQL look them up
 * for each claim; `between` makes it use the index whatever the statistics are: it takes a range for one in two hundred
 * rows, but an equal parent for all rows where nearly all claims have the same parent, and would then read the whole
 * table for each claim (50,000 claims below one: over 30 s to delete, 2 s with the index).
 */
export const childrenInBranch = sql`cross join lateral (
  select c.id from claims c where c.parent_claim_id between b.id and b.id offset 0) k`

/**
 * `offset 0` makes PostgreSQL look up each claim, by its parent or its id. Without it, PostgreSQL would read the whole
 * table, because it overestimates the rows of the recursion, especially if the table was never analysed.
 */
export const branches = statementsBy<OfBranch, { form: RuleForm; inSummary: boolean }>(
  ({ form, inSummary }) => `${form} ${inSummary}`,
  ({ form, inSummary }) =>
    statement(
      () => sql`
        with recursive branch(id) as (
          select c.id from claims c
           where c.id = ${slot<OfBranch>((input) => input.claimId)}
             and ${visible(abilitySlots(form), 'claim', 'c')}
             ${inSummary ? sql`and c.summary_id = ${slot<OfBranch>((input) => input.inSummary)}` : sql``}
          union all
          select k.id from branch b
            ${childrenInBranch}
        )
        select ${printed.list}
          from branch b cross join lateral (select c.* from claims c where c.id = b.id offset 0) c
          join video_summaries s on s.id = (
            select k.summary_id from claims k where k.id = ${slot<OfBranch>((input) => input.claimId)})
         where ${readableInSummary(abilitySlots(form))}
         order by c.created_at, c.id`,
    ),
)

/**
 * Reads one claim with everything below it that the actor may read. Returns no rows if the actor may not read the
 * claim, or if it belongs to a summary other than `inSummary`.
 */
export async function selectBranch(on: StatementTarget, input: OfBranch): Promise<RawRow[]> {
  const shape = { form: input.abilities.form, inSummary: input.inSummary !== undefined }
  return branches(shape).bytes(on, input)
}

export const idOf = (row: RawRow): string | null => textAt(row, printed.at('id'))
export const versionOf = (row: RawRow): number => Number(textAt(row, printed.at('version')))

interface OfSummaries extends WithAbilities {
  summaryIds: readonly string[]
}

const givenSummaries = slot<OfSummaries>((input) => input.summaryIds)

/**
 * The condition repeats the ids of the summaries for s.id, so that PostgreSQL looks them up by id; otherwise it would
 * read the whole table of summaries because of the many claims.
 */
export const claimsInSummaries = statementsBy<OfSummaries, RuleForm>(String, (form) =>
  statement(
    () => sql`
      select ${printed.list}
        from claims c join video_summaries s on s.id = c.summary_id
       where c.summary_id = any(${givenSummaries}::uuid[]) and s.id = any(${givenSummaries}::uuid[])
         and ${among(readableInSummary(abilitySlots(form)))}
       order by c.created_at, c.id`,
  ),
)

/** Reads the claims of several summaries that the actor may read, oldest first, grouped by the id of the summary. */
export async function selectTreesOfSummaries(on: StatementTarget, input: OfSummaries) {
  const rows = await claimsInSummaries(input.abilities.form).bytes(on, input)
  return groupBy(rows, (row) => textAt(row, printed.at('summaryId')) ?? '')
}

export type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number]

/**
 * Reads claims for GraphQL, oldest first and at most `most` of them. `where` is a condition on the aliases c (claims)
 * and s (their summaries).
 */
export function selectClaims(db: Database, where: Condition, most?: number) {
  return oldestFirst(db, where)
    .select(claimRecord.names.map((name) => `c.${name}` as const))
    .$if(most !== undefined, (query) => query.limit(most!))
    .execute()
}

const oldestFirst = (db: Database, where: Condition) =>
  db
    .selectFrom('claims as c')
    .innerJoin('videoSummaries as s', 's.id', 'c.summaryId')
    .where(where)
    .orderBy('c.createdAt')
    .orderBy('c.id')

export type ClaimPlace = Awaited<ReturnType<typeof selectClaimPlaces>>[number]

/** Reads of claims, as `selectClaims` does, only what their places in trees depend on. */
export const selectClaimPlaces = (db: Database, where: Condition) =>
  oldestFirst(db, where)
    .select(['c.id', 'c.summaryId', 'c.parentClaimId', 'c.createdAt', 'c.updatedAt', 'c.confidence'])
    .execute()

/**
 * Returns the numbers of claims by the id of their summary; `where` is a condition on the aliases c (claims) and s
 * (summaries).
 */
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
