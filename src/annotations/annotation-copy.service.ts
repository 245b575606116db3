import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { copyRow } from '../database/rows/record-write.js'
import { notFound } from '../lib/errors.js'
import { rewriteReferences, type ReferenceMap } from '../documents/references.js'
import { newId } from '../lib/uuid.js'
import { annotationRecord } from './annotation.shape.js'
import { selectLabel } from './annotation.sql.js'
import { copySequenceParts } from './sequences/sequence.sql.js'

/** Where a copy is placed, if not beside its source, and the type that it shows there. */
interface Placed {
  personaId: string
  projectId: string | null
  label: string
}

/**
 * Copies an annotation for the actor: same video and persona, outside every project (SH-11), or as `placed` says. If it
 * shows a world object, the copy shows the object that `references` maps it to. Returns the id of the copy; throws
 * NOT_FOUND when the source is gone.
 */
export async function copyAnnotation(
  ctx: Context,
  sourceId: string,
  references: ReferenceMap,
  placed?: Placed,
): Promise<string> {
  const source = await selectLabel(ctx.db, sourceId)
  if (!source) throw notFound('Annotation')
  const shown = { type: 'objectRef', content: source.label, refType: source.linkType }
  const label = source.type === 'object' ? rewriteReferences(shown, references).content : source.label
  const [id, at] = [newId(), ctx.now()]
  const made = { id, label, createdByUserId: requireActor(ctx).userId, createdAt: at, updatedAt: at, ...placed }
  if (!(await copyRow(ctx.db, annotationRecord, sourceId, made))) throw notFound('Annotation')
  await copySequenceParts(ctx.db, sourceId, id)
  return id
}
