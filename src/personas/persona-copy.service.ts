import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { notFound } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { insertOntology } from './ontology.sql.js'
import { copyOntology, copyPersonaRow } from './persona-copy.sql.js'

/**
 * A copy with its ontology for the actor: no project, not hidden, not system-generated; type ids stay, references to
 * the source point to the copy (SH-12).
 */
export async function copyPersona(ctx: Context, sourceId: string): Promise<string> {
  const { userId } = requireActor(ctx)
  const id = newId()
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    if (!(await copyPersonaRow(tx.db, sourceId, { id, userId, at: now }))) throw notFound('Persona')
    await insertOntology(tx.db, { id: newId(), personaId: id, createdAt: now, updatedAt: now })
    await copyOntology(tx.db, sourceId, id)
  })
  return id
}
