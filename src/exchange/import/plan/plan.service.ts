import type pg from 'pg'
import { abilitiesOf } from '../../../access/abilities.js'
import { requireActor } from '../../../access/actor.js'
import { permitted, usablePersona, visible } from '../../../access/rules.js'
import type { Context } from '../../../context.js'
import { systemPersonaId } from '../../../lib/system-persona.js'
import { selectWorldId } from '../../export/content.sql.js'
import { rewriteStagedReferences, uniteStagedObjects, uniteStagedSequences } from './documents.service.js'
import type { ImportOptions } from '../options.js'
import { cutAfter, hasErrors, insertError, refuseWarnings, selectStop } from '../report/report.sql.js'
import { planAnnotations } from './annotations.sql.js'
import { planClaimRelations, planClaims, planSummaries } from './claims.sql.js'
import { renewAllIds, skipRepeatedIds } from './settle.sql.js'
import { planOntologies, planPersonaReferences, planPersonas, planTypeReferences } from './personas.sql.js'
import { planObjectReferences, planObjects } from './world.sql.js'

/**
 * Decides for every staged line what happens to it; preview and import share it, so they cannot disagree. True when the
 * plan
 * may be carried out: an atomic import with an error may not.
 */
export async function planImport(ctx: Context, client: pg.PoolClient, options: ImportOptions): Promise<boolean> {
  const { db } = ctx
  const { userId } = requireActor(ctx)
  const abilities = await abilitiesOf(ctx)
  const missing = { policy: options.missing, resolution: options.named.missing }
  // I-21: summaries and claims cannot be made up.
  const hard = { ...missing, policy: options.missing === 'create' ? 'skip' : options.missing } as const
  const worldId = (await selectWorldId(userId, null).execute(db)).rows[0]?.id ?? null

  await skipRepeatedIds(db)
  if (options.regenerateIds) await renewAllIds(db, systemPersonaId)
  const who = { userId, systemPersonaId }
  await planPersonas(db, who, options)
  await planObjects(db, worldId, options)
  await planPersonaReferences(db, who, options, usablePersona(abilities, 'annotation', 'p'), missing)
  await planOntologies(db, options)
  await planTypeReferences(db, options, missing)
  await planObjectReferences(db, worldId, options, missing)
  await planSummaries(db, userId, permitted(abilities, 'update', 'summary', 's'), hard)
  await planClaims(db, userId, hard)
  await planClaimRelations(db, userId, visible(abilities, 'claim', 'c'), hard)
  if (await planAnnotations(db, userId, options)) await uniteStagedSequences(db, client, userId, options)
  if (options.strict) await refuseWarnings(db)
  const stop = await selectStop(db)
  if (stop) {
    await cutAfter(db, stop)
    await insertError(db, 0, 'execution', `The import stopped at line ${stop.line}`)
  }
  if (options.atomic && (await hasErrors(db))) return false
  await rewriteStagedReferences(db)
  await uniteStagedObjects(db, worldId)
  return true
}
