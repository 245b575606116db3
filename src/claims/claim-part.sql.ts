import { sql, type RawBuilder } from 'kysely'
import type { RuleForm } from '../access/abilities.js'
import { abilitySlots } from '../access/ability-slots.js'
import { readableInSummary } from '../access/rules.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import { partFormOf, partOfRows, type PartForm } from '../database/rows/row-part.js'
import type { RawRow } from '../database/driver/wire-client.js'
import type { Page } from '../lib/page.js'
import { matching, namesIn, printed, type FilterName, type OfSummary } from './claim-read.sql.js'

/** How many columns parts of lists have before the key of a row. */
export const columnsBeforeKey = printed.count

interface OfPart extends OfSummary {
  page: Page
  /** Whether the claims below the roots are read. */
  isDeep: boolean
}

interface PartShape {
  form: RuleForm
  part: PartForm
  names: readonly FilterName[]
  isDeep: boolean
}

/** The claims of a summary that the actor may read. */
const readableOf = (form: RuleForm) => sql`claims c join video_summaries s on s.id = c.summary_id
             where c.summary_id = ${slot<OfPart>((input) => input.summaryId)} and ${readableInSummary(abilitySlots(form))}`

/** Returns the recursive queries `roots`, of one root more than the part has, and `branch`, of all its claims. */
function treesOf({ form, part, names, isDeep }: PartShape): RawBuilder<unknown> {
  const { beyond, limit } = partOfRows<OfPart>(part, 'k', 'asc')
  const readable = readableOf(form)
  const columns = sql`c.id, c.parent_claim_id, c.created_at`
  const roots = (from: RawBuilder<unknown>, parentIsKept: RawBuilder<unknown>) => sql`
          roots as (
            select k.id, k.created_at from ${from} k
             where ${isDeep ? sql`not exists (${parentIsKept})` : sql`k.parent_claim_id is null`}${beyond}
             order by k.created_at, k.id${limit}),
          branch(id) as (
            (select r.id from roots r order by r.created_at, r.id limit ${slot<OfPart>(({ page }) => page.limit)})`
  if (!names.length)
    return sql`${roots(sql`(select ${columns} from ${readable})`, sql`select from ${readable} and c.id = k.parent_claim_id`)}${
      isDeep
        ? sql`
            union all
            select d.id from branch b cross join lateral (
              select c.id from ${readable} and c.parent_claim_id between b.id and b.id offset 0) d`
        : sql``
    })`
  const filter = Object.fromEntries(names.map((name) => [name, slot<OfPart>((input) => input.filter[name])]))
  return sql`
          kept as (
            select ${columns} from ${readable} and ${matching(filter)}${
              isDeep
                ? sql` union select u.* from kept b cross join lateral (
              select ${columns} from ${readable} and c.id = b.parent_claim_id offset 0) u`
                : sql``
            }),
          ${roots(sql`kept`, sql`select from kept above where above.id = k.parent_claim_id`)}${
            isDeep
              ? sql`
            union all select k.id from branch b join kept k on k.parent_claim_id = b.id`
              : sql``
          })`
}

/**
 * Reads a part of the trees of a summary: a number of roots and, if it is deep, the claims below them. With a filter,
 * only matching claims and those above them are kept. A claim whose parent the actor may not read is a root.
 */
const partOfTrees = statementsBy<OfPart, PartShape>(
  ({ form, part, names, isDeep }) => `${form} ${part} ${isDeep} ${names.join()}`,
  (shape) =>
    statement(
      () => sql`
        with recursive ${treesOf(shape)}
        select ${printed.list}, c.created_at, c.id from claims c
         where c.id in (select r.id from roots r union select b.id from branch b)
         order by c.created_at, c.id`,
    ),
)

/** Reads a part of the trees of a summary, and the root of the next part. */
export function selectPartOfTrees(on: StatementTarget, input: OfPart): Promise<RawRow[]> {
  const { abilities, filter, page, isDeep } = input
  return partOfTrees({ form: abilities.form, part: partFormOf(page), names: namesIn(filter), isDeep }).bytes(on, input)
}
