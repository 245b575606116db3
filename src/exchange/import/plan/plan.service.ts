import type pg from 'pg'
import { among } from '../../../access/measure.js'
import { abilitiesOf, type Abilities } from '../../../access/abilities.js'
import { requireActor } from '../../../access/actor.js'
import { mayAdd, usablePersona } from '../../../access/place-rules.js'
import { permitted, reviewsOwnIn, visible } from '../../../access/rules.js'
import type { Context } from '../../../context.js'
import type { Database } from '../../../database/driver/client.js'
import { archived } from '../../../lib/constraints.js'
import { conflict } from '../../../lib/errors.js'
import { selectWorldId } from '../../export/content.sql.js'
import { rewriteStagedReferences, uniteStagedObjects, uniteStagedSequences } from './documents.service.js'
import type { ImportOptions } from '../options.js'
import { hasErrors } from '../report/report.sql.js'
import { cutAfter, failDependents, refuseWarnings, selectStop } from './stop.sql.js'
import { annotations } from './annotations.sql.js'
import { archivedProjects } from './archived.sql.js'
import { holdRows, holdWorld } from './holds.sql.js'
import { ids } from './ids.sql.js'
import { nameIdsInTexts } from './claim-texts.service.js'
import { claimRelations, claims, summaries } from './claims.sql.js'
import { correspondences } from './correspondences.sql.js'
import { ontologies, personaReferences, personas, typeReferences } from './personas.sql.js'
import type { Planning, Step, Usable } from './planning.js'
import { repeats } from './repeat-kinds.sql.js'
import { reviews } from './reviews.sql.js'
import { settle } from './rule.sql.js'
import { tooLongLines } from './too-long.sql.js'
import { linkKinds, objectReferences, objects } from './world.sql.js'

/**
 * Decides the state and act of every staged line. Preview and import share this function, so they agree. Returns
 * whether the plan may be carried out: an atomic import with an error may not. With `holds` the stored rows that lines
 * are written into are locked until the transaction ends; throws SERVER_BUSY if one of them was deleted while the plan
 * was made, and CONFLICT if lines of an atomic import go into an archived project (ST-04).
 */
export async function planImport(
  ctx: Context,
  client: pg.PoolClient,
  options: ImportOptions,
  holds: boolean,
): Promise<boolean> {
  const { db, budget } = ctx
  const { userId } = requireActor(ctx)
  const abilities = await abilitiesOf(ctx)
  const missing = { policy: options.missing, resolution: options.named.missing }
  const planning: Planning = {
    userId,
    worldId: null,
    options,
    usable: usableBy(abilities),
    missing,
    missingForGood: { ...missing, policy: missing.policy === 'create' ? 'skip' : missing.policy },
  }
  for (const part of [ids, personas]) await run(db, part(planning))
  if (holds) await holdRows(db, 'personas')
  planning.worldId = holds
    ? await holdWorld(db, userId)
    : ((await selectWorldId(userId, null).execute(db)).rows[0]?.id ?? null)
  await nameIdsInTexts(db, planning, budget)
  for (const part of [linkKinds, objects, personaReferences, ontologies, typeReferences, objectReferences])
    await run(db, part(planning))
  for (const part of [correspondences, summaries, claims, claimRelations]) await run(db, part(planning))
  const met = await run(db, annotations(planning))
  await run(db, reviews(planning))
  await run(db, repeats(planning))
  // This comes before sequences are united, so that no stored annotation gets frames of a line that strict mode
  // refuses.
  if (options.strict) await refuseWarnings(db)
  if (options.strict && !options.atomic) await failDependents(db)
  if (met && holds) await holdRows(db, 'annotations')
  if (met) await uniteStagedSequences(db, client, userId, options, budget)
  const stop = await selectStop(db)
  if (stop) await cutAfter(db, stop)
  const refused = options.atomic && (await hasErrors(db))
  const closed = await run(db, archivedProjects)
  // An import without any other fault is refused like every other change of an archived project.
  if (options.atomic && closed && holds && !refused) throw conflict(archived)
  if (options.atomic && (refused || closed)) return false
  await rewriteStagedReferences(db, budget)
  await uniteStagedObjects(db, planning.worldId, budget)
  const long = await run(db, tooLongLines)
  return !(options.atomic && long)
}

function usableBy(abilities: Abilities): Usable {
  return {
    persona: among(usablePersona(abilities, 'annotation', 'p')),
    personaOfSummary: among(usablePersona(abilities, 'summary', 'p')),
    readPersona: among(visible(abilities, 'persona', 'p')),
    changedPersona: among(permitted(abilities, 'update', 'persona', 'p')),
    summary: among(mayAdd(abilities)),
    claim: among(visible(abilities, 'claim', 'c')),
    source: among(permitted(abilities, 'update', 'claim', 'c')),
    annotation: among(permitted(abilities, 'update', 'annotation', 'a')),
    reviewedAnnotation: among(permitted(abilities, 'review', 'annotation', 'a')),
    reviewInSummary: reviewsOwnIn(abilities, 'claim', 's'),
  }
}

/** Runs the steps in order. Returns how many lines their rules changed. */
async function run(db: Database, steps: readonly Step[]): Promise<number> {
  let met = 0
  for (const step of steps) {
    if (typeof step === 'function') await step(db)
    else met += await settle(db, step)
  }
  return met
}
