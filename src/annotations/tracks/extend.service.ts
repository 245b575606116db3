import { requireCan } from '../../access/require.js'
import type { Context } from '../../context.js'
import { AppError, notFound } from '../../lib/errors.js'
import { normalUuid } from '../../lib/uuid.js'
import { mostAttempts } from '../../lib/version.js'
import { updateAnnotation } from '../annotation-write.service.js'
import { annotationsByIds, framesOfAnnotations } from '../annotation.service.js'
import { sequenceWith, type SequenceDocument } from '../sequences/sequence-join.js'

/** Throws NOT_FOUND unless the actor may change the annotation and it belongs to the video. */
export async function requireExtendable(ctx: Context, videoId: string, annotationId: string): Promise<void> {
  await requireCan(ctx, 'update', 'annotation', [normalUuid(annotationId)])
  const [annotation] = await annotationsByIds(ctx, [normalUuid(annotationId)])
  if (annotation?.videoId !== videoId) throw notFound('Annotation')
}

/**
 * Puts the boxes of `piece` into the sequence of an annotation, replacing its boxes on the same frames. Returns false
 * if the annotation is gone or the actor may no longer change it.
 */
export async function extendAnnotation(ctx: Context, annotationId: string, piece: SequenceDocument): Promise<boolean> {
  const id = normalUuid(annotationId)
  for (let attempt = 1; ; attempt++) {
    const [annotation] = await annotationsByIds(ctx, [id])
    const [frames] = await framesOfAnnotations(ctx, [id])
    if (!annotation || !frames) return false
    try {
      await updateAnnotation(ctx, id, { frames: sequenceWith(frames as SequenceDocument, piece) }, annotation.version)
      return true
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined
      if (code === 'NOT_FOUND') return false
      // Another writer was faster: read their change, and put the boxes into it.
      if (code !== 'PRECONDITION_FAILED' || attempt === mostAttempts) throw error
    }
  }
}
