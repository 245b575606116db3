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
  'POST /api/groups': { 201: group },
  'GET /api/groups': { 200: Type.Array(named('ListedGroup', listed)) },
  'GET /api/groups/:groupId': { refuses: [403], 200: group },
  'PUT /api/groups/:groupId': { refuses: [403], 200: group },
  'DELETE /api/groups/:groupId': { refuses: [403], 200: success },
  'POST /api/groups/:groupId/members': { refuses: [403], 201: member },
  'GET /api/groups/:groupId/members': { refuses: [403], 200: Type.Array(member) },
  'PUT /api/groups/:groupId/members/:userId': { refuses: [403], 200: member },
  'DELETE /api/groups/:groupId/members/:userId': { refuses: [403], 200: success },
  'GET /api/admin/groups': { 200: Type.Array(named('CountedGroup', counted)) },
  'POST /api/admin/groups': { refuses: [404], 201: group },
  'PUT /api/admin/groups/:groupId': { 200: group },
  'DELETE /api/admin/groups/:groupId': { 200: success },
  'POST /api/admin/groups/:groupId/members': { 201: member },
  'GET /api/admin/groups/:groupId/members': { 200: Type.Array(member) },
}
