import { sql, type SqlBool } from 'kysely'
import { knownTo } from '../access/place-rules.js'
import { requireAdmin } from '../access/require.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans, type RowType } from '../graphql/plan.js'
import { usersByIds } from './user.service.js'
import { userRecord } from './user.shape.js'
import { listedPeople, listedUsers, userColumns } from './user.sql.js'
import { AccountConnection, AccountsArgs, UsersArgs, UserConnection } from './user.type.js'

export const userRows: NamedRows = {
  name: 'User',
  record: userRecord,
  heavy: ['passwordHash', 'email'],
  // Every signed-in user may see the authors of what they read.
  access: () => sql<SqlBool>`true`,
  byIds: usersByIds,
}

const ofId = ['id']
const accountRows: RowType = {
  name: 'Account',
  record: { ...userRecord, names: userColumns },
  columns: { userId: 'id' },
  needs: { userId: ofId, personaCount: ofId, sessionCount: ofId, apiKeyCount: ofId },
}

export const userPlans: Plans = {
  types: [accountRows],
  fields: {
    'Account.user': rowNamedBy(userRows, 'id'),
    'Query.users': {
      kind: 'page',
      type: userRows,
      says:
        'The people with whom the caller shares a group or a project, by user name; without the caller and without ' +
        'deactivated accounts. `user` finds anybody by the whole user name.',
      connection: () => UserConnection,
      args: () => UsersArgs,
      list: 'people',
      route: 'GET /api/people',
      direction: 'asc',
      key: [
        { field: 'username', kind: 'text' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ search }) => (search ? { search } : {}),
      where: (abilities, { search }) =>
        sql<SqlBool>`(${knownTo(abilities, 'u')} and ${listedPeople(search as string | undefined)})`,
    },
    'Query.accounts': {
      kind: 'page',
      type: accountRows,
      says: 'All accounts, newest first. For administrators only.',
      connection: () => AccountConnection,
      args: () => AccountsArgs,
      list: 'accounts',
      ...newestFirst,
      route: 'GET /api/admin/users',
      check: requireAdmin,
      filter: ({ search }) => (search ? { search } : {}),
      where: (_abilities, { search }) => listedUsers(search as string | undefined),
    },
  },
}
