import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { actsWithout } from '../access/extent.js'
import { decided, roleOf } from '../access/measure.js'
import { requireAdmin } from '../access/require.js'
import { visible } from '../access/rules.js'
import { requireUser } from '../accounts/user.service.js'
import { type Context, transaction } from '../context.js'
import { forbidden, notFound } from '../lib/errors.js'
import { inOrderOf } from '../lib/group-by.js'
import { newId } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { refuseDuplicates } from '../personas/ontology.service.js'
import { requireProject } from '../projects/project.service.js'
import {
  deleteObjects,
  insertWorld,
  replaceObjects,
  selectWorld,
  selectWorldActs,
  selectWorldText,
  selectWorldTextById,
  selectWorldsByIds,
  updateWorld as updateRow,
  worldActs,
  type NewArray,
  type WorldOwner,
} from './world.sql.js'
import { worldArrays, type WorldArray } from '../lib/world-kinds.js'

export interface WorldText {
  version: number
  /** JSON text of the world state in the routes' form. */
  text: string
}

export type WorldInput = Partial<Record<WorldArray, { id: string }[]>>

/**
 * The actor's world: the personal one, or that of a project whose members he belongs to (PR-06), system administrators
 * included.
 */
export async function ownWorld(ctx: Context, projectId: string | null): Promise<WorldOwner> {
  const { userId } = requireActor(ctx)
  if (projectId) await requireProject(ctx, projectId, 'read')
  return { userId, projectId }
}

/**
 * The actor's world as JSON text, made empty on first read (PR-15). NOT_FOUND and FORBIDDEN for a project as PR-06
 * says.
 */
export async function getWorldText(ctx: Context, projectId: string | null = null): Promise<WorldText> {
  const owner = await ownWorld(ctx, projectId)
  return ensured(ctx, owner, () => selectWorldText(ctx.db, owner))
}

/** The row of the same world. */
export async function getWorld(ctx: Context, projectId: string | null = null) {
  const owner = await ownWorld(ctx, projectId)
  return ensured(ctx, owner, () => selectWorld(ctx.db, owner))
}

async function ensured<T>(ctx: Context, owner: WorldOwner, select: () => Promise<T | undefined>): Promise<T> {
  const known = await select()
  if (known) return known
  await insertWorld(ctx.db, { ...owner, id: newId(), at: ctx.now() })
  const made = await select()
  if (!made) throw notFound('World state')
  return made
}

/** Any world that the actor may read in the routes' form, for instance one shared with them. */
export async function printWorld(ctx: Context, id: string): Promise<string> {
  const world = await selectWorldTextById(ctx.db, id, visible(await abilitiesOf(ctx), 'world_state', 'w'))
  if (!world) throw notFound('World state')
  return world.text
}

/** One entry a key, in key order; undefined for what the actor may not read. */
export async function worldsByIds(ctx: Context, ids: readonly string[]) {
  const access = visible(await abilitiesOf(ctx), 'world_state', 'w')
  return inOrderOf(ids, await selectWorldsByIds(ctx.db, ids, access))
}

/** Every id once in its array (RF-12); `at` stands before the names of the arrays in a refusal. */
export function checkWorld(input: WorldInput, at = ''): void {
  for (const [name, items] of Object.entries(input))
    if (Object.hasOwn(worldArrays, name)) refuseDuplicates(at + name, items)
}

/**
 * Given arrays replace whole, others stay (PR-16). PRECONDITION_FAILED when the world is no longer at `ifVersion`;
 * FORBIDDEN where the actor's role in the project does not add, change or remove objects as the arrays ask.
 */
export async function updateWorld(
  ctx: Context,
  input: WorldInput,
  projectId: string | null = null,
  ifVersion?: number,
): Promise<WorldText> {
  checkWorld(input)
  const owner = await ownWorld(ctx, projectId)
  return transaction(ctx, async (tx) => {
    await insertWorld(tx.db, { ...owner, id: newId(), at: tx.now() })
    const world = await updateRow(tx.db, owner, tx.now(), ifVersion)
    if (!world) throw staleVersion((await selectWorldText(tx.db, owner))?.version ?? 0)
    const arrays = Object.entries(worldArrays).flatMap(([name, kind]) => {
      const items = input[name as WorldArray]
      return items ? [{ kind, json: JSON.stringify(items) }] : []
    })
    if (projectId) await requireWorldActs(tx, projectId, world.id, arrays)
    for (const { kind, json } of arrays) await replaceObjects(tx.db, world.id, kind, json)
    const saved = await selectWorldText(tx.db, owner)
    if (!saved) throw notFound('World state')
    return saved
  })
}

/** What the arrays do to the objects of a world of a project must be what the actor's role there may do (PM-10). */
async function requireWorldActs(
  ctx: Context,
  projectId: string,
  worldId: string,
  arrays: readonly NewArray[],
): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  const missing = actsWithout(abilities, 'world_state', worldActs, projectId)
  const asked = missing.length > 0 && arrays.length > 0
  const done = asked ? await selectWorldActs(ctx.db, worldId, arrays) : null
  const allowed = !missing.some((act) => done?.[act])
  if (!decided({ action: 'update', resource: 'world_state', role: roleOf(abilities) }, allowed)) throw forbidden()
}

/** W-03: empties the personal world of a user; project worlds stay. NOT_FOUND for an unknown user. */
export async function clearWorld(ctx: Context, userId: string): Promise<void> {
  requireAdmin(ctx)
  await requireUser(ctx, userId)
  await transaction(ctx, async (tx) => {
    const world = await updateRow(tx.db, { userId, projectId: null }, tx.now())
    if (world) await deleteObjects(tx.db, world.id)
  })
}
