import { sql, type RawBuilder } from 'kysely'
import { isoTimestamp } from '../driver/client.js'
import { statement, type StatementTarget } from '../driver/statement.js'
import type { RawRow } from '../driver/wire-client.js'
import {
  openPage,
  type KeyValue,
  type OrderField,
  type Page,
  type PageArguments,
  type PageInfo,
} from '../../lib/page.js'
import { keyset, newestKey, type Keyset } from './keyset.js'
import type { RecordOf } from './record.js'
import type { PrintedColumns } from './record-read.js'
import { textAt } from './row-printer.js'

/** A list of rows in the order of their creation, as REST reads it: the rows are passed on as they were received. */
export interface ListedRows<Name extends string> {
  /** The list of GraphQL with the same rows; the cursors of one are valid in the other. */
  name: string
  filter: object
  record: RecordOf<Name>
  /** The columns to read, including the id and the columns by which the list can be sorted. */
  columns: PrintedColumns<Name>
  /** Returns the FROM item if it is not the whole table, and the joins, for the page that `cut` describes. */
  from: (cut: Keyset) => RawBuilder<unknown> | undefined
  join?: (cut: Keyset) => RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** Reads one page. Throws VALIDATION_ERROR for arguments that are not valid for this list. */
export async function readPage<Name extends string>(
  on: StatementTarget,
  list: ListedRows<Name>,
  args: PageArguments,
): Promise<{ rows: RawRow[]; pageInfo: PageInfo }> {
  const { page, encode, ends } = openPage(args, { name: list.name, filter: list.filter, kinds: ['time', 'uuid'] })
  const read = await rowsOf(on, list, page)
  const rows = read.slice(0, page.limit)
  if (page.backward) rows.reverse()
  const cursorOf = (row: RawRow | undefined) => (row ? encode(keyOf(list, row, page.order?.field)) : null)
  return { rows, pageInfo: ends(read.length > page.limit, cursorOf(rows[0]), cursorOf(rows.at(-1))) }
}

/** The number of rows in one batch of a list that is sent whole. */
const rowsAtOnce = 500

/**
 * Yields all rows in batches, each after the last row of the previous batch. No connection is held in between, so a
 * slow client blocks no other; a row that exists throughout is returned exactly once.
 */
export async function* readAll<Name extends string>(
  on: StatementTarget,
  list: ListedRows<Name>,
): AsyncGenerator<RawRow[]> {
  for (let after: KeyValue[] | null = null; ;) {
    const rows: RawRow[] = await rowsOf(on, list, { limit: rowsAtOnce - 1, backward: false, after, before: null })
    if (rows.length) yield rows
    if (rows.length < rowsAtOnce) return
    after = keyOf(list, rows.at(-1)!)
  }
}

/** Reads up to one row more than the page; in reverse order for a page that is read backward. */
function rowsOf<Name extends string>(on: StatementTarget, list: ListedRows<Name>, page: Page): Promise<RawRow[]> {
  const { record, columns, from, join, where } = list
  const cut = keyset(page, newestKey(record.alias), 'asc')
  // The text differs with every filter and order, so it is not prepared by name.
  const select = statement<null>(
    () => sql`select ${columns.list}
      from ${from(cut) ?? sql.table(record.table)} ${sql.raw(record.alias)} ${join?.(cut) ?? sql``}
     where ${where} and ${cut.where} order by ${cut.orderBy} limit ${cut.limit}`,
    { named: false },
  )
  return select.bytes(on, null)
}

function keyOf<Name extends string>(
  { columns, record }: ListedRows<Name>,
  row: RawRow,
  by: OrderField = 'createdAt',
): KeyValue[] {
  const valueOf = (name: string): KeyValue => {
    const text = textAt(row, columns.at(name as Name))
    if (text === null) return null
    const { kind } = record.fields[name as Name]
    return kind === 'time' ? isoTimestamp(text) : kind === 'number' ? Number(text) : text
  }
  return [valueOf(by), valueOf('id')]
}
