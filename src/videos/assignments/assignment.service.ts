import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import { requireActor } from '../../access/actor.js'
import { requireAdmin, requireVideos } from '../../access/require.js'
import { seesAssignment } from '../../access/place-rules.js'
import { requireRole } from '../../access/role-rule.js'
import { idOfUserIfNamed } from '../../accounts/find-user.service.js'
import { type Context, transaction } from '../../context.js'
import { noteDeleted } from '../../lib/deleted.js'
import { AppError, notFound } from '../../lib/errors.js'
import { groupBy, indexBy } from '../../lib/group-by.js'
import { arrayText } from '../../lib/json-text.js'
import type { ListOf } from '../../lib/page.js'
import type { PrintedList } from '../../lib/printed-list.js'
import { newId, normalUuid } from '../../lib/uuid.js'
import type { assignProjectVideosSchema, assignVideoSchema, AssignVideosInput, Assignee } from './assignment.shape.js'
import {
  countAssignments,
  deleteAssignment,
  exists,
  insertAssignment,
  insertAssignments,
  selectAssignmentPage,
  selectAssignmentsOfVideos,
  selectAssignmentTexts,
  selectUnknownVideos,
  upsertAssignments,
  type AssignmentFilter,
  type AssignmentRow,
  type AssignmentText,
} from './assignment.sql.js'

/**
 * Throws NOT_FOUND for an unknown project, then FORBIDDEN for a missing role (VA-03, VA-04). Reading needs any role in
 * the project; assigning needs a role of the actor's own that allows it (PM-09).
 */
async function requireInProject(ctx: Context, projectId: string, action: 'read' | 'assign'): Promise<void> {
  requireActor(ctx)
  if (!(await exists(ctx.db, 'projects', projectId))) throw notFound('Project')
  const held = (await abilitiesOf(ctx)).projectRole(projectId)
  await requireRole(ctx, { scope: 'project', type: 'video', action, role: undefined, ...held })
}

/** What the lists of assignments have in common: their name and order. */
const inOrder = {
  name: 'assignments',
  kinds: ['time', 'uuid'],
  keyOf: (row: Pick<AssignmentRow, 'assignedAt' | 'id'>) => [row.assignedAt, row.id],
} as const

/** Returns the list of the assignments of a project as REST prints them, newest first. */
export async function printedAssignments(ctx: Context, projectId: string): Promise<PrintedList<AssignmentText>> {
  await requireInProject(ctx, projectId, 'read')
  return {
    ...inOrder,
    filter: { projectId },
    select: (page) => selectAssignmentTexts(ctx.db, projectId, page),
    print: (rows) => arrayText(rows.map(({ text }) => text)),
  }
}

/** Returns the list of the assignments of a project that match the filter, newest first. */
export async function listAssignments(ctx: Context, filter: AssignmentFilter): Promise<ListOf<AssignmentRow>> {
  await requireInProject(ctx, filter.projectId, 'read')
  return {
    ...inOrder,
    filter,
    select: (page) => selectAssignmentPage(ctx.db, filter, page),
    count: () => countAssignments(ctx.db, filter),
  }
}

/** Returns for each video its assignments in projects that the caller may read, and those to the caller. */
export async function assignmentsOfVideos(ctx: Context, videoIds: readonly string[]): Promise<AssignmentRow[][]> {
  const abilities = await abilitiesOf(ctx)
  const rows = (await selectAssignmentsOfVideos(ctx.db, videoIds)).filter((row) => seesAssignment(abilities, row))
  const groups = groupBy(rows, (row) => row.videoId)
  return videoIds.map((id) => groups.get(id) ?? [])
}

/** Returns the assignments of videos to a project, in the order of the videos, as far as the caller may read them. */
export async function assignmentsIn(ctx: Context, projectId: string, videoIds: readonly string[]) {
  const found = await assignmentsOfVideos(ctx, [...new Set(videoIds)])
  return found.flat().filter((row) => row.projectId === normalUuid(projectId))
}

