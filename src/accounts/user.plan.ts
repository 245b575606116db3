import { sql, type SqlBool } from 'kysely'
import type { NamedRows } from '../graphql/plan.js'
import { userRecord } from './user.record.js'
import { usersByIds } from './user.service.js'

export const userRows: NamedRows = {
  name: 'User',
  record: userRecord,
  heavy: ['passwordHash', 'email'],
  // Every signed-in user may see who made what they read.
  access: () => sql<SqlBool>`true`,
  byIds: usersByIds,
}
