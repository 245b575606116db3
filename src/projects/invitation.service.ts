import type { Static } from '@sinclair/typebox'
import { abilitiesOf, refreshAccess } from '../access/abilities.js'
import { selectProjectRole } from '../access/access.sql.js'
import { requireActor } from '../access/actor.js'
import { managedProjects, visibleInvitation } from '../access/invitation-rules.js'
import { rolePasses } from '../access/role-rule.js'
import { idOfUser, requireOneName } from '../accounts/find-user.service.js'
import { type Context, transaction } from '../context.js'
import { all, is, isAny } from '../database/rows/conditions.js'
import { noteDeleted } from '../lib/deleted.js'
import { conflict, notFound, validation } from '../lib/errors.js'
import { groupBy, inOrderOf } from '../lib/group-by.js'
import { listPage, newestFirst, type Listed, type ListPage, type PageArguments } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import type { invitationSchema } from './invitation.shape.js'
import {
  answerInvitation,
  countInvitations,
  deleteInvitation,
  insertInvitation,
  lockInvitation,
  openTo,
  selectInvitations,
  type InvitationRow,
} from './invitation.sql.js'
import { projectMembers, type ProjectMemberRow } from './project-member.sql.js'
import { requireProject, requireProjectExists } from './project.service.js'

export type { InvitationRow }

/** The number of invitations that one user may send, so that users are not flooded with them. */
const sent = { name: 'invitations', points: 100, seconds: 3600 }
/** The maximum number of open invitations of one project. */
const mostOpen = 500
const lifeMs = 30 * 24 * 3600 * 1000

/**
 * Invites a user to a project, for actors who may add members. Throws CONFLICT for a member, for a user who has an open
 * invitation to the project, and if the project has 500 open invitations; RATE_LIMITED after 100 within an hour.
 */
export async function invite(
  ctx: Context,
  projectId: string,
  input: Static<typeof invitationSchema>,
): Promise<InvitationRow> {
  const { userId: invitedBy } = requireActor(ctx)
  requireOneName(input)
  await ctx.rateLimits.consume(sent, invitedBy)
  const id = newId()
  return transaction(ctx, async (tx) => {
    const project = await requireProject(tx, projectId, 'manage_members', { lock: true })
    const userId = await idOfUser(tx, input)
    if (userId === invitedBy)
      throw validation([{ field: input.username ? 'username' : 'userId', message: 'must be somebody else' }])
    if (await projectMembers.selectRole(tx.db, project.id, userId)) throw conflict('User is already a member', 'user')
    if ((await countInvitations(tx.db, all(is('pi.project_id', project.id), is('pi.status', 'open')))) >= mostOpen)
      throw conflict(`The project has ${mostOpen} open invitations, which is the most there may be`)
    const createdAt = tx.now()
    const expiresAt = new Date(createdAt.getTime() + lifeMs)
    const row = { id, projectId: project.id, userId, invitedBy, role: input.role, createdAt, expiresAt }
    if (!(await insertInvitation(tx.db, row))) throw conflict('User has been invited already', 'user')
    return one(tx, id)
  })
}

async function one(ctx: Context, id: string): Promise<InvitationRow> {
  const [row] = await selectInvitations(ctx.db, all(is('pi.id', id)))
  if (!row) throw notFound('Invitation')
  return row
}

/**
 * Returns the list of the invitations of a project, newest first. Throws as requireProject does for actors who may not
 * add members.
 */
export async function listInvitations(ctx: Context, projectId: string): Promise<Listed<InvitationRow>> {
  const project = await requireProject(ctx, projectId, 'manage_members')
  return {
    name: 'projectInvitations',
    filter: { projectId: project.id },
    ...newestFirst,
    select: (page) => selectInvitations(ctx.db, all(is('pi.project_id', project.id)), page),
  }
}

/** Returns the invitations of each project, newest first; empty if the actor may not add members. */
export async function invitationsOfProjects(ctx: Context, ids: readonly string[]): Promise<InvitationRow[][]> {
  const managed = managedProjects(await abilitiesOf(ctx)).filter((id) => ids.includes(id))
  const invitations = managed.length ? await selectInvitations(ctx.db, isAny('pi.project_id', managed, 'uuid')) : []
  const rows = groupBy(invitations, (row) => row.projectId)
  return ids.map((id) => rows.get(id) ?? [])
}

