import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { copyAnnotationRow } from './annotation-copy.sql.js'

/** A copy of the same video and persona for the actor, without project (SH-11). Its id. */
export async function copyAnnotation(ctx: Context, sourceId: string): Promise<string> {
  const id = newId()
  if (!(await copyAnnotationRow(ctx.db, sourceId, { id, userId: requireActor(ctx).userId, at: ctx.now() })))
    throw notFound('Annotation')
  return id
}
