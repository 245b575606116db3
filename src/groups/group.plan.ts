import { sql, type SqlBool } from 'kysely'
import { columnOf, isOneOf } from '../access/rules.js'
import type { Abilities } from '../access/abilities.js'
import { userRows } from '../accounts/user.plan.js'
import { rowNamedBy, type NamedRows, type Plans, type RowType } from '../graphql/plan.js'
import { load } from '../lib/load.js'
import { groupMemberRecord, groupRecord } from './group.record.js'
import { groupsByIds, membersOfGroups, numberOfGroups } from './group.service.js'
import { namedLike } from './group.sql.js'

const ofId = ['id']

const memberRows: RowType = { name: 'GroupMember', record: groupMemberRecord, needs: { email: ['userId'] } }

const ownGroups = ({ groupIds }: Abilities) => isOneOf(columnOf('g', 'id'), groupIds)

export const groupRows: NamedRows = {
  name: 'Group',
  record: groupRecord,
  needs: { memberCount: ofId, userRole: ofId },
  // For its members and administrators.
  access: (abilities) => (abilities.isAdmin ? sql<SqlBool>`true` : ownGroups(abilities)),
  byIds: groupsByIds,
}

export const groupPlans: Plans = {
  types: [groupRows, memberRows],
  fields: {
    'Query.groups': {
      kind: 'page',
      type: groupRows,
      list: 'groups',
      direction: 'desc',
      key: [
        { field: 'createdAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ search }) => (search ? { search } : {}),
      where: (abilities, { search }) => sql<SqlBool>`${ownGroups(abilities)} and ${namedLike(search as string | null)}`,
      count: (ctx, { search }) => numberOfGroups(ctx, (search as string | undefined) ?? null),
    },
    'Group.members': {
      kind: 'many',
      type: memberRows,
      from: 'id',
      to: 'groupId',
      // Who reads a group reads who is in it.
      access: () => sql<SqlBool>`true`,
      order: sql`m.joined_at, m.id`,
      resolve: (ctx, id) => load(ctx, membersOfGroups, id),
    },
    'GroupMember.user': rowNamedBy(userRows, 'userId'),
    'GroupMember.group': rowNamedBy(groupRows, 'groupId'),
  },
}
