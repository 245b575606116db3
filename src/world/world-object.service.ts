import { abilitiesOf } from '../access/abilities.js'
import { visible } from '../access/rules.js'
import type { Context } from '../context.js'
import { compositeId } from '../lib/composite-id.js'
import { groupBy, indexBy } from '../lib/group-by.js'
import {
  selectArrays,
  selectObjects,
  selectObjectsOfOwners,
  selectObjectsOfProjects,
  selectSourcesOfObjects,
  type ObjectKey,
  type OwnedObjectKey,
  type WorldObjectRow,
} from './world-object.sql.js'
import type { WorldKind } from './world-kinds.js'

/**
 * Reads the objects of one kind of each world in stored order, one entry per key. Does not check access, because
 * callers have already read the worlds.
 */
export async function arraysOfWorlds(
  ctx: Context,
  keys: readonly { worldId: string; kind: WorldKind }[],
): Promise<WorldObjectRow[][]> {
  const groups = groupBy(await selectArrays(ctx.db, keys), (row) => `${row.worldId}/${row.kind}`)
  return keys.map((key) => groups.get(`${key.worldId}/${key.kind}`) ?? [])
}

/**
 * Reads world objects, one entry per key; undefined for a dangling reference. Without `bodies`, their documents are
 * null. Does not check access, because callers have already read the worlds.
 */
export async function worldObjectsByKeys(
  ctx: Context,
  keys: readonly ObjectKey[],
  bodies = true,
): Promise<(WorldObjectRow | undefined)[]> {
  return inKeyOrder(keys, await selectObjects(ctx, { keys, bodies }))
}

/**
 * Returns the objects with these ids in the worlds of their owners and of the projects, one entry per key; undefined
 * for a dangling id and for worlds that the actor may not read. Without `bodies`, their documents are null.
 */
export async function objectsOfOwners(
  ctx: Context,
  keys: readonly OwnedObjectKey[],
  bodies = true,
): Promise<(WorldObjectRow | undefined)[]> {
  const abilities = await abilitiesOf(ctx)
  const found = inKeyOrder(keys, await selectObjectsOfOwners(ctx, { abilities, keys, bodies }))
  const left = keys.flatMap((key, at) => (found[at] || key.projectId === null ? [] : [{ key, at }]))
  if (left.length) {
    const wanted = left.map(({ key }) => key)
    const ofOthers = inKeyOrder(wanted, await selectObjectsOfProjects(ctx, { abilities, keys: wanted, bodies }))
    left.forEach(({ at }, i) => (found[at] = ofOthers[i]))
  }
  return found
}

/**
 * Returns what the objects with these GraphQL ids are copies of, one entry per id; null for what is no copy and for
 * objects of worlds that the actor may not read.
 */
export async function sourcesOfObjects(ctx: Context, ids: readonly string[]) {
  const keys = ids.flatMap((id) => compositeId(id) ?? [])
  const access = visible(await abilitiesOf(ctx), 'world_state', 'w')
  const sources = indexBy(await selectSourcesOfObjects(ctx.db, keys, access), (row) => row.id)
  return ids.map((id) => sources.get(id)?.forkedFrom ?? null)
}

function inKeyOrder(
  keys: readonly unknown[],
  rows: readonly (WorldObjectRow & { n: number })[],
): (WorldObjectRow | undefined)[] {
  const byNumber = indexBy(rows, (row) => row.n)
  return keys.map((_key, index) => byNumber.get(index + 1))
}
