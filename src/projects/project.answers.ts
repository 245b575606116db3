import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { memberUser } from '../groups/group.answers.js'
import { message, named, type Answers } from '../http/answers.js'
import { nullable } from '../lib/schema.js'
import { projectMemberRecord, projectRecord } from './project.record.js'

const member = named('ProjectMember', Type.Object({ ...answerShapes(projectMemberRecord), user: memberUser }))
const shapes = answerShapes(projectRecord)
const project = named('Project', Type.Object(shapes))
const listed = named(
  'ListedProject',
  Type.Object({ ...shapes, _count: Type.Object({ members: Type.Integer() }), myRole: nullable(Type.String()) }),
)
const whole = named(
  'ProjectWithMembers',
  Type.Object({ ...shapes, members: Type.Array(member), videoAssignmentCount: Type.Integer() }),
)

export const projectAnswers: Answers = {
  'POST /api/projects': { refuses: [403], 201: project },
  'GET /api/projects': { 200: Type.Array(listed) },
  'GET /api/projects/:projectId': { refuses: [403], 200: whole },
  'PUT /api/projects/:projectId': { refuses: [403], 200: project },
  'DELETE /api/projects/:projectId': { refuses: [403], 200: message },
  'POST /api/projects/:projectId/members': { refuses: [403], 201: member },
  'GET /api/projects/:projectId/members': { refuses: [403], 200: Type.Array(member) },
  'PUT /api/projects/:projectId/members/:userId': { refuses: [403], 200: member },
  'DELETE /api/projects/:projectId/members/:userId': { refuses: [403], 200: message },
}
