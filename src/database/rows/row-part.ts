import { sql, type RawBuilder } from 'kysely'
import type { KeyValue, Page } from '../../lib/page.js'
import { isoTimestamp } from '../driver/client.js'
import { slot } from '../driver/statement.js'
import type { RawRow } from '../driver/wire-client.js'
import { textAt } from './row-printer.js'

/** Which rows of a list by creation time a prepared statement reads: all, the first ones, or those behind a cursor. */
export type PartForm = 'whole' | 'first' | 'later'

export const partFormOf = ({ limit, after }: Page): PartForm =>
  limit === Infinity ? 'whole' : after ? 'later' : 'first'

/** What a statement needs to read a part: each is empty for the whole list. */
export interface PartClauses {
  /** The columns of the key, behind the last column. */
  key: RawBuilder<unknown>
  /** The condition, behind the last one. */
  beyond: RawBuilder<unknown>
  limit: RawBuilder<unknown>
}

/** Returns the clauses for the rows of `alias`, sorted by creation time and id. */
export function partOfRows<I extends { page: Page }>(
  form: PartForm,
  alias: string,
  direction: 'asc' | 'desc',
): PartClauses {
  const [at, id] = [sql.ref(`${alias}.created_at`), sql.ref(`${alias}.id`)]
  const after = (i: number) => slot<I>(({ page }) => page.after?.[i])
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  return {
    key: form === 'whole' ? sql`` : sql`, ${at}, ${id}`,
    beyond: form === 'later' ? sql` and (${at}, ${id}) ${beyond} (${after(0)}::timestamptz, ${after(1)}::uuid)` : sql``,
    limit: form === 'whole' ? sql`` : sql` limit ${slot<I>(({ page }) => page.limit + 1)}`,
  }
}

/** The sort key of lists of such rows; `at` is the number of the columns before the key. */
export const keyOfRows = (at: number) => ({
  kinds: ['time', 'uuid'] as const,
  keyOf: (row: RawRow): KeyValue[] => [isoTimestamp(textAt(row, at) ?? ''), textAt(row, at + 1)],
})
