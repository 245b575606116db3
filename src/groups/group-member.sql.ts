import { membershipTable, type MemberRow } from '../access/membership.sql.js'
import type { GroupRole } from '../access/vocabulary.js'

export type GroupMemberRow = MemberRow<'groupId'>
export const groupMembers = membershipTable<'groupId', GroupRole>('groupId', 'group_owner')
