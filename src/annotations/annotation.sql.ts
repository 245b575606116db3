import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { Condition } from '../database/rows/conditions.js'
import { namesBut } from '../database/rows/record.js'
import { annotationRecord } from './annotation.shape.js'

/** Every column except the sequence, which is loaded only on request, and except the columns for exports. */
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

/** Reads an annotation, without its sequence. `access` is a condition on the alias a. */
export function selectAnnotation(db: Database, id: string, access: Condition) {
  return db
    .selectFrom('annotations as a')
    .select(annotationColumns)
    .where('a.id', '=', id)
    .where(access)
    .executeTakeFirst()
}

/** Reads what an annotation shows (its type, label and link), without checking access. */
export function selectLabel(db: Database, id: string) {
  return db.selectFrom('annotations').select(['type', 'label', 'linkType']).where('id', '=', id).executeTakeFirst()
}

/** Deletes an annotation and returns whether it existed. */
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

/** Reads id and project of those personas that match `usable`, a condition on the alias p. */
export function selectUsablePersonas(db: Database, ids: readonly string[], usable: Condition) {
  return db.selectFrom('personas as p').select(['id', 'projectId']).where('id', 'in', ids).where(usable).execute()
}

/** Returns true if one of the videos exists but does not match `access`, a condition on the alias v (videos). */
export async function areHiddenVideos(db: Database, ids: readonly string[], access: Condition): Promise<boolean> {
  // The statement returns a row if every video matches: access/measure.ts counts a check without rows as refused.
  const { rows } = await sql`
    select from videos v where v.id = any(${ids}::text[])
    having count(*) = count(*) filter (where ${access})`.execute(db)
  return rows.length === 0
}
