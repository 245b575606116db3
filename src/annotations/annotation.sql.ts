import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely'
import type { Database } from '../database/client.js'
import { namesBut } from '../database/record.js'
import type { Annotations } from '../database/schema.js'
import { annotationRecord } from './annotation.record.js'

type Condition = RawBuilder<SqlBool>

/** Every column but the sequence, which is loaded where it is asked for, and what is kept for exports. */
export const annotationColumns = namesBut(
  annotationRecord,
  'frames',
  'framesSize',
  'framesComplete',
  'hasBoxes',
  'trackId',
  'sequenceProblems',
).map((name) => `a.${name}` as const)

export type AnnotationRow = Awaited<ReturnType<typeof selectAnnotationsByIds>>[number]

export function selectAnnotationsByIds(db: Database, ids: readonly string[], access: Condition) {
  return db.selectFrom('annotations as a').select(annotationColumns).where('a.id', 'in', ids).where(access).execute()
}

/** The row, locked until commit. */
export function selectAnnotationForUpdate(db: Database, id: string, access: Condition) {
  return db
    .selectFrom('annotations as a')
    .select(annotationColumns)
    .where('a.id', '=', id)
    .where(access)
    .forUpdate()
    .executeTakeFirst()
}

export function selectFrames(db: Database, ids: readonly string[]) {
  return db.selectFrom('annotations').select(['id', 'frames']).where('id', 'in', ids).execute()
}

export async function insertAnnotation(db: Database, row: Insertable<Annotations>): Promise<void> {
  await db.insertInto('annotations').values(row).execute()
}

export async function updateAnnotation(db: Database, id: string, changes: Updateable<Annotations>): Promise<void> {
  await db
    .updateTable('annotations')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Whether a row was deleted. */
export async function deleteAnnotation(db: Database, id: string, videoId: string, access: Condition): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('annotations as a')
    .where('a.id', '=', id)
    .where('a.videoId', '=', videoId)
    .where(access)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The user's annotations under a persona (RF-03). */
export async function deleteAnnotationsOf(db: Database, personaId: string, userId: string): Promise<void> {
  await db.deleteFrom('annotations').where('personaId', '=', personaId).where('createdByUserId', '=', userId).execute()
}

export async function deleteAnnotationsByIds(db: Database, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('annotations').where('id', 'in', ids).execute()
}

/** The project of a persona that `usable` (over p) lets through. */
export function selectUsablePersona(db: Database, id: string, usable: Condition) {
  return db.selectFrom('personas as p').select('projectId').where('id', '=', id).where(usable).executeTakeFirst()
}

/** True for a video that exists and that `access` (alias v) does not let through. */
export async function isHiddenVideo(db: Database, id: string, access: Condition): Promise<boolean> {
  const { rows } = await sql<{
    hidden: boolean
  }>`select not ${access} as hidden from videos v where v.id = ${id}`.execute(db)
  return rows[0]?.hidden ?? false
}
