import { sql, type SqlBool } from 'kysely'
import type { Relation, RowType } from '../graphql/plan.js'
import { userRecord } from './user.record.js'

export const userRows: RowType = { name: 'User', record: userRecord, heavy: ['passwordHash', 'email'] }

const everybody = () => sql<SqlBool>`true`

/** Whom the field `from` of a row names: anybody who is signed in may know who made what they read. */
export const userNamedBy = (from: string): Relation => ({
  kind: 'one',
  type: userRows,
  from,
  to: 'id',
  access: everybody,
})
