import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import { addMemberSchema, createGroupForSchema, groupParams, updateGroupSchema } from './group.schema.js'
import * as members from './group-member.service.js'
import * as groups from './group.service.js'

type Params = { Params: Static<typeof groupParams> }

const tags = ['Groups']
const config = { auth: 'admin' } as const
const asAdmin = { asAdmin: true }

/** Mounts the group routes for administrators. They do what the ordinary group routes do, but require no membership. */
export const mountAdminGroupRoutes: MountRoutes = (server) => {
  server.get(
    '/api/admin/groups',
    { schema: { tags }, config: { ...config, listedBy: 'allGroups' } },
    async (request) => {
      const all = await groups.listAllGroups(request.ctx)
      return all.map(({ memberCount, ...group }) => ({ ...group, _count: { members: memberCount } }))
    },
  )

  server.post<{ Body: Static<typeof createGroupForSchema> }>(
    '/api/admin/groups',
    { schema: { body: createGroupForSchema, tags }, config },
    async (request, reply) =>
      reply.status(201).send(await groups.createGroup(request.ctx, request.body, request.body.createdBy)),
  )

  server.put<Params & { Body: Static<typeof updateGroupSchema> }>(
    '/api/admin/groups/:groupId',
    { schema: { params: groupParams, body: updateGroupSchema, tags }, config },
    (request) => groups.updateGroup(request.ctx, request.params.groupId, request.body, asAdmin),
  )

  server.delete<Params>(
    '/api/admin/groups/:groupId',
    { schema: { params: groupParams, tags }, config },
    async (request) => {
      await groups.deleteGroup(request.ctx, request.params.groupId, asAdmin)
      return { success: true }
    },
  )

  server.post<Params & { Body: Static<typeof addMemberSchema> }>(
    '/api/admin/groups/:groupId/members',
    { schema: { params: groupParams, body: addMemberSchema, tags }, config },
    async (request, reply) => {
      const member = await members.addGroupMember(request.ctx, request.params.groupId, request.body, asAdmin)
      return reply.status(201).send(member)
    },
  )

  server.get<Params>(
    '/api/admin/groups/:groupId/members',
    { schema: { params: groupParams, tags }, config },
    (request) => members.listGroupMembers(request.ctx, request.params.groupId, asAdmin),
  )
}
