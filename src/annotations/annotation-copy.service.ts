import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { copyRow } from '../database/record-write.js'
import { notFound } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { annotationRecord } from './annotation.record.js'

/** A copy of the same video and persona for the actor, without project (SH-11). Its id. */
export async function copyAnnotation(ctx: Context, sourceId: string): Promise<string> {
  const [id, at] = [newId(), ctx.now()]
  const made = { id, createdByUserId: requireActor(ctx).userId, createdAt: at, updatedAt: at }
  if (!(await copyRow(ctx.db, annotationRecord, sourceId, made))) throw notFound('Annotation')
  return id
}
