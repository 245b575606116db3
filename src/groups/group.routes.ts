import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../http/server.js'
import {
  addMemberSchema,
  changeMemberSchema,
  createGroupSchema,
  groupMemberParams,
  groupParams,
  updateGroupSchema,
} from './group.schema.js'
import * as members from './group-member.service.js'
import * as groups from './group.service.js'

type Params = { Params: Static<typeof groupParams> }
type MemberParams = { Params: Static<typeof groupMemberParams> }

const tags = ['Groups']
const config = { auth: 'required' } as const

export const mountGroupRoutes: MountRoutes = (server) => {
  server.post<{ Body: Static<typeof createGroupSchema> }>(
    '/api/groups',
    { schema: { body: createGroupSchema, tags }, config },
    async (request, reply) => reply.status(201).send(await groups.createGroup(request.ctx, request.body)),
  )

  server.get('/api/groups', { schema: { tags }, config: { ...config, listedBy: 'groups' } }, (request) =>
    groups.listGroups(request.ctx),
  )

  server.get<Params>('/api/groups/:groupId', { schema: { params: groupParams, tags }, config }, (request) =>
    groups.getGroup(request.ctx, request.params.groupId),
  )

  server.put<Params & { Body: Static<typeof updateGroupSchema> }>(
    '/api/groups/:groupId',
    { schema: { params: groupParams, body: updateGroupSchema, tags }, config },
    (request) => groups.updateGroup(request.ctx, request.params.groupId, request.body),
  )

  server.delete<Params>('/api/groups/:groupId', { schema: { params: groupParams, tags }, config }, async (request) => {
    await groups.deleteGroup(request.ctx, request.params.groupId)
    return { success: true }
  })

  server.post<Params & { Body: Static<typeof addMemberSchema> }>(
    '/api/groups/:groupId/members',
    { schema: { params: groupParams, body: addMemberSchema, tags }, config },
    async (request, reply) =>
      reply.status(201).send(await members.addGroupMember(request.ctx, request.params.groupId, request.body)),
  )

  server.get<Params>('/api/groups/:groupId/members', { schema: { params: groupParams, tags }, config }, (request) =>
    members.listGroupMembers(request.ctx, request.params.groupId),
  )

  server.put<MemberParams & { Body: Static<typeof changeMemberSchema> }>(
    '/api/groups/:groupId/members/:userId',
    { schema: { params: groupMemberParams, body: changeMemberSchema, tags }, config },
    (request) => members.changeGroupRole(request.ctx, request.params.groupId, request.params.userId, request.body.role),
  )

  server.delete<MemberParams>(
    '/api/groups/:groupId/members/:userId',
    { schema: { params: groupMemberParams, tags }, config },
    async (request) => {
      await members.removeGroupMember(request.ctx, request.params.groupId, request.params.userId)
      return { success: true }
    },
  )
}
