import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { named, success, type Answers } from '../http/answers.js'
import { nullable, uuid } from '../lib/schema.js'
import { groupMemberRecord, groupRecord } from './group.record.js'

const text = Type.String()

/** A user who is in a group or project, as other members see them. */
export const memberUser = Type.Object({ id: uuid, username: text, displayName: text, email: nullable(text) })

const member = named('GroupMember', Type.Object({ ...answerShapes(groupMemberRecord), user: memberUser }))
const shapes = answerShapes(groupRecord)
const group = named('Group', Type.Object({ ...shapes, members: Type.Array(member) }))
const listed = Type.Object({ ...shapes, userRole: nullable(text), memberCount: Type.Integer() })
const counted = Type.Object({ ...shapes, _count: Type.Object({ members: Type.Integer() }) })

export const groupAnswers: Answers = {
  'POST /api/groups': { id: 'createGroup', says: 'Creates a group that the caller owns.', 201: group },
  'GET /api/groups': {
    id: 'listGroups',
    says: 'Lists the groups of the caller.',
    200: Type.Array(named('ListedGroup', listed)),
  },
  'GET /api/groups/:groupId': { id: 'getGroup', says: 'Returns a group with its members.', refuses: [403], 200: group },
  'PUT /api/groups/:groupId': {
    id: 'updateGroup',
    says: 'Changes the given fields of a group.',
    refuses: [403],
    200: group,
  },
  'DELETE /api/groups/:groupId': { id: 'deleteGroup', says: 'Deletes a group.', refuses: [403], 200: success },
  'POST /api/groups/:groupId/members': {
    id: 'addGroupMember',
    says: 'Adds a user to a group.',
    refuses: [403],
    201: member,
  },
  'GET /api/groups/:groupId/members': {
    id: 'listGroupMembers',
    says: 'Lists the members of a group.',
    refuses: [403],
    200: Type.Array(member),
  },
  'PUT /api/groups/:groupId/members/:userId': {
    id: 'changeGroupRole',
    says: 'Gives a member of a group another role.',
    refuses: [403],
    200: member,
  },
  'DELETE /api/groups/:groupId/members/:userId': {
    id: 'removeGroupMember',
    says: 'Takes a member out of a group.',
    refuses: [403],
    200: success,
  },
  'GET /api/admin/groups': {
    id: 'listAllGroups',
    says: 'Lists all groups with the number of their members.',
    200: Type.Array(named('CountedGroup', counted)),
  },
  'POST /api/admin/groups': {
    id: 'createGroupForUser',
    says: 'Creates a group that another user owns.',
    refuses: [404],
    201: group,
  },
  'PUT /api/admin/groups/:groupId': {
    id: 'updateAnyGroup',
    says: 'Changes the given fields of any group.',
    200: group,
  },
  'DELETE /api/admin/groups/:groupId': { id: 'deleteAnyGroup', says: 'Deletes any group.', 200: success },
  'POST /api/admin/groups/:groupId/members': {
    id: 'addMemberToAnyGroup',
    says: 'Adds a user to any group.',
    201: member,
  },
  'GET /api/admin/groups/:groupId/members': {
    id: 'listMembersOfAnyGroup',
    says: 'Lists the members of any group.',
    200: Type.Array(member),
  },
}
