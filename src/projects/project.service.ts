import type { Static } from '@sinclair/typebox'
import { abilitiesOf, refreshAccess } from '../access/abilities.js'
import { selectProjectRole } from '../access/access.sql.js'
import { requireActor } from '../access/actor.js'
import { requireRole, rolePasses } from '../access/role-rule.js'
import type { Action } from '../access/vocabulary.js'
import { requireUser } from '../accounts/user.service.js'
import { type Context, transaction } from '../context.js'
import { groupRoleOf } from '../groups/group.service.js'
import { archived } from '../lib/constraints.js'
import { AppError, conflict, forbidden, notFound } from '../lib/errors.js'
import { groupBy, indexBy } from '../lib/group-by.js'
import { listPage, newestFirst, type ListPage, type PageArguments } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { projectMembers, type ProjectMemberRow } from './project-member.sql.js'
import type { createProjectSchema, updateProjectSchema } from './project.schema.js'
import {
  countProjects,
  deleteProject as deleteRow,
  insertProject,
  lockProject,
  selectAssignmentCounts,
  selectProject,
  selectProjectPage,
  selectProjects,
  selectProjectsByIds,
  updateProject as updateRow,
  type ProjectFilter,
  type ProjectRow,
} from './project.sql.js'

export type { ProjectMemberRow }

/** NOT_FOUND for a missing project, then FORBIDDEN unless role and table allow the action (G-04, PM-09). */
export async function requireProject(
  ctx: Context,
  id: string,
  action: Action,
  { lock = false } = {},
): Promise<ProjectRow> {
  const { userId } = requireActor(ctx)
  const project = lock ? await lockProject(ctx.db, id) : await selectProject(ctx.db, id)
  if (!project) throw notFound('Project')
  const held = await selectProjectRole(ctx.db, id, userId)
  await requireRole(ctx, { scope: 'project', type: 'project', action, role: undefined, ...held })
  return project
}

/** NOT_FOUND for a missing project; the row is held until the transaction ends. */
export async function requireProjectExists(ctx: Context, id: string): Promise<ProjectRow> {
  const project = await lockProject(ctx.db, id)
  if (!project) throw notFound('Project')
  return project
}

