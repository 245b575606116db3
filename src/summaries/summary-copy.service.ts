import { sql, type SqlBool } from 'kysely'
import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { conflict, notFound } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { copySummaryRow } from './summary-copy.sql.js'
import { selectSummary } from './summary.sql.js'

/** Where a summary comes from: its pair, whoever may read it. Callers have checked the access. */
export async function pairOfSummary(ctx: Context, id: string): Promise<{ videoId: string; personaId: string }> {
  const source = await selectSummary(ctx.db, sql<SqlBool>`s.id = ${id}`)
  if (!source) throw notFound('Summary')
  return source
}

/**
 * A copy for the actor under another persona, whose id replaces the source's inside rich text; CONFLICT when that pair
 * has a summary (SH-13).
 */
export async function copySummary(
  ctx: Context,
  sourceId: string,
  from: string,
  persona: { id: string; projectId: string | null },
): Promise<string> {
  const { videoId } = await pairOfSummary(ctx, sourceId)
  return transaction(ctx, async (tx) => {
    if (await selectSummary(tx.db, sql<SqlBool>`s.video_id = ${videoId} and s.persona_id = ${persona.id}`)) {
      throw conflict('A summary already exists for this video and persona')
    }
    const id = newId()
    await copySummaryRow(tx.db, sourceId, { id, userId: requireActor(tx).userId, from, persona, at: tx.now() })
    return id
  })
}
