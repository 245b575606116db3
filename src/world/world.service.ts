import { abilitiesOf } from '../access/abilities.js'
import { requireActor } from '../access/actor.js'
import { actsWithout } from '../access/extent.js'
import { decided, roleOf } from '../access/measure.js'
import { requireAdmin } from '../access/require.js'
import { visible } from '../access/rules.js'
import { outsideOfProjects } from '../access/scopes.js'
import { requireUser } from '../accounts/user.service.js'
import { type Context, transaction } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { forbidden, notFound } from '../lib/errors.js'
import { groupBy, inOrderOf } from '../lib/group-by.js'
import { newId } from '../lib/uuid.js'
import { staleVersion } from '../lib/version.js'
import { refuseDuplicates } from '../personas/ontology.service.js'
import { requireProject } from '../projects/project.service.js'
import {
  deleteObjects,
  insertWorld,
  lockWorld,
  raiseWorld,
  replaceObjects,
  selectWorld,
  selectWorldActs,
  selectWorldText,
  selectWorldTextById,
  selectWorldsByIds,
  selectWorldsOfProjects,
  worldActs,
  type NewArray,
  type WorldOwner,
} from './world.sql.js'
import { worldArrays, type WorldArray } from './world-kinds.js'
import { typeNames } from './world-rows.js'

export interface WorldText {
  version: number
  /** The world as the REST routes answer it, as JSON text in UTF-8. */
  text: Buffer
}

export type WorldInput = Partial<Record<WorldArray, { id: string }[]>>

/**
 * Returns the owner of the world in question: the actor's personal one, or the actor's own in a project that they may
 * read (PR-06), as system administrators may too. Throws NOT_FOUND or FORBIDDEN for the project, and FORBIDDEN for the
 * personal world if the actor is limited to projects.
 */
export async function ownWorld(ctx: Context, projectId: string | null): Promise<WorldOwner> {
  const { userId, onlyProjects } = requireActor(ctx)
  if (!projectId && onlyProjects) throw forbidden(outsideOfProjects)
  if (projectId) await requireProject(ctx, projectId, 'read')
  return { userId, projectId }
}

/**
 * Returns the actor's world as JSON text; it is created, empty, on the first read (PR-15). Throws NOT_FOUND or
 * FORBIDDEN for a project as in PR-06.
 */
export async function getWorldText(ctx: Context, projectId: string | null = null): Promise<WorldText> {
  const owner = await ownWorld(ctx, projectId)
  return ensured(ctx, owner, () => selectWorldText(ctx, owner))
}

/** Returns the row of the same world, which is created on the first read. */
export async function getWorld(ctx: Context, projectId: string | null = null) {
  const owner = await ownWorld(ctx, projectId)
  return ensured(ctx, owner, () => selectWorld(ctx.db, owner))
}

async function ensured<T>(ctx: Context, owner: WorldOwner, select: () => Promise<T | undefined>): Promise<T> {
  const existing = await select()
  if (existing) return existing
  await insertWorld(ctx.db, { ...owner, id: newId(), at: ctx.now() })
  const made = await select()
  if (!made) throw notFound('World state')
  return made
}

/**
 * Returns any world that the actor may read, for example one shared with them, as the REST routes answer it. Throws
 * NOT_FOUND otherwise.
 */
export async function printWorld(ctx: Context, id: string): Promise<string> {
  const world = await selectWorldTextById(ctx.db, id, visible(await abilitiesOf(ctx), 'world_state', 'w'))
  if (!world) throw notFound('World state')
  return world.text
}

/** Reads worlds by id, one entry per id in the order of the ids; undefined for a world that the actor may not read. */
export async function worldsByIds(ctx: Context, ids: readonly string[]) {
  const access = visible(await abilitiesOf(ctx), 'world_state', 'w')
  return inOrderOf(ids, await selectWorldsByIds(ctx.db, ids, access))
}

/**
 * Reads the worlds of each project that the actor may read, the actor's own first, then oldest first. Callers have read
 * the projects.
 */
export async function worldsOfProjects(ctx: Context, projectIds: readonly string[]) {
  const access = visible(await abilitiesOf(ctx), 'world_state', 'w')
  const rows = await selectWorldsOfProjects(ctx.db, ctx.actor?.userId ?? null, projectIds, access)
  const byProject = groupBy(rows, ({ projectId }) => projectId!)
  return projectIds.map((id) => byProject.get(id) ?? [])
}

