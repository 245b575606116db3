import { refreshAccess } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { requireKnownRole } from '../access/vocabulary.js'
import { idOfUser, requireOneName, type NamedUser } from '../accounts/find-user.service.js'
import { type Context, transaction } from '../context.js'
import { membersOfGroups, requireGroup } from '../groups/group.service.js'
import { noteDeleted } from '../lib/deleted.js'
import { AppError, notFound } from '../lib/errors.js'
import type { Listed } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { closeInvitations } from './invitation.sql.js'
import { projectMembers, type ProjectMemberRow } from './project-member.sql.js'
import { requireProject, requireProjectExists } from './project.service.js'

const assignable = ['project_manager', 'annotator', 'reviewer', 'viewer'] as const

/**
 * Returns the list of the members of a project in the order in which they joined. Throws NOT_FOUND for an unknown
 * project and FORBIDDEN without the right to read it.
 */
export async function listProjectMembers(ctx: Context, projectId: string): Promise<Listed<ProjectMemberRow>> {
  await requireProject(ctx, projectId, 'read')
  return {
    name: 'projectMembers',
    filter: { projectId },
    kinds: ['time', 'uuid'],
    keyOf: ({ joinedAt, id }) => [joinedAt, id],
    select: (page) => projectMembers.selectMembers(ctx.db, [projectId], page),
  }
}

async function getProjectMember(ctx: Context, projectId: string, userId: string): Promise<ProjectMemberRow> {
  const member = await projectMembers.selectMember(ctx.db, projectId, userId)
  if (!member) throw notFound('Member')
  return member
}

export interface NewProjectMember extends NamedUser {
  role: string
}

/** Adds a member to a project. Checks role, project, right, user and existing membership in this order (PR-10). */
export async function addProjectMember(
  ctx: Context,
  projectId: string,
  input: NewProjectMember,
): Promise<ProjectMemberRow> {
  requireOneName(input)
  const role = requireKnownRole(input.role, assignable)
  const member = await transaction(ctx, async (tx) => {
    await requireProject(tx, projectId, 'manage_members', { lock: true })
    const userId = await idOfUser(tx, input)
    await projectMembers.insertMembers(tx.db, { id: newId(), userId, projectId, role, joinedAt: tx.now() })
    await closeInvitations(tx.db, projectId, [userId], tx.now())
    return getProjectMember(tx, projectId, userId)
  })
  await refreshAccess(ctx)
  return member
}

/** The members of a project that a group consists of: those who are new, and those who were members before. */
export interface MembersOfGroup {
  projectMembers: ProjectMemberRow[]
  alreadyMembers: ProjectMemberRow[]
}

/**
 * Adds everybody who is in a group to a project, all or none; who is a member of the project already keeps their role.
 * Checks role, project, right and group in this order. Throws NOT_FOUND for an unknown group, and FORBIDDEN for one in
 * which the actor is no member.
 */
export async function addGroupToProject(
  ctx: Context,
  projectId: string,
  { groupId, role: roleName }: { groupId: string; role: string },
): Promise<MembersOfGroup> {
  const role = requireKnownRole(roleName, assignable)
  const members = await transaction(ctx, async (tx) => {
    await requireProject(tx, projectId, 'manage_members', { lock: true })
    const group = await requireGroup(tx, groupId, 'read')
    const [ofGroup = []] = await membersOfGroups(tx, [group.id])
    const inGroup = ofGroup.map(({ userId }) => userId)
    const before = new Set((await projectMembers.selectMembers(tx.db, [projectId])).map(({ userId }) => userId))
    const joining = inGroup.filter((userId) => !before.has(userId))
    const joined = { projectId: normalUuid(projectId), role, joinedAt: tx.now() }
    if (joining.length) {
      await projectMembers.insertMembers(tx.db, ...joining.map((userId) => ({ id: newId(), userId, ...joined })))
      await closeInvitations(tx.db, projectId, joining, tx.now())
    }
    const [isNew, isInGroup] = [new Set(joining), new Set(inGroup)]
    const now = await projectMembers.selectMembers(tx.db, [projectId])
    return {
      projectMembers: now.filter(({ userId }) => isNew.has(userId)),
      alreadyMembers: now.filter(({ userId }) => isInGroup.has(userId) && !isNew.has(userId)),
    }
  })
  await refreshAccess(ctx)
  return members
}

/**
 * Changes the role of a member. Users may not change their own role, and the last owner stays owner; both cause
 * VALIDATION_ERROR (PR-11). Throws NOT_FOUND for an unknown project or member and FORBIDDEN without the right to manage
 * members.
 */
export async function changeProjectRole(
  ctx: Context,
  projectId: string,
  userId: string,
  roleName: string,
): Promise<ProjectMemberRow> {
  const role = requireKnownRole(roleName, assignable)
  const own = normalUuid(userId) === requireActor(ctx).userId
  return transaction(ctx, async (tx) => {
    await requireProject(tx, projectId, 'manage_members', { lock: true })
    if (own) throw new AppError('VALIDATION_ERROR', 'Own role cannot be changed')
    const before = await getProjectMember(tx, projectId, userId)
    await keepLastOwner(tx, before, 'Cannot change the role of the last project owner')
    await projectMembers.updateRole(tx.db, projectId, userId, role)
    return { ...before, role }
  })
}

/**
 * Removes a member. Every member may leave without a grant (PM-09), except the last owner, for whom VALIDATION_ERROR is
 * thrown (PR-12). Throws NOT_FOUND for an unknown project or member, and FORBIDDEN for removing another user without
 * the right to manage members.
 */
export async function removeProjectMember(ctx: Context, projectId: string, userId: string): Promise<void> {
  const leaving = normalUuid(userId) === requireActor(ctx).userId
  const { id } = await transaction(ctx, async (tx) => {
    if (leaving) await requireProjectExists(tx, projectId)
    else await requireProject(tx, projectId, 'manage_members', { lock: true })
    const member = await getProjectMember(tx, projectId, userId)
    await keepLastOwner(tx, member, 'Cannot remove the last project owner')
    await projectMembers.deleteMember(tx.db, projectId, userId)
    return member
  })
  noteDeleted(ctx, 'ProjectMember', [id])
  await refreshAccess(ctx)
}

/**
 * Throws VALIDATION_ERROR if the member is the last owner. The project's row is locked, so no concurrent request can
 * remove the other owners in the meantime.
 */
async function keepLastOwner(ctx: Context, member: ProjectMemberRow, refusal: string): Promise<void> {
  if (member.role !== 'project_owner' || (await projectMembers.countOwners(ctx.db, member.projectId)) > 1) return
  throw new AppError('VALIDATION_ERROR', refusal)
}
