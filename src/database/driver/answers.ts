import type pg from 'pg'
import type { Budget } from '../../lib/fairness/budget.js'
import { settingOf } from './origin.js'
import { countIn, sendTogether, type Column, type Part } from './round-trip.js'
import type { RawRow } from './wire-client.js'
import { cancellable } from './within-budget.js'

// How the rows of a statement are received: as bytes, or as JavaScript values. Both charge the rows and their bytes to
// the budget and drop those beyond it; the statement is cancelled when the request ends.

/**
 * Sends a statement after the one that sets its origin, and returns the tag of its command, such as `INSERT 0 5`. If
 * the answer of the request shows its statements, records this one with its duration.
 */
async function answered(
  client: pg.ClientBase,
  part: Part,
  budget: Budget | undefined,
  origin: string | undefined,
): Promise<string> {
  let tag = ''
  const onComplete = (text: string) => void (tag = text)
  const since = performance.now()
  await cancellable(budget, client, () => sendTogether(client, [...settingOf(origin), { ...part, onComplete }]))
  const { text, values = [] } = part.config
  budget?.sent?.push({ text, parameters: values.length, milliseconds: performance.now() - since, rows: countIn(tag) })
  return tag
}

/** Runs a statement on a connection that the caller holds and returns its rows as received. */
export async function rawRows(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  budget?: Budget,
  origin?: string,
): Promise<RawRow[]> {
  const rows: RawRow[] = []
  const onRow = (row: RawRow) => {
    if (!budget || budget.takeRows(1, row.end - row.at)) rows.push(row)
  }
  await answered(client, { config, onRow }, budget, origin)
  return rows
}

/** The answer to a statement as JavaScript values. */
export interface Decoded<R> {
  rows: R[]
  /** The tag of the command, such as `INSERT 0 5`. */
  tag: string
}

type Make<R> = (names: readonly string[], values: unknown[]) => R

/**
 * Runs a statement on a connection that the caller holds; `make` makes a row of the names and values of its columns.
 */
export async function decodedRows<R>(
  client: pg.ClientBase,
  config: pg.QueryConfig,
  make: Make<R>,
  budget?: Budget,
  origin?: string,
): Promise<Decoded<R>> {
  const rows: R[] = []
  let names: string[] = []
  let parsers: ((text: string) => unknown)[] = []
  const onColumns = (columns: readonly Column[]) => {
    names = columns.map(({ name }) => name)
    parsers = columns.map(({ dataTypeID }) => client.getTypeParser(dataTypeID) as (text: string) => unknown)
  }
  const onRow = (row: RawRow) => {
    if (budget && !budget.takeRows(1, row.end - row.at)) return
    const values: unknown[] = row.fields
    for (let i = 0; i < values.length; i++) if (values[i] !== null) values[i] = parsers[i]!(values[i] as string)
    rows.push(make(names, values))
  }
  const tag = await answered(client, { config, onColumns, onRow }, budget, origin)
  budget?.check()
  return { rows, tag }
}

/** Makes a row an array of its values. */
export const asArray: Make<unknown[]> = (_names, values) => values

/** Makes a row an object with a property for each column. */
export const asObject: Make<Record<string, unknown>> = (names, values) => {
  const row: Record<string, unknown> = {}
  for (let i = 0; i < names.length; i++) row[names[i]!] = values[i]
  return row
}
