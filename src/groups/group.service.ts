import { abilitiesOf, refreshAccess } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { requireAdmin } from '../access/require.js'
import { requireRole } from '../access/role-rule.js'
import type { Action, GroupRole } from '../access/vocabulary.js'
import { requireUser } from '../accounts/user.service.js'
import { type Context, transaction } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { notFound } from '../lib/errors.js'
import { groupBy, inOrderOf } from '../lib/group-by.js'
import { newestFirst, type Listed } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { groupMembers, type GroupMemberRow } from './group-member.sql.js'
import {
  deleteGroup as deleteRow,
  insertGroup,
  lockGroup,
  selectAllGroups,
  selectGroup,
  selectGroupsByIds,
  selectGroupsOfUser,
  updateGroup as updateRow,
  type GroupRow,
} from './group.sql.js'

export type { GroupMemberRow }
export type GroupWithMembers = GroupRow & { members: GroupMemberRow[] }

/** How the actor gets access to a group. With `asAdmin` they act as administrator, and no membership is required. */
export interface Way {
  asAdmin?: boolean
}

export interface GroupAccess extends Way {
  /** Locks the group's row until the transaction ends. */
  lock?: boolean
  /** Checks only that the group exists, not the actor's role: every member may leave a group. */
  skipRole?: boolean
}

/**
 * Returns the group. Throws NOT_FOUND if it does not exist, then FORBIDDEN unless both the actor's role and the
 * permission table allow the action (GR-04, PM-09).
 */
export async function requireGroup(
  ctx: Context,
  id: string,
  action: Action,
  access: GroupAccess = {},
): Promise<GroupRow> {
  const actor = access.asAdmin ? requireAdmin(ctx) : requireActor(ctx)
  const group = access.lock ? await lockGroup(ctx.db, id) : await selectGroup(ctx.db, id)
  if (!group) throw notFound('Group')
  if (access.asAdmin || access.skipRole) return group
  await requireRole(ctx, {
    scope: 'group',
    type: 'group',
    action,
    role: await groupMembers.selectRole(ctx.db, id, actor.userId),
  })
  return group
}

async function withMembers(ctx: Context, group: GroupRow): Promise<GroupWithMembers> {
  return { ...group, members: await groupMembers.selectMembers(ctx.db, [group.id]) }
}

/** Returns the actor's role in a group; undefined if they are not a member or the group does not exist. */
export function groupRoleOf(ctx: Context, groupId: string): Promise<GroupRole | undefined> {
  return groupMembers.selectRole(ctx.db, groupId, requireActor(ctx).userId)
}

export interface NewGroup {
  name: string
  description?: string | null
  slug: string
}

/**
 * Creates a group and makes its owner a member: the actor, or the user that an administrator names in `createdBy`.
 * Throws CONFLICT if the slug is taken and NOT_FOUND for an unknown user.
 */
export async function createGroup(ctx: Context, input: NewGroup, createdBy?: string): Promise<GroupWithMembers> {
  const { name, description = null, slug } = input
  const ownerId = createdBy === undefined ? requireActor(ctx).userId : (requireAdmin(ctx), createdBy)
  const now = ctx.now()
  const group = await transaction(ctx, async (tx) => {
    if (createdBy !== undefined) await requireUser(tx, ownerId)
    const made = await insertGroup(tx.db, {
      id: newId(),
      name,
      description,
      slug,
      createdBy: ownerId,
      createdAt: now,
      updatedAt: now,
    })
    await groupMembers.insertMembers(tx.db, {
      id: newId(),
      userId: ownerId,
      groupId: made.id,
      role: 'group_owner',
      joinedAt: now,
    })
    return withMembers(tx, made)
  })
  await refreshAccess(ctx)
  return group
}

/** Returns the list of the actor's groups with the actor's role and the number of members, newest first. */
export function listGroups(ctx: Context) {
  const { userId } = requireActor(ctx)
  return listed('groups', (page) => selectGroupsOfUser(ctx.db, userId, page))
}

/** Returns the list of all groups with their numbers of members, newest first. For administrators only. */
export function listAllGroups(ctx: Context) {
  requireAdmin(ctx)
  return listed('allGroups', (page) => selectAllGroups(ctx.db, page))
}

function listed<T extends GroupRow>(name: string, select: Listed<T>['select']): Listed<T> {
  return { name, filter: {}, ...newestFirst, select }
}

/**
 * Returns a group with its members. Throws FORBIDDEN for users who are not members, including administrators (GR-03).
 */
export async function getGroup(ctx: Context, id: string): Promise<GroupWithMembers> {
  return withMembers(ctx, await requireGroup(ctx, id, 'read'))
}

/** Returns one entry per id, in the order of the ids; undefined for groups that the actor may not read. */
export async function groupsByIds(ctx: Context, ids: readonly string[]): Promise<(GroupRow | undefined)[]> {
  const readable = (await abilitiesOf(ctx)).groupsWith('read')
  return inOrderOf(ids, await selectGroupsByIds(ctx.db, ids, readable))
}

/**
 * Returns the members of each group in the order in which they joined. Checks no access, because the caller could
 * already see the groups.
 */
export async function membersOfGroups(ctx: Context, groupIds: readonly string[]): Promise<GroupMemberRow[][]> {
  const members = groupBy(await groupMembers.selectMembers(ctx.db, groupIds), (row) => row.groupId)
  return groupIds.map((id) => members.get(id) ?? [])
}

/** Returns the same as membersOfGroups, but with no members for groups that the actor may not read. */
export async function shownMembersOfGroups(ctx: Context, groupIds: readonly string[]): Promise<GroupMemberRow[][]> {
  const readable = await groupsByIds(ctx, groupIds)
  return (await membersOfGroups(ctx, groupIds)).map((members, at) => (readable[at] ? members : []))
}

export type GroupChanges = Partial<Omit<NewGroup, 'slug'>>

/** Changes the fields in the input; the slug never changes (U-15). Throws as requireGroup does. */
export async function updateGroup(
  ctx: Context,
  id: string,
  { name, description }: GroupChanges,
  way: Way = {},
): Promise<GroupWithMembers> {
  return transaction(ctx, async (tx) => {
    const group = await requireGroup(tx, id, 'update', { ...way, lock: true })
    if (name === undefined && description === undefined) return withMembers(tx, group)
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      updatedAt: tx.now(),
    }
    return withMembers(tx, await updateRow(tx.db, id, changes))
  })
}

/**
 * Deletes a group with its memberships and the shares it received. A database trigger transfers each of its projects to
 * the project's earliest owner, else to its earliest manager, else to the group's creator (ST-06). Throws as
 * requireGroup does.
 */
export async function deleteGroup(ctx: Context, id: string, way: Way = {}): Promise<void> {
  await transaction(ctx, async (tx) => {
    await requireGroup(tx, id, 'delete', { ...way, lock: true })
    await deleteRow(tx.db, id)
  })
  noteDeleted(ctx, 'Group', [normalUuid(id)])
  await refreshAccess(ctx)
}
