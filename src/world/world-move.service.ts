import { abilitiesOf } from '../access/abilities.js'
import { actsWithout } from '../access/extent.js'
import { decided, roleOf } from '../access/measure.js'
import { type Context, transaction } from '../context.js'
import { conflict, forbidden, notFound, validation } from '../lib/errors.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { moveObjects, selectObjectIds } from './world-move.sql.js'
import { ownWorld } from './world.service.js'
import { insertWorld, lockWorld, raiseWorld, type WorldOwner } from './world.sql.js'

export interface WorldMove {
  ids: readonly string[]
  /** The project from whose world the objects are moved; by default the personal world. */
  fromProjectId?: string | null | undefined
  toProjectId?: string | null | undefined
}

/**
 * Moves objects from one of the actor's worlds (personal or in a project) to another, all or none. References in them
 * and to them stay as they are. Throws VALIDATION_ERROR for an id that is not in the first world, CONFLICT for one that
 * the second world already has, and FORBIDDEN if the actor's role in a project does not allow removing or adding
 * objects.
 */
export async function moveWorldObjects(ctx: Context, { ids, fromProjectId, toProjectId }: WorldMove): Promise<void> {
  const [from, to] = [await ownWorld(ctx, idOrNull(fromProjectId)), await ownWorld(ctx, idOrNull(toProjectId))]
  if (from.projectId === to.projectId)
    throw validation([{ field: 'toProjectId', message: 'must be another world than fromProjectId' }])
  await requireActs(ctx, from, 'delete')
  await requireActs(ctx, to, 'create')
  await transaction(ctx, async (tx) => {
    await insertWorld(tx.db, { ...to, id: newId(), at: tx.now() })
    // The worlds are always locked in the same order, so that two moves in opposite directions wait for each other
    // instead of deadlocking.
    const locked = new Map<string | null, string>()
    const owners = [from, to].sort((a, b) => ((a.projectId ?? '') < (b.projectId ?? '') ? -1 : 1))
    for (const owner of owners) {
      const world = await lockWorld(tx.db, owner)
      if (world) locked.set(owner.projectId, world.id)
    }
    const [source, target] = [locked.get(from.projectId), locked.get(to.projectId)]
    if (!target) throw notFound('World state')
    const held = source ? await selectObjectIds(tx.db, source, ids) : []
    const present = new Set(held.map(({ objectId }) => objectId))
    const missing = ids.findIndex((id) => !present.has(id))
    if (!source || missing >= 0)
      throw validation([{ field: `ids.${Math.max(0, missing)}`, message: 'is no object of that world' }])
    const taken = new Set(
      (await selectObjectIds(tx.db, target, ids)).map(({ kind, objectId }) => `${kind}/${objectId}`),
    )
    const twice = held.find(({ kind, objectId }) => taken.has(`${kind}/${objectId}`))
    if (twice) throw conflict(`The other world has an object with the id ${twice.objectId} already`)
    for (const id of ids.length ? locked.values() : []) await raiseWorld(tx.db, id, tx.now())
    await moveObjects(tx.db, source, target, ids)
  })
}

const idOrNull = (projectId: string | null | undefined) => (projectId ? normalUuid(projectId) : null)

async function requireActs(ctx: Context, { projectId }: WorldOwner, act: 'create' | 'delete'): Promise<void> {
  if (!projectId) return
  const abilities = await abilitiesOf(ctx)
  const allowed = actsWithout(abilities, 'world_state', [act], projectId).length === 0
  if (!decided({ action: act, resource: 'world_state', role: roleOf(abilities) }, allowed)) throw forbidden()
}