/** What the actor may do with a project that they read, by the roles that their session knows. */
export async function projectViewerCan(
  ctx: Context,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<{ update: boolean; delete: boolean; manageMembers: boolean }> {
  const abilities = await abilitiesOf(ctx)
  const held = abilities.projectRole(id)
  const passes = (action: Action) =>
    rolePasses(abilities, { scope: 'project', type: 'project', action, role: undefined, ...held })
  return { update: passes('update'), delete: passes('delete'), manageMembers: !isArchived && passes('manage_members') }
}

type NewProject = Static<typeof createProjectSchema>

/** Makes the project with the actor as project_owner; CONFLICT when the slug is taken. */
export async function createProject(ctx: Context, input: NewProject): Promise<ProjectRow> {
  const { userId } = requireActor(ctx)
  const { name, description = null, slug, settings = {} } = input
  const now = ctx.now()
  const project = await transaction(ctx, async (tx) => {
    const owner = await ownerOf(tx, input)
    const made = await insertProject(tx.db, {
      id: newId(),
      name,
      description,
      slug,
      ...owner,
      settings: JSON.stringify(settings),
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    })
    // Whoever it is made for is an owner too: without a role they could not open what is theirs.
    for (const memberId of new Set([userId, owner.ownerUserId ?? userId]))
      await projectMembers.insertMember(tx.db, {
        id: newId(),
        userId: memberId,
        projectId: made.id,
        role: 'project_owner',
        joinedAt: now,
      })
    return made
  })
  await refreshAccess(ctx)
  return project
}

/** A group where the actor is admin or owner (PR-04), or the actor, or for administrators any user (PR-01). */
async function ownerOf(ctx: Context, { ownerGroupId, ownerUserId }: NewProject) {
  const { userId, isAdmin } = requireActor(ctx)
  if (ownerGroupId && ownerUserId)
    throw new AppError('VALIDATION_ERROR', 'Only one of ownerUserId and ownerGroupId may be given')
  if (ownerGroupId) {
    const role = await groupRoleOf(ctx, ownerGroupId)
    await requireRole(ctx, { scope: 'group', type: 'project', action: 'create', role })
    return { ownerGroupId, ownerUserId: null }
  }
  const wanted = ownerUserId ? normalUuid(ownerUserId) : userId
  if (wanted !== userId) {
    if (!isAdmin) throw forbidden()
    await requireUser(ctx, wanted)
  }
  return { ownerUserId: wanted, ownerGroupId: null }
}

/** With the number of members and the actor's direct role, newest first (PR-05); archived ones only if asked for. */
export function listProjects(ctx: Context, { scope = 'all', isArchived = false }: Partial<ProjectFilter>) {
  return selectProjects(ctx.db, requireActor(ctx).userId, { scope, isArchived, search: null })
}

export async function pageOfProjects(
  ctx: Context,
  args: PageArguments,
  filter: ProjectFilter,
): Promise<ListPage<ProjectRow>> {
  const { userId } = requireActor(ctx)
  return listPage(args, {
    name: 'projects',
    filter,
    ...newestFirst,
    select: (page) => selectProjectPage(ctx.db, userId, filter, page),
    count: () => numberOfProjects(ctx, filter),
  })
}

/** How many projects the list has in all. */
export async function numberOfProjects(ctx: Context, filter: ProjectFilter): Promise<number> {
  return countProjects(ctx.db, requireActor(ctx).userId, filter)
}

/** With its members and the number of its videos. */
export async function getProject(ctx: Context, id: string) {
  const project = await requireProject(ctx, id, 'read')
  const members = await projectMembers.selectMembers(ctx.db, [id])
  const [videoAssignmentCount] = await assignmentCounts(ctx, [project.id])
  return { ...project, members, videoAssignmentCount: videoAssignmentCount ?? 0 }
}

/** One entry a key; undefined for projects that the actor may not read. */
export async function projectsByIds(ctx: Context, ids: readonly string[]): Promise<(ProjectRow | undefined)[]> {
  const rows = indexBy(await selectProjectsByIds(ctx.db, ids, await abilitiesOf(ctx)), (row) => row.id)
  return ids.map((id) => rows.get(normalUuid(id)))
}

/** Members of projects that the caller has already been shown, earliest first (PR-08). */
export async function membersOfProjects(ctx: Context, ids: readonly string[]): Promise<ProjectMemberRow[][]> {
  const members = groupBy(await projectMembers.selectMembers(ctx.db, ids), (row) => row.projectId)
  return ids.map((id) => members.get(id) ?? [])
}

/** The same, as far as the actor may read the projects. */
export async function shownMembersOfProjects(ctx: Context, ids: readonly string[]): Promise<ProjectMemberRow[][]> {
  const readable = await projectsByIds(ctx, ids)
  return (await membersOfProjects(ctx, ids)).map((members, at) => (readable[at] ? members : []))
}

/** How many videos each project has. */
export async function assignmentCounts(ctx: Context, ids: readonly string[]): Promise<number[]> {
  const counts = indexBy(await selectAssignmentCounts(ctx.db, ids), (row) => row.projectId)
  return ids.map((id) => counts.get(id)?.count ?? 0)
}

/** Given fields overwrite, settings as a whole. CONFLICT for an archived project that is not restored by it (ST-04). */
export async function updateProject(
  ctx: Context,
  id: string,
  input: Static<typeof updateProjectSchema>,
): Promise<ProjectRow> {
  const { name, description, settings, isArchived } = input
  return transaction(ctx, async (tx) => {
    const project = await requireProject(tx, id, 'update', { lock: true })
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(settings !== undefined && { settings: JSON.stringify(settings) }),
      ...(isArchived !== undefined && { isArchived }),
    }
    if (Object.keys(changes).length === 0) return project
    if (project.isArchived && isArchived !== false) throw conflict(archived)
    return updateRow(tx.db, id, { ...changes, updatedAt: tx.now() })
  })
}

/** Members, assignments and world states of the project go; its content stays with its owners (PR-13). */
export async function deleteProject(ctx: Context, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await requireProject(tx, id, 'delete', { lock: true })
    await deleteRow(tx.db, id)
  })
  await refreshAccess(ctx)
}
