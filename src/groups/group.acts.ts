import { Type } from '@sinclair/typebox'
import { userReference, userWith } from '../accounts/user.shape.js'
import { act, type Acts } from '../acts/act.js'
import { listAct } from '../acts/list-act.js'
import { answerShapes } from '../database/rows/record-schema.js'
import { named, success } from '../http/answers.js'
import { below } from '../http/created.js'
import { called, says } from '../lib/described.js'
import { load } from '../lib/load.js'
import { nullable, optional, uuid } from '../lib/schema.js'
import { normalUuid } from '../lib/uuid.js'
import * as members from './group-member.service.js'
import * as groups from './group.service.js'
import {
  addMemberSchema,
  changeMemberSchema,
  createGroupForSchema,
  createGroupSchema,
  groupMemberRecord,
  groupRecord,
  memberCount,
  ownerOfGroup,
  updateGroupSchema,
} from './group.shape.js'
import { Group, GroupMember } from './group.type.js'

/** A user who is in a group or project, as other members see the user. */
export const memberUser = says(
  'The user who is the member.',
  userWith('id', 'username', 'displayName', 'email', 'isService'),
)
/** The number of members in routes with counts. */
export const memberCounts = says('Counts of what belongs to it.', Type.Object({ members: memberCount }))

const member = named('GroupMember', Type.Object({ ...answerShapes(groupMemberRecord), user: memberUser }))
const shapes = answerShapes(groupRecord)
const group = named(
  'Group',
  Type.Object({ ...shapes, members: says('The members, with their roles.', Type.Array(member)) }),
)
const userRole = says('Role of the caller in the group; null if the caller is no member.', nullable(Type.String()))
const listed = Type.Object({ ...shapes, userRole, memberCount })
const counted = Type.Object({ ...shapes, _count: memberCounts })

const one = { groupId: says('ID of the group.', uuid) }
const oneMember = { ...one, userId: says('ID of the user.', uuid) }
const asAdministrator = optional(
  says(
    'True to act as administrator, without being a member; FORBIDDEN for everybody else. False when absent.',
    Type.Boolean(),
  ),
)
const asAdmin = { asAdmin: true }
const done = () => ({ success: true })

export const groupActs: Acts = {
  tag: 'Groups',
  acts: [
    act({
      says: 'Creates a group. Its first owner is the caller, or the user in `createdBy`. CONFLICT if the slug is taken.',
      rest: 'POST /api/groups',
      body: createGroupSchema,
      run: (ctx, { body }) => groups.createGroup(ctx, body),
      status: 201,
      located: below('/api/groups'),
      answer: group,
      mutation: {
        name: 'createGroup',
        input: 'The group to create.',
        own: { createdBy: called('creatorId', optional(ownerOfGroup)) },
        run: (ctx, { body, createdBy }) => groups.createGroup(ctx, body, createdBy || undefined),
        payload: { group: () => Group },
      },
    }),
    listAct({
      says: 'Lists the groups of the caller.',
      rest: 'GET /api/groups',
      id: 'listGroups',
      item: named('ListedGroup', listed),
      list: (ctx) => groups.listGroups(ctx),
    }),
    act({
      says: 'Returns a group with its members.',
      rest: 'GET /api/groups/:groupId',
      id: 'getGroup',
      params: one,
      run: (ctx, { groupId }) => groups.getGroup(ctx, groupId),
      answer: group,
      refuses: [403],
    }),
    act({
      says:
        'Changes name or description of a group. For its owners and admins, or for administrators with ' +
        '`asAdministrator`.',
      rest: 'PUT /api/groups/:groupId',
      params: one,
      body: updateGroupSchema,
      run: (ctx, { groupId, body }) => groups.updateGroup(ctx, groupId, body),
      answer: group,
      refuses: [403],
      mutation: {
        name: 'updateGroup',
        input: 'Changes to a group; absent fields stay as they are.',
        id: 'groupId',
        own: { ...one, asAdministrator },
        run: (ctx, { groupId, body, asAdministrator }) =>
          groups.updateGroup(ctx, groupId, body, { asAdmin: asAdministrator ?? false }),
        payload: { group: () => Group },
      },
    }),
    act({
      says:
        'Deletes a group with its memberships and the shares that it received. For its owners and administrators. Each ' +
        "of its projects passes to its earliest owner, else to its earliest manager, else to the group's creator; a " +
        'project with none of these is deleted.',
      rest: 'DELETE /api/groups/:groupId',
      params: one,
      run: (ctx, { groupId }) => groups.deleteGroup(ctx, groupId),
      answer: success,
      refuses: [403],
      send: done,
      mutation: { name: 'deleteGroup', input: 'The group to delete.', id: 'groupId', deletes: true },
    }),
    act({
      says:
        'Adds a user to a group. For its owners and admins, or for administrators with `asAdministrator`. CONFLICT if ' +
        'the user is a member already.',
      rest: 'POST /api/groups/:groupId/members',
      params: one,
      body: addMemberSchema,
      run: (ctx, { groupId, body }) => members.addGroupMember(ctx, groupId, body),
      status: 201,
      answer: member,
      refuses: [403],
      mutation: {
        name: 'addGroupMember',
        input: 'The user to add to a group.',
        choices: { user: userReference },
        own: { ...one, asAdministrator },
        run: (ctx, { groupId, body, asAdministrator }) =>
          members.addGroupMember(ctx, groupId, body, { asAdmin: asAdministrator ?? false }),
        payload: { groupMember: () => GroupMember },
      },
    }),
    listAct({
      says: 'Lists the members of a group.',
      rest: 'GET /api/groups/:groupId/members',
      id: 'listGroupMembers',
      params: one,
      item: member,
      list: (ctx, { groupId }) => members.listGroupMembers(ctx, groupId),
      refuses: [403],
    }),
    act({
      says:
        "Changes the role of a member. For owners and admins of the group. An owner's role cannot be changed " +
        '(FORBIDDEN).',
      rest: 'PUT /api/groups/:groupId/members/:userId',
      params: oneMember,
      body: changeMemberSchema,
      run: (ctx, { groupId, userId, body }) => members.changeGroupRole(ctx, groupId, userId, body.role),
      answer: member,
      refuses: [403],
      mutation: {
        name: 'changeGroupRole',
        input: 'The new role of a member of a group.',
        payload: { groupMember: () => GroupMember },
      },
    }),
    act({
      says:
        'Removes a member from a group. For its owners and admins; every member may remove themselves. The last owner ' +
        'cannot be removed (VALIDATION_ERROR).',
      rest: 'DELETE /api/groups/:groupId/members/:userId',
      params: { ...one, userId: says("ID of the user; the caller's own to leave the group.", uuid) },
      run: (ctx, { groupId, userId }) => members.removeGroupMember(ctx, groupId, userId),
      answer: success,
      refuses: [403],
      send: done,
      mutation: {
        name: 'removeGroupMember',
        input: 'The member to remove from a group.',
        payload: {
          group: { type: () => Group, nullable: true, says: 'The group; null if the caller may not read it any more.' },
        },
        deletes: true,
        node: (ctx, _done, { groupId }) => load(ctx, groups.groupsByIds, normalUuid(groupId)),
      },
    }),
  ],
}

