import { sql, type SqlBool } from 'kysely'
import { columnOf, isOneOf } from '../access/rules.js'
import type { Abilities } from '../access/abilities.js'
import { userNamedBy } from '../accounts/user.plan.js'
import type { Plans, Relation, RowType } from '../graphql/plan.js'
import { groupMemberRecord, groupRecord } from './group.record.js'
import { numberOfGroups } from './group.service.js'
import { namedLike } from './group.sql.js'

const ofId = ['id']

const groupRows: RowType = { name: 'Group', record: groupRecord, needs: { memberCount: ofId, userRole: ofId } }
const memberRows: RowType = { name: 'GroupMember', record: groupMemberRecord, needs: { email: ['userId'] } }

const ownGroups = ({ groupIds }: Abilities) => isOneOf(columnOf('g', 'id'), groupIds)

/** The group that the field `from` of a row names, for its members and administrators. */
export const groupNamedBy = (from: string): Relation => ({
  kind: 'one',
  type: groupRows,
  from,
  to: 'id',
  access: (abilities) => (abilities.isAdmin ? sql<SqlBool>`true` : ownGroups(abilities)),
})

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
    },
    'GroupMember.user': userNamedBy('userId'),
    'GroupMember.group': groupNamedBy('groupId'),
  },
}
