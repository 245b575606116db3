import type { Static } from '@sinclair/typebox'
import { abilitiesOf } from '../access/abilities.js'
import { changeable } from '../access/rules.js'
import type { Context } from '../context.js'
import { notFound } from '../lib/errors.js'
import { staleVersion } from '../lib/version.js'
import type { patchSequenceSchema } from './annotation.schema.js'
import { selectSequence, updateSequence } from './annotation.sql.js'
import { sequenceColumns } from './sequence-columns.js'
import { patched } from './sequence-patch.js'

/** A writer that others overtake so often gives up. */
const mostTries = 10

/**
 * Sets keyframes of a sequence and takes boxes out, without sending the rest of it either way. Answers the counters of
 * the sequence as it is now. PRECONDITION_FAILED when the annotation is no longer at `ifVersion`; without it the patch
 * goes on top of what others wrote meanwhile.
 */
export async function patchSequence(
  ctx: Context,
  id: string,
  patch: Static<typeof patchSequenceSchema>,
  ifVersion?: number,
) {
  const access = changeable(await abilitiesOf(ctx), 'annotation', 'a', { frames: patch })
  for (let tries = 1; ; tries++) {
    const current = await selectSequence(ctx.db, id, access)
    if (!current) throw notFound('Annotation')
    const isStale = ifVersion !== undefined && current.version !== ifVersion
    if (isStale || tries > mostTries) throw staleVersion(current.version)
    const changes = { ...sequenceColumns(patched(current.frames, patch)), updatedAt: ctx.now() }
    const now = await updateSequence(ctx.db, id, current.version, changes, access)
    if (now) return now
  }
}