const auth = 'admin'

/** The acts of group members for administrators, who need not be members. */
export const adminGroupActs: Acts = {
  tag: 'Groups',
  acts: [
    listAct({
      says: 'Lists all groups with the number of their members.',
      rest: 'GET /api/admin/groups',
      id: 'listAllGroups',
      auth,
      item: named('CountedGroup', counted),
      list: (ctx) => groups.listAllGroups(ctx),
      show: ({ memberCount, ...rest }) => ({ ...rest, _count: { members: memberCount } }),
    }),
    act({
      says: 'Creates a group that another user owns.',
      rest: 'POST /api/admin/groups',
      id: 'createGroupForUser',
      auth,
      body: createGroupForSchema,
      run: (ctx, { body }) => groups.createGroup(ctx, body, body.createdBy),
      status: 201,
      answer: group,
      refuses: [404],
    }),
    act({
      says: 'Changes the given fields of any group.',
      rest: 'PUT /api/admin/groups/:groupId',
      id: 'updateAnyGroup',
      auth,
      params: one,
      body: updateGroupSchema,
      run: (ctx, { groupId, body }) => groups.updateGroup(ctx, groupId, body, asAdmin),
      answer: group,
    }),
    act({
      says: 'Deletes any group.',
      rest: 'DELETE /api/admin/groups/:groupId',
      id: 'deleteAnyGroup',
      auth,
      params: one,
      run: (ctx, { groupId }) => groups.deleteGroup(ctx, groupId, asAdmin),
      answer: success,
      send: done,
    }),
    act({
      says: 'Adds a user to any group.',
      rest: 'POST /api/admin/groups/:groupId/members',
      id: 'addMemberToAnyGroup',
      auth,
      params: one,
      body: addMemberSchema,
      run: (ctx, { groupId, body }) => members.addGroupMember(ctx, groupId, body, asAdmin),
      status: 201,
      answer: member,
    }),
    listAct({
      says: 'Lists the members of any group.',
      rest: 'GET /api/admin/groups/:groupId/members',
      id: 'listMembersOfAnyGroup',
      auth,
      params: one,
      item: member,
      list: (ctx, { groupId }) => members.listGroupMembers(ctx, groupId, asAdmin),
    }),
  ],
}
