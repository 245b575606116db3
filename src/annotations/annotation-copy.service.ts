import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { copyRow } from '../database/record-write.js'
import { notFound } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { annotationRecord } from './annotation.record.js'

/**
 * Copies an annotation for the actor: same video and persona, outside every project (SH-11). Returns the id of the
 * copy; throws NOT_FOUND when the source is gone.
 */
export async function copyAnnotation(ctx: Context, sourceId: string): Promise<string> {
  const [id, at] = [newId(), ctx.now()]
  const made = { id, createdByUserId: requireActor(ctx).userId, createdAt: at, updatedAt: at }
  if (!(await copyRow(ctx.db, annotationRecord, sourceId, made))) throw notFound('Annotation')
  return id
}
