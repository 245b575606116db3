import { sql, type SqlBool } from 'kysely'
import type { RuleValues } from '../access/abilities.js'
import { visibleGroup } from '../access/place-rules.js'
import { columnOf } from '../access/kinds.js'
import { requireAdmin } from '../access/require.js'
import { isOneOf } from '../access/comparisons.js'
import { userRows } from '../accounts/user.plan.js'
import { userNamedLike } from '../accounts/user.sql.js'
import { all, is } from '../database/rows/conditions.js'
import { newestFirst, rowNamedBy, type NamedRows, type Plans, type RowType } from '../graphql/plan.js'
import { load } from '../lib/load.js'
import { parse } from '../lib/validate.js'
import { groupMemberRecord, groupParams, groupRecord } from './group.shape.js'
import { groupsByIds, shownMembersOfGroups } from './group.service.js'
import { namedLike } from './group.sql.js'
import { GroupConnection, GroupMemberConnection, GroupMembersArgs, GroupsArgs } from './group.type.js'

const ofId = ['id']

const memberRows: RowType = { name: 'GroupMember', record: groupMemberRecord, needs: { email: ['userId'] } }

const ownGroups = ({ groupIds }: RuleValues) => isOneOf(columnOf('g', 'id'), groupIds)

export const groupRows: NamedRows = {
  name: 'Group',
  record: groupRecord,
  needs: { memberCount: ofId, userRole: ofId },
  access: (abilities) => visibleGroup(abilities, 'g'),
  byIds: groupsByIds,
}

const groups = {
  kind: 'page',
  type: groupRows,
  connection: () => GroupConnection,
  args: () => GroupsArgs,
  ...newestFirst,
  filter: ({ search }: Record<string, unknown>) => (search ? { search } : {}),
} as const

export const groupPlans: Plans = {
  types: [groupRows, memberRows],
  fields: {
    'Query.groups': {
      ...groups,
      says: 'The groups that the caller is a member of, newest first.',
      list: 'groups',
      route: 'GET /api/groups',
      where: (abilities, { search }) => sql<SqlBool>`${ownGroups(abilities)} and ${namedLike(search as string | null)}`,
    },
    'Query.allGroups': {
      ...groups,
      says: 'All groups, newest first. For administrators only.',
      list: 'allGroups',
      route: 'GET /api/admin/groups',
      check: requireAdmin,
      where: (_abilities, { search }) => namedLike(search as string | null),
    },
    'Query.groupMembers': {
      kind: 'page',
      type: memberRows,
      says: 'Members of a group in the order in which they joined; none if the caller may not read the group.',
      connection: () => GroupMemberConnection,
      args: () => GroupMembersArgs,
      list: 'groupMembers',
      route: 'GET /api/groups/:groupId',
      direction: 'asc',
      key: [
        { field: 'joinedAt', kind: 'time' },
        { field: 'id', kind: 'uuid' },
      ],
      filter: ({ groupId, search }) => ({
        groupId: parse(groupParams, { groupId }).groupId,
        ...(search ? { search } : {}),
      }),
      where: (abilities, { groupId, search }) =>
        all(
          is('m.group_id', groupId),
          visibleGroup(abilities, 'm', 'group_id'),
          userNamedLike('m.user_id', search as string),
        ),
    },
    'Group.members': {
      kind: 'many',
      type: memberRows,
      from: 'id',
      to: 'groupId',
      // Lists may also show groups that the viewer may not read; the members of those stay hidden.
      access: (abilities) => visibleGroup(abilities, 'm', 'group_id'),
      order: sql`m.joined_at, m.id`,
      resolve: (ctx, id) => load(ctx, shownMembersOfGroups, id),
    },
    'Group.creator': rowNamedBy(userRows, 'createdBy'),
    'GroupMember.user': rowNamedBy(userRows, 'userId'),
    'GroupMember.group': rowNamedBy(groupRows, 'groupId'),
  },
}
