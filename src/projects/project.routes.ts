import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { addMemberSchema, changeMemberSchema } from '../groups/group.schema.js'
import {
  createProjectSchema,
  listProjectsQuery,
  projectMemberParams,
  projectParams,
  updateProjectSchema,
} from './project.schema.js'
import * as members from './project-member.service.js'
import * as projects from './project.service.js'

type Params = { Params: Static<typeof projectParams> }
type MemberParams = { Params: Static<typeof projectMemberParams> }

const tags = ['Projects']
const config = { auth: 'required' } as const

export const mountProjectRoutes: MountRoutes = (server) => {
  server.post<{ Body: Static<typeof createProjectSchema> }>(
    '/api/projects',
    { schema: { body: createProjectSchema, tags }, config },
    async (request, reply) => reply.status(201).send(await projects.createProject(request.ctx, request.body)),
  )

  server.get<{ Querystring: Static<typeof listProjectsQuery> }>(
    '/api/projects',
    { schema: { querystring: listProjectsQuery, tags }, config: { ...config, listedBy: 'projects' } },
    async (request) => {
      const rows = await projects.listProjects(request.ctx, request.query)
      return rows.map(({ memberCount, myRole, ...project }) => ({
        ...project,
        _count: { members: memberCount },
        myRole,
      }))
    },
  )

  server.get<Params>('/api/projects/:projectId', { schema: { params: projectParams, tags }, config }, (request) =>
    projects.getProject(request.ctx, request.params.projectId),
  )

  server.put<Params & { Body: Static<typeof updateProjectSchema> }>(
    '/api/projects/:projectId',
    { schema: { params: projectParams, body: updateProjectSchema, tags }, config },
    (request) => projects.updateProject(request.ctx, request.params.projectId, request.body),
  )

  server.delete<Params>(
    '/api/projects/:projectId',
    { schema: { params: projectParams, tags }, config },
    async (request) => {
      await projects.deleteProject(request.ctx, request.params.projectId)
      return { message: 'Project deleted successfully' }
    },
  )

  server.post<Params & { Body: Static<typeof addMemberSchema> }>(
    '/api/projects/:projectId/members',
    { schema: { params: projectParams, body: addMemberSchema, tags }, config },
    async (request, reply) =>
      reply.status(201).send(await members.addProjectMember(request.ctx, request.params.projectId, request.body)),
  )

  server.get<Params>(
    '/api/projects/:projectId/members',
    { schema: { params: projectParams, tags }, config },
    (request) => members.listProjectMembers(request.ctx, request.params.projectId),
  )

  server.put<MemberParams & { Body: Static<typeof changeMemberSchema> }>(
    '/api/projects/:projectId/members/:userId',
    { schema: { params: projectMemberParams, body: changeMemberSchema, tags }, config },
    (request) =>
      members.changeProjectRole(request.ctx, request.params.projectId, request.params.userId, request.body.role),
  )

  server.delete<MemberParams>(
    '/api/projects/:projectId/members/:userId',
    { schema: { params: projectMemberParams, tags }, config },
    async (request) => {
      await members.removeProjectMember(request.ctx, request.params.projectId, request.params.userId)
      return { message: 'Member removed successfully' }
    },
  )
}
