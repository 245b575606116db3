import { sql, type RawBuilder } from 'kysely'
import { forkedFrom } from '../../lib/forked-from.js'
import { document } from './record.js'

/**
 * The column of all kinds that the product copies. Only what copies rows writes it, and a copy of a copy names the
 * latter.
 */
export const forkedColumn = {
  forkedFrom: document('What it is a copy of, if the server made it as a copy; null otherwise.', {
    nullable: true,
    writer: 'server',
    shape: forkedFrom,
  }),
}

/** Returns the value of the column in a copy, from SQL expressions of the id and the version of its source. */
export const forkedFromSql = (id: RawBuilder<unknown>, version: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`('{"id":' || to_json(${id}::text) || ',"version":' || coalesce(${version}::text, 'null') || '}')::json`
