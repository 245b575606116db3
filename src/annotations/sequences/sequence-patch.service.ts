import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../../access/abilities.js'
import type { Context } from '../../context.js'
import { notFound } from '../../lib/errors.js'
import { staleVersion } from '../../lib/version.js'
import type { patchSequenceSchema } from '../annotation.shape.js'
import { changesOf, framesOf, isUnchanged, type SequenceChanges } from './sequence-parts.js'
import { selectSequence, updateSequence } from './sequence.sql.js'

/** The number of lost races against other writers after which a writer gives up. */
const mostTries = 10

/**
 * Sets keyframes of a sequence, deletes boxes and replaces its segments and ranges, without sending the rest of the
 * sequence in either direction. Returns the new counters of the sequence. Throws NOT_FOUND, VALIDATION_ERROR for an
 * invalid result, and PRECONDITION_FAILED when the annotation is no longer at `ifVersion`. Without `ifVersion` the
 * patch is applied on top of concurrent changes.
 */
export async function patchSequence(
  ctx: Context,
  id: string,
  patch: Static<typeof patchSequenceSchema>,
  ifVersion?: number,
) {
  const abilities = await abilitiesOf(ctx)
  for (let tries = 1; ; tries++) {
    const current = await selectSequence(ctx, { abilities, id, frames: framesOf(patch) })
    if (!current) throw notFound('Annotation')
    const isStale = ifVersion !== undefined && current.version !== ifVersion
    if (isStale || tries > mostTries) throw staleVersion(current.version)
    const changes = changesOf(current.sequence, patch, ctx.config.sequencesInParts)
    // Boxes that are saved again count as drawn on the current file of the video.
    if (!current.stale && isUnchanged(current.sequence, changes)) return countersOf(id, current, changes.columns)
    const now = await updateSequence(ctx, { abilities, id, version: current.version, at: ctx.now(), changes })
    if (now) return now
  }
}

function countersOf(
  id: string,
  { version, updatedAt }: { version: number; updatedAt: string },
  columns: SequenceChanges['columns'],
) {
  const { keyframeCount, boxCount, interpolatedCount: interpolatedFrameCount, firstFrame, lastFrame } = columns
  return { id, version, keyframeCount, boxCount, interpolatedFrameCount, firstFrame, lastFrame, updatedAt }
}
