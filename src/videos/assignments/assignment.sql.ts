import { sql, type Insertable, type SqlBool } from 'kysely'
import type { Database } from '../../database/driver/client.js'
import { equal } from '../../database/rows/equal.js'
import { keyset, type KeyColumn } from '../../database/rows/keyset.js'
import { objectOf, printedFields } from '../../database/rows/print.js'
import { namesBut } from '../../database/rows/record.js'
import type { ProjectVideoAssignments } from '../../database/schema.js'
import type { Page } from '../../lib/page.js'
import { assignmentRecord } from './assignment.shape.js'

const assignmentColumns = namesBut(assignmentRecord, 'closes', 'stands', 'videoCreatedAt')

export type AssignmentRow = Awaited<ReturnType<typeof insertAssignment>>

const newest = (alias: string): KeyColumn[] => [
  { column: `${alias}.assigned_at`, type: 'timestamptz' },
  { column: `${alias}.id`, type: 'uuid' },
]

/** An assignment as JSON text, and its place in the list. */
export type AssignmentText = Pick<AssignmentRow, 'assignedAt' | 'id'> & { text: string }

/** Reads the assignments of a project as JSON texts, newest first (VA-02). */
export async function selectAssignmentTexts(db: Database, projectId: string, page: Page): Promise<AssignmentText[]> {
  const { where, orderBy, limit } = keyset(page, newest('x'), 'desc')
  const { rows } = await sql<AssignmentText>`
    select ${objectOf(printedFields(assignmentRecord))} as text, x.assigned_at, x.id from project_video_assignments x
     where x.project_id = ${projectId} and ${where} order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

export interface AssignmentFilter {
  projectId: string
  videoId?: string | null
  assignedUserId?: string | null
  source?: string | null
}

function filtered(db: Database, filter: AssignmentFilter) {
  const columns = {
    projectId: 'a.project_id',
    videoId: 'a.video_id',
    assignedUserId: 'a.assigned_user_id',
    source: 'a.source',
  }
  return db.selectFrom('projectVideoAssignments as a').where(equal(filter, columns))
}

export function selectAssignmentPage(db: Database, filter: AssignmentFilter, page: Page) {
  const { where, orderBy, limit } = keyset(page, newest('a'), 'desc')
  return filtered(db, filter).select(assignmentColumns).where(where).orderBy(orderBy).limit(limit).execute()
}

export async function countAssignments(db: Database, filter: AssignmentFilter): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function selectAssignmentsOfVideos(db: Database, videoIds: readonly string[]) {
  return db
    .selectFrom('projectVideoAssignments')
    .select(assignmentColumns)
    .where('videoId', 'in', videoIds)
    .orderBy('assignedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Inserts an assignment. It `stands` if it closes the video, or if the video is already closed (VA-17). */
export function insertAssignment(db: Database, row: Omit<Insertable<ProjectVideoAssignments>, 'stands'>) {
  const stands = sql<boolean>`(${row.closes} or exists (
    select from project_video_assignments c where c.video_id = ${row.videoId} and c.closes))`
  return db
    .insertInto('projectVideoAssignments')
    .values({ ...row, stands })
    .returning(assignmentColumns)
    .executeTakeFirstOrThrow()
}

export interface NewAssignments {
  projectId: string
  /** `ids` and `videoIds` are parallel arrays. */
  ids: readonly string[]
  videoIds: readonly string[]
  assignedUserId: string | null
  assignedBy: string
  assignedAt: Date
}

/**
 * Inserts assignments of an administrator and returns the number of new ones. Videos that the project already has keep
 * their assignment (VA-06); but because an administrator now makes it too, it closes them from this point on and keeps
 * showing them in the project (VA-17).
 */
export async function insertAssignments(
  db: Database,
  { projectId, ids, videoIds, assignedUserId, assignedBy, assignedAt }: NewAssignments,
): Promise<number> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into project_video_assignments as a (id, project_id, video_id, assigned_user_id, source, assigned_by, assigned_at, closes)
    select u.id, ${projectId}::uuid, u.video_id, ${assignedUserId}::uuid, 'manual', ${assignedBy}, ${assignedAt}, true
      from unnest(${ids}::uuid[], ${videoIds}::text[]) as u(id, video_id)
    on conflict (project_id, video_id) do update set closes = true, stands = true where not a.closes
    returning a.xmax = 0 as is_new`.execute(db)
  return rows.filter(({ isNew }) => isNew).length
}

/**
 * Inserts assignments, each of which `stands` as in `insertAssignment`; existing ones of the project only get the user.
 * Returns all of them.
 */
export async function upsertAssignments(
  db: Database,
  { projectId, ids, videoIds, assignedUserId, assignedBy, assignedAt, closes }: NewAssignments & { closes: boolean },
): Promise<AssignmentRow[]> {
  const { rows } = await sql<AssignmentRow>`
    insert into project_video_assignments as a
      (id, project_id, video_id, assigned_user_id, source, assigned_by, assigned_at, closes, stands)
    select u.id, ${projectId}::uuid, u.video_id, ${assignedUserId}::uuid, 'manual', ${assignedBy}, ${assignedAt},
           ${closes}, ${closes} or exists (
             select from project_video_assignments c where c.video_id = u.video_id and c.closes)
      from unnest(${ids}::uuid[], ${videoIds}::text[]) as u(id, video_id)
    on conflict (project_id, video_id) do update set assigned_user_id = excluded.assigned_user_id
    returning ${sql.join(assignmentColumns.map((name) => sql.ref(`a.${name}`)))}`.execute(db)
  return rows
}

/** Deletes an assignment and returns its id; undefined if it does not exist. */
export async function deleteAssignment(db: Database, projectId: string, videoId: string): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('projectVideoAssignments')
    .where('projectId', '=', projectId)
    .where('videoId', '=', videoId)
    .returning('id')
    .executeTakeFirst()
  return deleted?.id
}

/** Returns the ids that are not those of videos, in their order. */
export async function selectUnknownVideos(db: Database, videoIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${videoIds}::text[]) with ordinality as u(id, position)
     where not exists (select from videos v where v.id = u.id) order by u.position`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns whether the project, user or group exists; removed users do not count. */
export async function exists(db: Database, table: 'projects' | 'users' | 'userGroups', id: string): Promise<boolean> {
  const present = table === 'users' ? sql<SqlBool>`removed_at is null` : sql<SqlBool>`true`
  const row = await db.selectFrom(table).select('id').where('id', '=', id).where(present).executeTakeFirst()
  return row !== undefined
}
