import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { copyRow } from '../database/rows/record-write.js'
import { summaryExists } from '../lib/constraints.js'
import { conflict } from '../lib/errors.js'
import { rewriteReferences, type ReferenceMap } from '../documents/references.js'
import { newId } from '../lib/uuid.js'
import { summaryRecord } from './summary.shape.js'
import { summaryById } from './summary.service.js'
import { selectSummaryOfPair } from './summary.sql.js'

/**
 * Copies a summary for the actor under another persona and returns the copy's id. References in its text are rewritten
 * by `references`, so that they point to copies. Throws CONFLICT when the video and that persona already have a summary
 * (SH-13).
 */
export async function copySummary(
  ctx: Context,
  sourceId: string,
  persona: { id: string; projectId: string | null },
  references: ReferenceMap,
): Promise<string> {
  const source = await summaryById(ctx, sourceId)
  const rewritten = rewriteReferences(source.summary, references)
  return transaction(ctx, async (tx) => {
    if (await selectSummaryOfPair(tx.db, source.videoId, persona.id)) throw conflict(summaryExists, 'personaId')
    const id = newId()
    await copyRow(tx.db, summaryRecord, sourceId, {
      id,
      personaId: persona.id,
      projectId: persona.projectId,
      createdBy: requireActor(tx).userId,
      createdAt: tx.now(),
      updatedAt: tx.now(),
      ...(rewritten !== source.summary && { summary: JSON.stringify(rewritten) }),
    })
    return id
  })
}
