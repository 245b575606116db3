import type { Static } from '@sinclair/typebox'
import { abilitiesOf, reachOf, refreshAccess } from '../access/abilities.js'
import { selectProjectRole } from '../access/access.sql.js'
import { requireActor } from '../access/actor.js'
import { actsWithout } from '../access/extent.js'
import { requireAdmin } from '../access/require.js'
import { requireRole, rolePasses } from '../access/role-rule.js'
import type { Action } from '../access/vocabulary.js'
import { requireUser } from '../accounts/user.service.js'
import { type Context, transaction } from '../context.js'
import { groupRoleOf } from '../groups/group.service.js'
import { noteDeleted } from '../lib/deleted.js'
import { archived } from '../lib/constraints.js'
import { AppError, conflict, forbidden, notFound } from '../lib/errors.js'
import { groupBy, indexBy } from '../lib/group-by.js'
import { newestFirst, type Page } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { projectMembers, type ProjectMemberRow } from './project-member.sql.js'
import type { createProjectSchema, listProjectsQuery, updateProjectSchema } from './project.shape.js'
import {
  deleteProject as deleteRow,
  insertProject,
  lockProject,
  selectAssignmentCounts,
  selectProject,
  selectProjects,
  selectProjectsByIds,
  updateProject as updateRow,
  type ProjectFilter,
  type ProjectRow,
} from './project.sql.js'

export type { ProjectMemberRow }

/**
 * Returns the project, with `lock` under a row lock. Throws NOT_FOUND if it does not exist, then FORBIDDEN unless both
 * the actor's role and the permission table allow the action (G-04, PM-09).
 */
export async function requireProject(
  ctx: Context,
  id: string,
  action: Action,
  { lock = false } = {},
): Promise<ProjectRow> {
  const actor = requireActor(ctx)
  const project = lock ? await lockProject(ctx.db, id) : await selectProject(ctx.db, id)
  if (!project) throw notFound('Project')
  const held = await selectProjectRole(ctx.db, id, actor)
  await requireRole(ctx, { scope: 'project', type: 'project', action, role: undefined, ...held })
  return project
}

/**
 * Returns the project and locks its row until the transaction ends. Throws NOT_FOUND if it does not exist; checks no
 * role.
 */
export async function requireProjectExists(ctx: Context, id: string): Promise<ProjectRow> {
  const project = await lockProject(ctx.db, id)
  if (!project) throw notFound('Project')
  return project
}

/**
 * Returns what the actor may do with a project that they can read. Decides by the roles loaded with the actor's
 * abilities, without another query.
 */
export async function projectViewerCan(
  ctx: Context,
  { id, isArchived }: { id: string; isArchived: boolean },
): Promise<{ update: boolean; delete: boolean; manageMembers: boolean; addToWorld: boolean }> {
  const abilities = await abilitiesOf(ctx)
  const held = abilities.projectRole(id)
  const passes = (action: Action) =>
    rolePasses(abilities, { scope: 'project', type: 'project', action, role: undefined, ...held })
  return {
    update: passes('update'),
    delete: passes('delete'),
    manageMembers: !isArchived && passes('manage_members'),
    addToWorld: !isArchived && actsWithout(abilities, 'world_state', ['create'], id).length === 0,
  }
}

type NewProject = Static<typeof createProjectSchema>

/**
 * Creates a project with the actor as project_owner. Throws CONFLICT if the slug is taken, VALIDATION_ERROR if both a
 * user and a group are named as owner, FORBIDDEN if the actor may not create projects for the named owner, and
 * NOT_FOUND if that user does not exist.
 */
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
    // The user for whom the project is created becomes an owner too: without a role they could not open their own
    // project.
    for (const memberId of new Set([userId, owner.ownerUserId ?? userId]))
      await projectMembers.insertMembers(tx.db, {
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

/**
 * Returns the owner of a new project: a group in which the actor is admin or owner (PR-04), else the actor or, for
 * administrators, any user (PR-01).
 */
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

/**
 * Returns the filter of a list of projects from the arguments of a client. The planner builds booleans into the
 * statement and binds other values as parameters. So an argument that selects which conditions apply (such as `scope`)
 * becomes a boolean.
 */
export const filterOfProjects = ({ scope, search, isArchived, everyones }: Record<string, unknown>) => ({
  ...(everyones
    ? { everyones: true }
    : scope === 'personal'
      ? { personal: true }
      : scope === 'group'
        ? { group: true }
        : {}),
  ...(search ? { search } : {}),
  isArchived: isArchived === true,
})

/**
 * Returns the list of the actor's projects with the number of members and the actor's direct role, newest first
 * (PR-05): archived projects only if `isArchived` is set, and those of all users only for administrators.
 */
export function listProjects(ctx: Context, query: Static<typeof listProjectsQuery>) {
  const { scope = 'all', isArchived = false, everyones = false } = query
  const who = reachOf(everyones ? requireAdmin(ctx) : requireActor(ctx))
  const filter: ProjectFilter = { scope: everyones ? 'everyones' : scope, isArchived, search: null }
  return {
    name: 'projects',
    filter: filterOfProjects(query),
    ...newestFirst,
    select: (page: Page) => selectProjects(ctx.db, who, filter, page),
  }
}

/** Returns a project with its members and its number of videos. Throws as requireProject does. */
export async function getProject(ctx: Context, id: string) {
  const project = await requireProject(ctx, id, 'read')
  const members = await projectMembers.selectMembers(ctx.db, [id])
  const [videoAssignmentCount] = await assignmentCounts(ctx, [project.id])
  return { ...project, members, videoAssignmentCount: videoAssignmentCount ?? 0 }
}

/** Returns one entry per id, in the order of the ids; undefined for projects that the actor may not read. */
export async function projectsByIds(ctx: Context, ids: readonly string[]): Promise<(ProjectRow | undefined)[]> {
  const rows = indexBy(await selectProjectsByIds(ctx.db, ids, await abilitiesOf(ctx)), (row) => row.id)
  return ids.map((id) => rows.get(normalUuid(id)))
}

/**
 * Returns the members of each project in the order in which they joined (PR-08). Checks no access, because the caller
 * could already see the projects.
 */
export async function membersOfProjects(ctx: Context, ids: readonly string[]): Promise<ProjectMemberRow[][]> {
  const members = groupBy(await projectMembers.selectMembers(ctx.db, ids), (row) => row.projectId)
  return ids.map((id) => members.get(id) ?? [])
}

/** Returns the same as membersOfProjects, but with no members for projects that the actor may not read. */
export async function shownMembersOfProjects(ctx: Context, ids: readonly string[]): Promise<ProjectMemberRow[][]> {
  const readable = await projectsByIds(ctx, ids)
  return (await membersOfProjects(ctx, ids)).map((members, at) => (readable[at] ? members : []))
}

/** Returns the number of videos of each project. */
export async function assignmentCounts(ctx: Context, ids: readonly string[]): Promise<number[]> {
  const counts = indexBy(await selectAssignmentCounts(ctx.db, ids), (row) => row.projectId)
  return ids.map((id) => counts.get(id)?.count ?? 0)
}

/**
 * Changes the fields in the input; settings are replaced as a whole. Throws CONFLICT if the project is archived, unless
 * this change restores it (ST-04).
 */
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

/**
 * Deletes a project with its memberships, video assignments and worlds; other content stays with its owners (PR-13).
 */
export async function deleteProject(ctx: Context, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    await requireProject(tx, id, 'delete', { lock: true })
    await deleteRow(tx.db, id)
  })
  noteDeleted(ctx, 'Project', [normalUuid(id)])
  await refreshAccess(ctx)
}
