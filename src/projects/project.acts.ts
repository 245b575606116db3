import { Type } from '@sinclair/typebox'
import { userReference } from '../accounts/user.shape.js'
import { act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { namedInputOf } from '../graphql/classes.js'
import { memberCounts, memberUser } from '../groups/group.acts.js'
import { addMemberSchema, changeMemberSchema } from '../groups/group.shape.js'
import { message, named } from '../http/answers.js'
import { below } from '../http/created.js'
import { says } from '../lib/described.js'
import { load } from '../lib/load.js'
import { nullable, uuid } from '../lib/schema.js'
import { normalUuid } from '../lib/uuid.js'
import * as members from './project-member.service.js'
import * as projects from './project.service.js'
import {
  addGroupSchema,
  addProjectMemberInput,
  changeProjectRoleInput,
  createProjectSchema,
  listProjectsQuery,
  projectMemberRecord,
  projectOwner,
  projectRecord,
  updateProjectSchema,
} from './project.shape.js'
import { Project, ProjectMember } from './project.type.js'

export const member = named('ProjectMember', Type.Object({ ...answerShapes(projectMemberRecord), user: memberUser }))
const shapes = answerShapes(projectRecord)
const project = named('Project', Type.Object(shapes))
const listed = named(
  'ListedProject',
  Type.Object({
    ...shapes,
    _count: memberCounts,
    myRole: says('Role of the caller in the project; null if the caller is no member.', nullable(Type.String())),
  }),
)
const whole = named(
  'ProjectWithMembers',
  Type.Object({
    ...shapes,
    members: says('The members, with their roles.', Type.Array(member)),
    videoAssignmentCount: says('Number of videos that are assigned to the project.', Type.Integer()),
  }),
)

const one = { projectId: says('ID of the project.', uuid) }
const oneMember = { ...one, userId: says('ID of the user.', uuid) }
const addedSays = 'The members who were added, in the order in which the project lists its members.'
const alreadySays = 'The members of the group who were members of the project before, with the roles that they keep.'
const AddProjectMemberInput = namedInputOf(addProjectMemberInput)
const ChangeProjectRoleInput = namedInputOf(changeProjectRoleInput)

export const projectActs: Acts = {
  tag: 'Projects',
  acts: [
    act({
      says:
        'Creates a project. The caller becomes a member with the role PROJECT_OWNER, and so does the user in ' +
        '`ownerUserId`. CONFLICT if the slug is taken.',
      rest: 'POST /api/projects',
      body: createProjectSchema,
      run: (ctx, { body }) => projects.createProject(ctx, body),
      status: 201,
      located: below('/api/projects'),
      answer: project,
      refuses: [403],
      mutation: {
        name: 'createProject',
        input: 'The project to create.',
        choices: { owner: projectOwner },
        payload: { project: () => Project },
      },
    }),
    listAct({
      says: 'Lists the projects of the caller.',
      rest: 'GET /api/projects',
      id: 'listProjects',
      query: listProjectsQuery,
      item: listed,
      list: (ctx, { query }) => projects.listProjects(ctx, query),
      show: ({ memberCount, myRole, ...rest }) => ({ ...rest, _count: { members: memberCount }, myRole }),
    }),
    act({
      says: 'Returns a project with its members.',
      rest: 'GET /api/projects/:projectId',
      id: 'getProject',
      params: one,
      run: (ctx, { projectId }) => projects.getProject(ctx, projectId),
      answer: whole,
      refuses: [403],
    }),
    act({
      says: 'Changes a project. For its owners and managers. CONFLICT if it is archived, unless this change restores it.',
      rest: 'PUT /api/projects/:projectId',
      params: one,
      body: updateProjectSchema,
      run: (ctx, { projectId, body }) => projects.updateProject(ctx, projectId, body),
      answer: project,
      refuses: [403],
      mutation: {
        name: 'updateProject',
        input: 'Changes to a project; absent fields stay as they are.',
        id: 'projectId',
        payload: { project: () => Project },
      },
    }),
    act({
      says:
        'Deletes a project with its memberships, video assignments and worlds. Its other content stays with the ' +
        'authors, outside projects. For its owners and administrators.',
      rest: 'DELETE /api/projects/:projectId',
      params: one,
      run: (ctx, { projectId }) => projects.deleteProject(ctx, projectId),
      answer: message,
      refuses: [403],
      send: () => ({ message: 'Project deleted successfully' }),
      mutation: { name: 'deleteProject', input: 'The project to delete.', id: 'projectId', deletes: true },
    }),
    act({
      says:
        'Adds a user to a project. For its owners and managers. CONFLICT if the user is a member already or the ' +
        'project is archived.',
      rest: 'POST /api/projects/:projectId/members',
      params: one,
      body: addMemberSchema,
      run: (ctx, { projectId, body }) => members.addProjectMember(ctx, projectId, body),
      status: 201,
      answer: member,
      refuses: [403],
      mutation: {
        name: 'addProjectMember',
        input: AddProjectMemberInput,
        choices: { user: userReference },
        payload: { projectMember: () => ProjectMember },
      },
    }),
    act({
      says:
        'Adds all members of a group to a project, or none of them, and returns those who were added and those who ' +
        'were members already, who keep their roles. For its owners and managers who are in the group. A user who joins the group ' +
        'later does not become a member of the project. CONFLICT if the project is archived.',
      rest: 'POST /api/projects/:projectId/members/group',
      params: one,
      body: addGroupSchema,
      run: (ctx, { projectId, body }) => members.addGroupToProject(ctx, projectId, body),
      answer: Type.Object({
        projectMembers: says(addedSays, Type.Array(member)),
        alreadyMembers: says(alreadySays, Type.Array(member)),
      }),
      refuses: [403, 409],
      mutation: {
        name: 'addGroupToProject',
        input: 'The group whose members are to be added to a project, and their role.',
        payload: {
          projectMembers: { type: () => [ProjectMember], says: addedSays },
          alreadyMembers: { type: () => [ProjectMember], says: alreadySays },
        },
      },
    }),
    listAct({
      says: 'Lists the members of a project.',
      rest: 'GET /api/projects/:projectId/members',
      id: 'listProjectMembers',
      params: one,
      item: member,
      list: (ctx, { projectId }) => members.listProjectMembers(ctx, projectId),
      refuses: [403],
    }),
    act({
      says:
        "Changes the role of a member. For owners and managers of the project. The caller's own role and that of the " +
        'last owner cannot be changed (VALIDATION_ERROR).',
      rest: 'PUT /api/projects/:projectId/members/:userId',
      params: oneMember,
      body: changeMemberSchema,
      run: (ctx, { projectId, userId, body }) => members.changeProjectRole(ctx, projectId, userId, body.role),
      answer: member,
      refuses: [403],
      mutation: {
        name: 'changeProjectRole',
        input: ChangeProjectRoleInput,
        payload: { projectMember: () => ProjectMember },
      },
    }),
    act({
      says:
        'Removes a member from a project. For its owners and managers; every member may remove themselves. The last ' +
        'owner cannot be removed (VALIDATION_ERROR).',
      rest: 'DELETE /api/projects/:projectId/members/:userId',
      params: { ...one, userId: says("ID of the user; the caller's own to leave the project.", uuid) },
      run: (ctx, { projectId, userId }) => members.removeProjectMember(ctx, projectId, userId),
      answer: message,
      refuses: [403],
      send: () => ({ message: 'Member removed successfully' }),
      mutation: {
        name: 'removeProjectMember',
        input: 'The member to remove from a project.',
        payload: {
          project: {
            type: () => Project,
            nullable: true,
            says: 'The project; null if the caller may not read it any more.',
          },
        },
        deletes: true,
        node: (ctx, _done, { projectId }) => load(ctx, projects.projectsByIds, normalUuid(projectId)),
      },
    }),
  ],
}