/** Returns one page of the actor's own open invitations, newest first, without those that have expired. */
export function pageOfOwnInvitations(ctx: Context, args: PageArguments): Promise<ListPage<InvitationRow>> {
  const { userId } = requireActor(ctx)
  const own = openTo(userId, ctx.now())
  return listPage(args, {
    name: 'invitations',
    ...newestFirst,
    select: (page) => selectInvitations(ctx.db, own, page),
    count: () => countInvitations(ctx.db, own),
  })
}

/** Returns invitations by id, one entry per id; undefined for those that the actor may not see. */
export async function invitationsByIds(ctx: Context, ids: readonly string[]): Promise<(InvitationRow | undefined)[]> {
  const may = visibleInvitation(await abilitiesOf(ctx), 'pi')
  return inOrderOf(ids, await selectInvitations(ctx.db, all(isAny('pi.id', ids, 'uuid'), may)))
}

/**
 * Accepts an invitation of the actor, who becomes a member in the same transaction (PR-18). Throws NOT_FOUND for an
 * invitation to another user, and CONFLICT for one that was answered or has expired, one whose sender may no longer add
 * members, and one into an archived project.
 */
export async function acceptInvitation(ctx: Context, id: string): Promise<ProjectMemberRow> {
  const { userId } = requireActor(ctx)
  const member = await transaction(ctx, async (tx) => {
    const { projectId } = await ownInvitation(tx, id)
    // Locks are taken from parent to child (docs/decisions/0009-lock-order.md).
    await requireProjectExists(tx, projectId)
    const { role, invitedBy } = await openInvitation(tx, id)
    const held = await selectProjectRole(tx.db, projectId, { userId: invitedBy })
    const act = { scope: 'project', type: 'project', action: 'manage_members', role: undefined, ...held } as const
    if (!rolePasses(await abilitiesOf(tx), act))
      throw conflict('Whoever sent the invitation may not add members to the project any more')
    await answerInvitation(tx.db, id, 'accepted', tx.now())
    await projectMembers.insertMembers(tx.db, {
      id: newId(),
      userId,
      projectId,
      role: role as 'viewer',
      joinedAt: tx.now(),
    })
    return projectMembers.selectMember(tx.db, projectId, userId)
  })
  if (!member) throw notFound('Member')
  await refreshAccess(ctx)
  return member
}

/**
 * Declines an invitation of the actor. Throws NOT_FOUND for an invitation to another user, and CONFLICT for one that
 * was answered or has expired.
 */
export async function declineInvitation(ctx: Context, id: string): Promise<InvitationRow> {
  return transaction(ctx, async (tx) => {
    const { projectId } = await ownInvitation(tx, id)
    await requireProjectExists(tx, projectId)
    await openInvitation(tx, id)
    await answerInvitation(tx.db, id, 'declined', tx.now())
    return one(tx, id)
  })
}

async function ownInvitation(ctx: Context, id: string): Promise<InvitationRow> {
  const { userId } = requireActor(ctx)
  const [row] = await selectInvitations(ctx.db, all(is('pi.id', id), is('pi.user_id', userId)))
  if (!row) throw notFound('Invitation')
  return row
}

/** Locks an invitation. Throws CONFLICT unless it can be answered, and NOT_FOUND if it was withdrawn. */
async function openInvitation(ctx: Context, id: string) {
  const invitation = await lockInvitation(ctx.db, id)
  if (!invitation) throw notFound('Invitation')
  if (invitation.status !== 'open') throw conflict(`The invitation has been ${invitation.status} already`)
  if (new Date(invitation.expiresAt) <= ctx.now()) throw conflict('The invitation has expired')
  return invitation
}

/**
 * Withdraws an invitation, answered or not, for actors who may add members. Throws NOT_FOUND for an unknown invitation.
 */
export async function withdrawInvitation(ctx: Context, projectId: string, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const project = await requireProject(tx, projectId, 'manage_members', { lock: true })
    if (!(await deleteInvitation(tx.db, project.id, id))) throw notFound('Invitation')
  })
  noteDeleted(ctx, 'ProjectInvitation', [normalUuid(id)])
}
