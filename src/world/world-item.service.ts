import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { notFound } from '../lib/errors.js'
import { isUuid, normalUuid } from '../lib/uuid.js'
import { withId } from '../personas/ontology.service.js'
import { isWorldKind, typeNames } from './world-rows.js'
import { changeWorld, getWorld } from './world.service.js'
import { deleteObject, selectObjectText, selectOwnWorld, upsertObject, type ObjectOfKind } from './world.sql.js'

/** An object of the actor's own world: of the personal world, or of the one in a project. */
export interface OwnObject extends ObjectOfKind {
  projectId: string | null
}

/**
 * Returns an object as JSON text, as it was stored, and the version of its world. Throws NOT_FOUND if it does not
 * exist.
 */
export async function getObject(ctx: Context, { projectId, kind, objectId }: OwnObject) {
  const world = await getWorld(ctx, projectId)
  const text = await selectObjectText(ctx.db, world.id, { kind, objectId })
  if (text === undefined) throw notFound('World object')
  return { text, version: world.version }
}

/**
 * Saves one object: replaces the object with its id, or adds it after the others of its kind; concurrent changes to
 * other objects are kept. Throws VALIDATION_ERROR for a body with a different id, and otherwise the same as
 * updateWorld: `ifVersion` is the version of the whole world, because its objects have no versions.
 */
export async function saveObject(ctx: Context, target: OwnObject, object: { id?: string }, ifVersion?: number) {
  const body = JSON.stringify(withId(object, target.objectId))
  const change = { ...target, ifVersion, arrays: [{ kind: target.kind, json: `[${body}]` }], only: target.objectId }
  return changeWorld(ctx, change, async (tx, { id, version }) => {
    const saved = await upsertObject(tx.db, id, target, body, tx.now())
    if (!saved) throw notFound('World state')
    return { ...saved, version: saved.version ?? version, worldId: id }
  })
}

/** Deletes one object; references to it stay and become dangling, as when updateWorld leaves it out. */
export async function removeObject(ctx: Context, target: OwnObject, ifVersion?: number) {
  const change = { ...target, ifVersion, arrays: [{ kind: target.kind, json: '[]' }], only: target.objectId }
  const { worldId, version } = await changeWorld(ctx, change, async (tx, { id }) => {
    const raised = await deleteObject(tx.db, id, target, tx.now())
    if (raised === undefined) throw notFound('World object')
    return { worldId: id, version: raised }
  })
  noteDeleted(ctx, typeNames[target.kind], [[worldId, target.kind, target.objectId].join('/')])
  return { version }
}

/**
 * Returns the object of the actor's own world with this GraphQL id. Throws NOT_FOUND for any other id, also for that of
 * another user's world.
 */
export async function ownObjectOf(ctx: Context, id: string): Promise<OwnObject> {
  const [, worldId = '', kind = '', objectId = ''] = /^([^/]+)\/([^/]+)\/(.+)$/s.exec(id) ?? []
  if (!isUuid(worldId) || !isWorldKind(kind)) throw notFound('World object')
  return { projectId: await projectOfOwnWorld(ctx, worldId, 'World object'), kind, objectId }
}

/**
 * Returns the project of the actor's own world with this id, null for the personal one. Throws NOT_FOUND of the `thing`
 * for any other id, also for the world of another user.
 */
export async function projectOfOwnWorld(ctx: Context, worldId: string, thing = 'World state'): Promise<string | null> {
  const world = await selectOwnWorld(ctx.db, requireActor(ctx).userId, normalUuid(worldId))
  if (!world) throw notFound(thing)
  return world.projectId
}
