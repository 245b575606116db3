import { Type, type Static } from '@sinclair/typebox'
import { sql, type RawBuilder } from 'kysely'
import { anyId, says, typed } from '../../lib/described.js'
import { nullable } from '../../lib/schema.js'
import { document } from './record.js'

/** What a copy was made of. */
export const forkedFrom = typed(
  'ForkedFrom',
  'What a thing is a copy of, and in which version. It stays as it is when the source changes or is deleted.',
  Type.Object({
    id: says(
      'ID of the source, also when the source has been deleted or the viewer may not read it.',
      anyId(Type.String()),
    ),
    version: says(
      'Version of the source when the copy was made: that of its world for an object of a world; null for a relation ' +
        'between claims, which has no versions.',
      nullable(Type.Integer()),
    ),
  }),
)

export type ForkedFrom = Static<typeof forkedFrom>

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
