import { abilitiesOf } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { groupBy, indexBy } from '../lib/group-by.js'
import {
  selectArrays,
  selectObjects,
  selectObjectsOfOwners,
  type ObjectKey,
  type OwnedObjectKey,
  type WorldObjectRow,
} from './world-object.sql.js'
import type { WorldKind } from '../lib/world-kinds.js'

/** The objects of one kind in stored order, one entry a key; callers have read the worlds before. */
export async function arraysOfWorlds(
  ctx: Context,
  keys: readonly { worldId: string; kind: WorldKind }[],
): Promise<WorldObjectRow[][]> {
  const groups = groupBy(await selectArrays(ctx.db, keys), (row) => `${row.worldId}/${row.kind}`)
  return keys.map((key) => groups.get(`${key.worldId}/${key.kind}`) ?? [])
}

/** One entry a key, undefined for a dangling reference; callers have read the worlds before. */
export async function worldObjectsByKeys(
  ctx: Context,
  keys: readonly ObjectKey[],
): Promise<(WorldObjectRow | undefined)[]> {
  return inKeyOrder(keys, await selectObjects(ctx.db, keys))
}

/** What the owner of something means by the id of a world object, as far as the actor may read the owner's world. */
export async function objectsOfOwners(
  ctx: Context,
  keys: readonly OwnedObjectKey[],
): Promise<(WorldObjectRow | undefined)[]> {
  return inKeyOrder(
    keys,
    await selectObjectsOfOwners(ctx.db, keys, among(visible(await abilitiesOf(ctx), 'world_state', 'w'))),
  )
}

function inKeyOrder(
  keys: readonly unknown[],
  rows: readonly (WorldObjectRow & { n: number })[],
): (WorldObjectRow | undefined)[] {
  const found = indexBy(rows, (row) => row.n)
  return keys.map((_key, index) => found.get(index + 1))
}
