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
  'POST /api/projects': { id: 'createProject', says: 'Creates a project.', refuses: [403], 201: project },
  'GET /api/projects': { id: 'listProjects', says: 'Lists the projects of the caller.', 200: Type.Array(listed) },
  'GET /api/projects/:projectId': {
    id: 'getProject',
    says: 'Returns a project with its members.',
    refuses: [403],
    200: whole,
  },
  'PUT /api/projects/:projectId': {
    id: 'updateProject',
    says: 'Changes the given fields of a project, or archives it.',
    refuses: [403],
    200: project,
  },
  'DELETE /api/projects/:projectId': {
    id: 'deleteProject',
    says: 'Deletes a project; its content stays with the authors, outside projects.',
    refuses: [403],
    200: message,
  },
  'POST /api/projects/:projectId/members': {
    id: 'addProjectMember',
    says: 'Adds a user or a group to a project.',
    refuses: [403],
    201: member,
  },
  'GET /api/projects/:projectId/members': {
    id: 'listProjectMembers',
    says: 'Lists the members of a project.',
    refuses: [403],
    200: Type.Array(member),
  },
  'PUT /api/projects/:projectId/members/:userId': {
    id: 'changeProjectRole',
    says: 'Gives a member of a project another role.',
    refuses: [403],
    200: member,
  },
  'DELETE /api/projects/:projectId/members/:userId': {
    id: 'removeProjectMember',
    says: 'Takes a member out of a project.',
    refuses: [403],
    200: message,
  },
}
