import { kind } from '../database/rows/kind.js'
import { AppError, conflict } from '../lib/errors.js'

export const groupKind = kind('userGroups', {
  name: 'group',
  noun: 'Group',
  type: 'Group',
  owner: 'createdBy',
  log: {},
  refusals: { user_groups_slug_unique: () => conflict('A group with this slug already exists', 'slug') },
})

export const groupMemberKind = kind('groupMemberships', {
  name: 'group_membership',
  noun: 'Member',
  type: 'GroupMember',
  readThrough: 'groupId',
  owner: 'userId',
  log: { parent: 'it.group_id' },
  refusals: {
    group_memberships_once: () => conflict('User is already a member', 'user'),
    group_memberships_last_owner: () => new AppError('VALIDATION_ERROR', 'The last group owner cannot be removed'),
  },
})