/**
 * Throws VALIDATION_ERROR for an id that occurs twice in an array (RF-12); `at` is the prefix of the array's name in
 * the error.
 */
export function checkWorld(input: WorldInput, at = ''): void {
  for (const [name, items] of Object.entries(input))
    if (Object.hasOwn(worldArrays, name)) refuseDuplicates(at + name, items)
}

/**
 * Replaces the arrays in the input as a whole; the others stay (PR-16). Returns the world as the REST routes answer it.
 * Throws PRECONDITION_FAILED when the world is no longer at `ifVersion`, and FORBIDDEN if the actor's role in the
 * project does not allow adding, changing or removing objects as the arrays do.
 */
export async function updateWorld(
  ctx: Context,
  input: WorldInput,
  projectId: string | null = null,
  ifVersion?: number,
): Promise<WorldText> {
  checkWorld(input)
  const arrays = Object.entries(worldArrays).flatMap(([name, kind]) => {
    const items = input[name as WorldArray]
    return items ? [{ kind, count: items.length, json: JSON.stringify(items) }] : []
  })
  return changeWorld(ctx, { projectId, ifVersion, arrays }, async (tx, world, owner) => {
    await replaceObjects(tx.db, world.id, arrays, tx.now())
    const saved = await selectWorldText(tx, owner)
    if (!saved) throw notFound('World state')
    const count = arrays.reduce((sum, array) => sum + array.count, 0)
    await tx.afterCommit(async () => tx.statistics.loaded(['world_objects'], count))
    return saved
  })
}

interface WorldChange {
  projectId: string | null
  ifVersion: number | undefined
  /** The new arrays of these kinds; with `only`, those of the object with this id. */
  arrays: readonly NewArray[]
  only?: string
}

/**
 * Creates the actor's world if it does not exist, locks it against other writers until the change is committed, and
 * runs the change, which raises the version if it changes anything. Throws as updateWorld does.
 */
export async function changeWorld<T>(
  ctx: Context,
  { projectId, ifVersion, arrays, only }: WorldChange,
  change: (tx: Context, world: { id: string; version: number }, owner: WorldOwner) => Promise<T>,
): Promise<T> {
  const owner = await ownWorld(ctx, projectId)
  return transaction(ctx, async (tx) => {
    await insertWorld(tx.db, { ...owner, id: newId(), at: tx.now() })
    const world = await lockWorld(tx.db, owner, ifVersion)
    if (!world) throw staleVersion((await selectWorldText(tx, owner))?.version ?? 0)
    if (projectId) await requireWorldActs(tx, { projectId, worldId: world.id, arrays, only })
    return change(tx, world, owner)
  })
}

/**
 * Throws FORBIDDEN unless the actor's role in the project allows the changes of the new arrays to the objects of its
 * world (PM-10).
 */
async function requireWorldActs(
  ctx: Context,
  {
    projectId,
    worldId,
    arrays,
    only,
  }: { projectId: string; worldId: string; arrays: readonly NewArray[]; only: string | undefined },
): Promise<void> {
  const abilities = await abilitiesOf(ctx)
  const missing = actsWithout(abilities, 'world_state', worldActs, projectId)
  const mustCheck = missing.length > 0 && arrays.length > 0
  const done = mustCheck ? await selectWorldActs(ctx.db, worldId, arrays, only) : null
  const allowed = !missing.some((act) => done?.[act])
  if (!decided({ action: 'update', resource: 'world_state', role: roleOf(abilities) }, allowed)) throw forbidden()
}

/**
 * Empties the personal world of a user, for administrators; worlds in projects stay (W-03). Throws NOT_FOUND for an
 * unknown user.
 */
export async function clearWorld(ctx: Context, userId: string): Promise<void> {
  requireAdmin(ctx)
  await requireUser(ctx, userId)
  const deleted = await transaction(ctx, async (tx) => {
    const world = await lockWorld(tx.db, { userId, projectId: null })
    const gone = world ? await deleteObjects(tx.db, world.id) : []
    if (world && gone.length) await raiseWorld(tx.db, world.id, tx.now())
    return gone.map((one) => ({ ...one, worldId: world!.id }))
  })
  for (const { worldId, kind, objectId } of deleted)
    noteDeleted(ctx, typeNames[kind], [[worldId, kind, objectId].join('/')])
}
