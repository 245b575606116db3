import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { notFound } from '../lib/errors.js'
import { rewriteReferences, type ReferenceMap } from '../documents/references.js'
import { newId } from '../lib/uuid.js'
import { appendObjects, copyObjects, selectWorldObjects, type StoredObject } from './world-merge.sql.js'
import { insertWorld, lockWorld, raiseWorld } from './world.sql.js'
import type { WorldKind } from './world-kinds.js'

const referenceKinds: Partial<Record<WorldKind, keyof ReferenceMap>> = {
  entity: 'entity',
  event: 'event',
  time: 'time',
  entity_collection: 'entityCollection',
  event_collection: 'eventCollection',
  time_collection: 'timeCollection',
}

/**
 * Adds every object of a world to the actor's personal world and returns the id of the latter. If that is empty, the
 * objects are copied verbatim; otherwise they are appended, and those whose id is taken get a new id, with references
 * adjusted (SH-15).
 */
export async function mergeIntoOwnWorld(ctx: Context, sourceWorldId: string): Promise<string> {
  const owner = { userId: requireActor(ctx).userId, projectId: null }
  return transaction(ctx, async (tx) => {
    await insertWorld(tx.db, { ...owner, id: newId(), at: tx.now() })
    const world = await lockWorld(tx.db, owner)
    if (!world) throw notFound('World state')
    const present = await selectWorldObjects(tx.db, world.id)
    await raiseWorld(tx.db, world.id, tx.now())
    if (present.length === 0) await copyObjects(tx.db, sourceWorldId, world.id)
    else await appendObjects(tx.db, world.id, withFreeIds(await selectWorldObjects(tx.db, sourceWorldId), present))
    return world.id
  })
}

/**
 * Adds objects to the actor's personal world, for a copied text that names them, and returns the new ids of those whose
 * id was taken. An object of the same kind, id and name counts as the same.
 */
export async function addToOwnWorld(ctx: Context, objects: readonly StoredObject[]): Promise<ReferenceMap> {
  const maps: ReferenceMap = {}
  if (!objects.length) return maps
  const owner = { userId: requireActor(ctx).userId, projectId: null }
  await insertWorld(ctx.db, { ...owner, id: newId(), at: ctx.now() })
  const world = await lockWorld(ctx.db, owner)
  if (!world) throw notFound('World state')
  const present = new Map<string, unknown>()
  for (const { kind, objectId, body } of await selectWorldObjects(ctx.db, world.id))
    present.set(`${kind}/${objectId}`, body['name'])
  const missing = objects.flatMap((source) => {
    const { kind, objectId, body } = source
    const key = `${kind}/${objectId}`
    if (present.has(key) && present.get(key) === body['name']) return []
    const id = present.has(key) ? newId() : objectId
    present.set(key, body['name'])
    const reference = referenceKinds[kind]
    if (id !== objectId && reference) maps[reference] = new Map([...(maps[reference] ?? []), [objectId, id]])
    return [{ ...source, body: { ...body, id } }]
  })
  if (!missing.length) return maps
  await raiseWorld(ctx.db, world.id, ctx.now())
  await appendObjects(ctx.db, world.id, missing)
  return maps
}

function withFreeIds(incoming: readonly StoredObject[], present: readonly StoredObject[]) {
  const taken = new Set(present.map(({ kind, objectId }) => `${kind}/${objectId}`))
  const maps: Record<string, Map<string, string>> = {}
  const renamed = new Map<string, string>()
  for (const { kind, objectId } of incoming) {
    if (!taken.has(`${kind}/${objectId}`)) continue
    const id = newId()
    renamed.set(`${kind}/${objectId}`, id)
    const reference = referenceKinds[kind]
    if (reference) (maps[reference] ??= new Map()).set(objectId, id)
  }
  return incoming.map((source) => {
    const rewritten = rewriteReferences(source.body, maps)
    const id = renamed.get(`${source.kind}/${source.objectId}`)
    return { ...source, body: id ? { ...rewritten, id } : rewritten }
  })
}
