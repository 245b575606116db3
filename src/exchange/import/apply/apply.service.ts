import { sql } from 'kysely'
import type { Context } from '../../../context.js'
import { requireActor } from '../../../access/actor.js'
import { constraintOf, sqlStateOf } from '../../../lib/constraints.js'
import { newId } from '../../../lib/uuid.js'
import {
  applyMissingOntologies,
  applyObjects,
  applyOntologies,
  applyPersonas,
  applyPlaceholderObjects,
  applyPlaceholderPersonas,
  applyPlaceholderTypes,
  lockWorld,
  touchWorld,
  type Applying,
} from './content.sql.js'
import { applyAnnotations, applyClaimRelations, applyClaims, applySummaries } from './findings.sql.js'
import { failLine, selectLinesOf } from '../report/report.sql.js'
import { lineKinds, type LineKind } from '../../line.schema.js'

type Step = { kinds: LineKind[]; apply: (a: Applying) => Promise<void> }

const steps: Step[] = [
  { kinds: ['persona'], apply: applyPersonas },
  { kinds: ['ontology'], apply: applyOntologies },
  {
    kinds: ['entity', 'event', 'time', 'entity_collection', 'event_collection', 'time_collection', 'relation'],
    apply: applyObjects,
  },
  { kinds: ['summary'], apply: applySummaries },
  { kinds: ['claim'], apply: applyClaims },
  { kinds: ['claim_relation'], apply: applyClaimRelations },
  { kinds: ['annotation'], apply: applyAnnotations },
]

/**
 * Carries out a plan, kind by kind in order of dependency (I-08). Non-atomic: what the database refuses fails by
 * itself.
 */
export async function applyImport(ctx: Context, atomic: boolean): Promise<void> {
  const { userId, isAdmin } = requireActor(ctx)
  const now = ctx.now()
  const worldId = await lockWorld(ctx.db, userId, newId(), now)
  const all: Applying = { db: ctx.db, userId, isAdmin, worldId, now, lines: null }
  await applyPlaceholderPersonas(all)
  for (const { kinds, apply } of steps) {
    if (atomic) await apply(all)
    else
      await applyParts(
        all,
        apply,
        await selectLinesOf(
          ctx.db,
          kinds.map((kind) => lineKinds.indexOf(kind)),
        ),
      )
    if (kinds.includes('ontology')) {
      await applyMissingOntologies(all, (count) => Array.from({ length: count }, newId))
      await applyPlaceholderTypes(all)
      await applyPlaceholderObjects(all)
    }
  }
  await touchWorld(all)
}

/** The lines at once; when the database refuses them, in halves, down to the line at fault. */
async function applyParts(all: Applying, apply: Step['apply'], lines: readonly number[]): Promise<void> {
  if (lines.length === 0) return
  await sql`savepoint part`.execute(all.db)
  try {
    await apply({ ...all, lines })
    await sql`release savepoint part`.execute(all.db)
    return
  } catch (error) {
    if (sqlStateOf(error) === undefined) throw error
    await sql`rollback to savepoint part`.execute(all.db)
    if (lines.length === 1) {
      await failLine(
        all.db,
        lines[0] ?? 0,
        `The database refused it${constraintOf(error) ? ` (${constraintOf(error)})` : ''}`,
      )
      return
    }
  }
  const half = Math.ceil(lines.length / 2)
  await applyParts(all, apply, lines.slice(0, half))
  await applyParts(all, apply, lines.slice(half))
}
