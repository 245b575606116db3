import type { Context } from '../../../context.js'
import { requireActor } from '../../../access/actor.js'
import { keepTrackNumbers, takeTrackNumbers } from '../../../annotations/track-numbers.js'
import type { HeldSession } from '../../../database/driver/held-session.js'
import { constraintOf, sqlStateOf } from '../../../lib/constraints.js'
import { asAppError } from '../../../refusals.js'
import { newId } from '../../../lib/uuid.js'
import {
  applyCorrespondences,
  applyMissingOntologies,
  applyObjects,
  applyOntologies,
  applyPersonas,
  applyPlaceholderObjects,
  applyPlaceholderPersonas,
  applyPlaceholderTypes,
  lockWorld,
  touchWorld,
} from './content.sql.js'
import {
  applyAnnotations,
  applyClaimRelations,
  applyClaims,
  applySummaries,
  followSummaries,
  selectHighestNumbers,
} from './findings.sql.js'
import type { Applying } from './insert.sql.js'
import { failLine, selectLinesOf } from '../plan/stop.sql.js'
import { lineKinds, type LineKind } from '../../line.shape.js'
import { worldKinds } from '../../../world/world-kinds.js'

type Step = { kinds: readonly LineKind[]; apply: (a: Applying) => Promise<void> }

const steps: Step[] = [
  { kinds: ['persona'], apply: applyPersonas },
  { kinds: ['ontology'], apply: applyOntologies },
  { kinds: ['type_correspondence'], apply: applyCorrespondences },
  { kinds: worldKinds, apply: applyObjects },
  { kinds: ['summary'], apply: applySummaries },
  { kinds: ['claim'], apply: applyClaims },
  { kinds: ['claim_relation'], apply: applyClaimRelations },
  { kinds: ['annotation'], apply: applyAnnotations },
]

/**
 * Carries out a plan, kind by kind in order of dependency (I-08). If the import is not atomic, only the lines that the
 * database refuses fail.
 */
export async function applyImport(ctx: Context, held: HeldSession, atomic: boolean): Promise<void> {
  const { userId, isAdmin } = requireActor(ctx)
  const now = ctx.now()
  const worldId = await lockWorld(ctx.db, userId, newId(), now)
  const takeNumbers: Applying['takeNumbers'] = (counts) => takeTrackNumbers(ctx.pool, counts)
  const all: Applying = { db: ctx.db, userId, isAdmin, worldId, now, takeNumbers, numbered: new Map(), lines: null }
  await applyPlaceholderPersonas(all)
  for (const { kinds, apply } of steps) {
    if (kinds.includes('annotation')) {
      const highest = await selectHighestNumbers(ctx.db)
      if (highest.size) all.numbered = await keepTrackNumbers(ctx.pool, highest)
    }
    const ranks = kinds.map((kind) => lineKinds.indexOf(kind))
    if (atomic) await apply(all)
    else await applyParts(all, held, apply, await selectLinesOf(ctx.db, ranks))
    if (kinds.includes('ontology')) {
      await applyMissingOntologies(all, (count) => Array.from({ length: count }, newId))
      await applyPlaceholderTypes(all)
      await applyPlaceholderObjects(all)
    }
  }
  await touchWorld(all)
  await followSummaries(all)
}

/**
 * Applies all the lines in one attempt. If the database refuses them, undoes the attempt and applies each half
 * separately, down to the single line at fault.
 */
async function applyParts(
  all: Applying,
  held: HeldSession,
  apply: Step['apply'],
  lines: readonly number[],
): Promise<void> {
  const [first] = lines
  if (first === undefined) return
  try {
    await held.attempt(() => apply({ ...all, lines }))
  } catch (error) {
    // A full disk ends the import, because it is not the fault of a line.
    if (sqlStateOf(error) === undefined || asAppError(error).code === 'STORAGE_FULL') throw error
    if (lines.length === 1) return failLine(all.db, first, refusalOf(error))
    const half = Math.ceil(lines.length / 2)
    await applyParts(all, held, apply, lines.slice(0, half))
    await applyParts(all, held, apply, lines.slice(half))
  }
}

function refusalOf(error: unknown): string {
  const { code, message } = asAppError(error)
  if (code !== 'INTERNAL_ERROR') return message
  const constraint = constraintOf(error)
  return `The database refused it${constraint ? ` (${constraint})` : ''}`
}
