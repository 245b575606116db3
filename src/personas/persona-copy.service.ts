import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { copiedOf, copyRow } from '../database/rows/record-write.js'
import { notFound } from '../lib/errors.js'
import { rewriteReferences } from '../documents/references.js'
import { newId } from '../lib/uuid.js'
import type { ForkOptions } from '../shared-kinds.js'
import { relateCopy } from './correspondences/correspondence.service.js'
import { insertOntology, selectOntologies } from './ontology.sql.js'
import { copyTypes, selectTypesNaming } from './persona-copy.sql.js'
import { ontologyRecord, ontologyTypeRecord, personaRecord } from './persona.shape.js'

/**
 * Copies a persona with its ontology for the actor and returns the copy's id. The copy is in no project, not hidden and
 * not system-generated, and has the name of the source unless `personaName` is given; the ids of its types stay, and
 * references to the source point to the copy (SH-12). Each type has an `exact` correspondence with that of the source.
 * Throws NOT_FOUND when the source is gone.
 */
export async function copyPersona(
  ctx: Context,
  sourceId: string,
  { personaName }: Pick<ForkOptions, 'personaName'>,
): Promise<string> {
  const [id, at] = [newId(), ctx.now()]
  const made = { createdAt: at, updatedAt: at }
  const persona = new Map([[sourceId, id]])
  const rewrite = (document: unknown) => rewriteReferences(document, { persona })
  await transaction(ctx, async (tx) => {
    const own = { ...made, id, userId: requireActor(tx).userId, ...(personaName && { name: personaName }) }
    if (!(await copyRow(tx.db, personaRecord, sourceId, own))) throw notFound('Persona')
    const [ontology] = await selectOntologies(tx.db, [sourceId])
    const copied = ontology && copiedOf(ontologyRecord, ontology, rewrite)
    const forkedFrom = ontology && JSON.stringify({ id: ontology.id, version: ontology.version })
    await insertOntology(tx.db, { ...copied, ...made, forkedFrom, id: newId(), personaId: id })
    const naming = await selectTypesNaming(tx.db, sourceId)
    await copyTypes(
      tx.db,
      { from: sourceId, to: id },
      naming.map((row) => copiedOf(ontologyTypeRecord, row, rewrite)),
    )
    await relateCopy(tx, { from: sourceId, to: id })
  })
  return id
}
