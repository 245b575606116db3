import { sql, type Insertable, type Updateable } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { namesBut } from '../database/rows/record.js'
import { prepare, type Connections } from '../database/driver/prepared.js'
import { columnList, recordset } from '../database/rows/record-write.js'
import type { Annotations } from '../database/schema.js'
import { annotationRecord } from './annotation.shape.js'

type NewAnnotation = Omit<Insertable<Annotations>, 'framesHead' | 'framesTail' | 'stale' | 'version'>

/**
 * Every column except the sequence, which is loaded only where it is asked for, and except what is kept for exports.
 */
export const annotationColumns = namesBut(
  annotationRecord,
  'frames',
  'framesHead',
  'framesTail',
  'framesSize',
  'framesComplete',
  'hasBoxes',
  'trackId',
  'sequenceProblems',
  'videoSha256',
).map((name) => `a.${name}` as const)

export type AnnotationRow = Awaited<ReturnType<typeof selectAnnotationsByIds>>[number]

/** Reads annotations by id, without their sequences. `access` is a condition on the alias a (annotations). */
export function selectAnnotationsByIds(db: Database, ids: readonly string[], access: Condition) {
  return db.selectFrom('annotations as a').select(annotationColumns).where('a.id', 'in', ids).where(access).execute()
}

/** Reads the row and locks it until the transaction ends. `access` is a condition on the alias a. */
export function selectAnnotationForUpdate(db: Database, id: string, access: Condition) {
  return db
    .selectFrom('annotations as a')
    .select(annotationColumns)
    .where('a.id', '=', id)
    .where(access)
    .forUpdate()
    .executeTakeFirst()
}

/** Reads what an annotation shows, without checking access. */
export function selectLabel(db: Database, id: string) {
  return db.selectFrom('annotations').select(['type', 'label', 'linkType']).where('id', '=', id).executeTakeFirst()
}

/** The columns that an insert names; PostgreSQL derives the others or fills in their defaults. */
const inserted = namesBut(annotationRecord, 'framesHead', 'framesTail', 'isObject', 'videoSha256', 'stale', 'version')

const insertion = prepare<readonly NewAnnotation[]>(
  'insert-annotations',
  () => sql`
    insert into annotations (${columnList(annotationRecord, inserted)})
    select ${columnList(annotationRecord, inserted, 'r')}
      from ${recordset(annotationRecord, inserted, (rows: readonly NewAnnotation[]) => rows)}`,
)

/** Inserts the rows in one statement, which takes all of them as a single parameter. */
export async function insertAnnotations(on: Connections, rows: readonly NewAnnotation[]): Promise<void> {
  await insertion.rows(on, rows)
}

/** Changes an annotation that the caller has locked, and increments its version. */
export async function updateAnnotation(db: Database, id: string, changes: Updateable<Annotations>): Promise<void> {
  await db
    .updateTable('annotations')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Returns whether a row was deleted. */
export async function deleteAnnotation(db: Database, id: string, access: Condition): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('annotations as a')
    .where('a.id', '=', id)
    .where(access)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the annotations that a user made with a persona (RF-03). */
export async function deleteAnnotationsOf(db: Database, personaId: string, userId: string): Promise<void> {
  await db.deleteFrom('annotations').where('personaId', '=', personaId).where('createdByUserId', '=', userId).execute()
}

export async function deleteAnnotationsByIds(db: Database, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('annotations').where('id', 'in', ids).execute()
}

/** Reads id and project of those personas that `usable`, a condition on the alias p, lets through. */
export function selectUsablePersonas(db: Database, ids: readonly string[], usable: Condition) {
  return db.selectFrom('personas as p').select(['id', 'projectId']).where('id', 'in', ids).where(usable).execute()
}

/**
 * Returns true if one of the videos exists and `access`, a condition on the alias v (videos), does not let it through.
 */
export async function areHiddenVideos(db: Database, ids: readonly string[], access: Condition): Promise<boolean> {
  // The statement gives a row if every video is let through: access/measure.ts counts a check without rows as refused.
  const { rows } = await sql`
    select from videos v where v.id = any(${ids}::text[])
    having count(*) = count(*) filter (where ${access})`.execute(db)
  return rows.length === 0
}