/**
 * Assigns a video to a project (VA-03, VA-17). Throws NOT_FOUND for a project, video or user, FORBIDDEN, and CONFLICT
 * when the project already has the video (VA-01).
 */
export async function assignVideo(
  ctx: Context,
  { projectId, videoId, ...named }: Static<typeof assignVideoSchema> & { projectId: string },
): Promise<AssignmentRow> {
  await requireInProject(ctx, projectId, 'assign')
  const { userId, isAdmin } = requireActor(ctx)
  await requireVideos(ctx, [videoId])
  const assignedUserId = await assigneeOf(ctx, named)
  return insertAssignment(ctx.db, {
    id: newId(),
    projectId,
    videoId,
    assignedUserId,
    source: 'manual',
    assignedBy: userId,
    assignedAt: ctx.now(),
    closes: isAdmin,
  })
}

/**
 * Assigns videos to a project and to the user who is to annotate them, all or none. Videos that the project already has
 * keep their assignment, which gets the new user. Returns the assignments in the order of the ids. Throws NOT_FOUND for
 * the project, user or a video that the caller cannot see, and FORBIDDEN.
 */
export async function assignProjectVideos(
  ctx: Context,
  projectId: string,
  input: Static<typeof assignProjectVideosSchema>,
): Promise<AssignmentRow[]> {
  await requireInProject(ctx, projectId, 'assign')
  const { userId, isAdmin } = requireActor(ctx)
  const videoIds = [...new Set(input.videoIds)]
  await requireVideos(ctx, videoIds)
  const assignedUserId = await assigneeOf(ctx, input)
  const rows = await upsertAssignments(ctx.db, {
    ...{ projectId, assignedUserId },
    // In a fixed order, so that two requests that assign the same videos do not deadlock.
    videoIds: [...videoIds].sort(),
    ids: videoIds.map(() => newId()),
    ...{ assignedBy: userId, assignedAt: ctx.now(), closes: isAdmin },
  })
  const byVideo = indexBy(rows, (row) => row.videoId)
  return videoIds.map((id) => byVideo.get(id)!)
}

/** Returns the id of the user who is to annotate the videos, else null; throws as idOfUserIfNamed does. */
const assigneeOf = (ctx: Context, { assignedUserId: userId, username }: Assignee) =>
  idOfUserIfNamed(ctx, { userId, username }, 'assignedUserId')

/** Ends an assignment. Checks project, role and assignment in this order (VA-04). */
export async function unassignVideo(ctx: Context, projectId: string, videoId: string): Promise<void> {
  await requireInProject(ctx, projectId, 'assign')
  const id = await deleteAssignment(ctx.db, projectId, videoId)
  if (id === undefined) throw notFound('Assignment')
  noteDeleted(ctx, 'VideoAssignment', [id])
}

/**
 * Assigns many videos, all or none, for administrators (VA-05, VA-06). Returns the number of new assignments. Throws
 * NOT_FOUND for the project or user, and VALIDATION_ERROR naming the unknown videos.
 */
export async function assignVideos(ctx: Context, input: AssignVideosInput): Promise<number> {
  const { userId } = requireAdmin(ctx)
  const { projectId } = input
  const videoIds = [...new Set(input.videoIds)]
  return transaction(ctx, async (tx) => {
    if (!(await exists(tx.db, 'projects', projectId))) throw notFound('Project')
    const assignedUserId = await assigneeOf(tx, input)
    const unknown = await selectUnknownVideos(tx.db, videoIds)
    if (unknown.length) throw new AppError('VALIDATION_ERROR', `Videos not found: ${unknown.join(', ')}`)
    return insertAssignments(tx.db, {
      projectId,
      videoIds,
      assignedUserId,
      ids: videoIds.map(() => newId()),
      assignedBy: userId,
      assignedAt: tx.now(),
    })
  })
}
