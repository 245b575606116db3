import { refreshAccess } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { requireKnownRole } from '../access/vocabulary.js'
import { idOfUser, requireOneName, type NamedUser } from '../accounts/find-user.service.js'
import { type Context, transaction } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { AppError, forbidden, notFound } from '../lib/errors.js'
import type { Listed } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { groupMembers, type GroupMemberRow } from './group-member.sql.js'
import { requireGroup, type Way } from './group.service.js'

const assignable = ['group_admin', 'group_member'] as const

/**
 * Returns the list of the members of a group in the order in which they joined (GR-12). The actor must be a member too,
 * unless `asAdmin` is set. Throws NOT_FOUND for an unknown group and FORBIDDEN for others.
 */
export async function listGroupMembers(ctx: Context, groupId: string, way: Way = {}): Promise<Listed<GroupMemberRow>> {
  await requireGroup(ctx, groupId, 'read', way)
  return {
    name: 'groupMembers',
    filter: { groupId },
    kinds: ['time', 'uuid'],
    keyOf: ({ joinedAt, id }) => [joinedAt, id],
    select: (page) => groupMembers.selectMembers(ctx.db, [groupId], page),
  }
}

async function getGroupMember(ctx: Context, groupId: string, userId: string): Promise<GroupMemberRow> {
  const member = await groupMembers.selectMember(ctx.db, groupId, userId)
  if (!member) throw notFound('Member')
  return member
}

export interface NewGroupMember extends NamedUser {
  role: string
}

/**
 * Adds a member to a group. Checks body, group, role, user and existing membership in this order (GR-14). Only the
 * administrators' route may add owners (GR-09).
 */
export async function addGroupMember(
  ctx: Context,
  groupId: string,
  input: NewGroupMember,
  way: Way = {},
): Promise<GroupMemberRow> {
  requireOneName(input)
  const role = requireKnownRole(input.role, way.asAdmin ? (['group_owner', ...assignable] as const) : assignable)
  const member = await transaction(ctx, async (tx) => {
    await requireGroup(tx, groupId, 'manage_members', { ...way, lock: true })
    const userId = await idOfUser(tx, input)
    await groupMembers.insertMembers(tx.db, { id: newId(), userId, groupId, role, joinedAt: tx.now() })
    return getGroupMember(tx, groupId, userId)
  })
  await refreshAccess(ctx)
  return member
}

/**
 * Changes the role of a member. An owner's role cannot be changed (GR-06); a group admin may step down (GR-07). Throws
 * NOT_FOUND for an unknown group or member and FORBIDDEN without the right to manage members.
 */
export async function changeGroupRole(
  ctx: Context,
  groupId: string,
  userId: string,
  roleName: string,
): Promise<GroupMemberRow> {
  const role = requireKnownRole(roleName, assignable)
  const member = await transaction(ctx, async (tx) => {
    await requireGroup(tx, groupId, 'manage_members', { lock: true })
    const before = await getGroupMember(tx, groupId, userId)
    if (before.role === 'group_owner') throw forbidden('Cannot change the role of the group owner')
    await groupMembers.updateRole(tx.db, groupId, userId, role)
    return { ...before, role }
  })
  await refreshAccess(ctx)
  return member
}

/**
 * Removes a member. Every member may leave without a grant (PM-09), except the last owner, for whom VALIDATION_ERROR is
 * thrown (GR-08). Throws NOT_FOUND for an unknown group or member, and FORBIDDEN for removing another user without the
 * right to manage members.
 */
export async function removeGroupMember(ctx: Context, groupId: string, userId: string): Promise<void> {
  const leaving = normalUuid(userId) === requireActor(ctx).userId
  const { id } = await transaction(ctx, async (tx) => {
    await requireGroup(tx, groupId, 'manage_members', { lock: true, skipRole: leaving })
    const member = await getGroupMember(tx, groupId, userId)
    if (member.role === 'group_owner' && (await groupMembers.countOwners(tx.db, groupId)) === 1) {
      throw new AppError('VALIDATION_ERROR', 'The last group owner cannot be removed')
    }
    await groupMembers.deleteMember(tx.db, groupId, userId)
    return member
  })
  noteDeleted(ctx, 'GroupMember', [id])
  await refreshAccess(ctx)
}
