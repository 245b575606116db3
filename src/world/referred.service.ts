import type { Context } from '../context.js'
import type { GlossOwner } from '../documents/gloss-owner.js'
import { readDistinct } from '../lib/read-distinct.js'
import { personasByIds } from '../personas/persona.service.js'
import type { OntologyType } from '../personas/persona.type.js'
import { objectsInTexts, textOf, typesInTexts } from './carried.service.js'
import { typesNamed, type TypeName } from './type-of-persona.js'
import type { WorldKind } from './world-kinds.js'
import { objectsOfOwners, worldObjectsByKeys } from './world-object.service.js'
import type { ObjectKey, OwnedObjectKey, WorldObjectRow } from './world-object.sql.js'
import { worldObject } from './world-rows.js'

/** The fields of types and world objects that are shown without their documents. */
const outsideBodies = new Set(['__typename', 'id', 'key', 'kind', 'name', 'persona', 'personaId'])

/** Returns whether one of these fields of a type or a world object is read from its document. */
export const needBodies = (fields: ReadonlySet<string>): boolean => [...fields].some((name) => !outsideBodies.has(name))

/** A reference to a type in a text or label. */
export interface TypeReferred extends TypeName {
  owner: GlossOwner | undefined
}

/**
 * Returns the types to which texts and labels refer, one entry per reference. If the actor may not read the persona,
 * only the name and picture of the type are returned; null for a dangling id and for a type that the author could not
 * read. Callers have checked that the actor may read the texts. Without `bodies`, the documents of types are not read.
 */
export async function typesReferred(
  ctx: Context,
  references: readonly TypeReferred[],
  bodies = true,
): Promise<(OntologyType | null)[]> {
  const nameOf = ({ personaId, kinds, key }: TypeName) => `${personaId}/${kinds.join()}/${key}`
  const types = await readDistinct(ctx.budget, references, nameOf, (names) => typesNamed(ctx, names, bodies))
  const left = references.flatMap(({ personaId, kinds, key, owner }, at) =>
    types[at] || !personaId || key === null ? [] : [{ at, wanted: { ...textOf(owner), personaId, kinds, key } }],
  )
  const wanted = left.map((one) => one.wanted)
  const carried = await readDistinct(ctx.budget, wanted, JSON.stringify, (keys) => typesInTexts(ctx, keys))
  left.forEach(({ at }, i) => (types[at] = carried[i] ?? null))
  return types
}

/** A reference to a world object in a text or label. */
export interface ObjectReferred {
  owner: GlossOwner
  /** Null finds an object of any kind. */
  kind: WorldKind | null
  key: string | null
}

type Found = ReturnType<typeof worldObject> | null
const objectIn = (row: WorldObjectRow | undefined): Found => (row ? worldObject(row) : null)

/**
 * Returns the objects to which texts and labels refer, one entry per reference, from the world that contains the text,
 * or from those of its author and of its project. If the actor may not read that world, only the name, types and
 * picture of an object of the author are returned; null for a dangling id. Callers have checked that the actor may read
 * the texts. Without `bodies`, the documents of objects are not read.
 */
export async function objectsReferred(
  ctx: Context,
  references: readonly ObjectReferred[],
  bodies = true,
): Promise<Found[]> {
  const found: Found[] = new Array<null>(references.length).fill(null)
  const inWorlds: { at: number; wanted: ObjectKey }[] = []
  const ofAuthors: { at: number; wanted: OwnedObjectKey }[] = []
  const authors = await authorsOf(ctx, references)
  references.forEach(({ owner, kind, key }, at) => {
    if (key === null) return
    if ('worldId' in owner) inWorlds.push({ at, wanted: { worldId: owner.worldId, kind, key } })
    const author = authors[at]
    if (author?.createdBy) {
      const { createdBy: userId, projectId } = author
      ofAuthors.push({ at, wanted: { userId, projectId, kind, key } })
    }
  })
  const put = async <K>(
    asked: readonly { at: number; wanted: K }[],
    nameOf: (key: K) => string,
    read: (keys: readonly K[]) => Promise<readonly (WorldObjectRow | undefined)[]>,
  ) => {
    const keys = asked.map(({ wanted }) => wanted)
    const objects = await readDistinct(ctx.budget, keys, nameOf, async (some) => (await read(some)).map(objectIn))
    asked.forEach(({ at }, i) => (found[at] = objects[i]!))
  }
  await put(
    inWorlds,
    ({ worldId, kind, key }) => `${worldId}/${kind}/${key}`,
    (keys) => worldObjectsByKeys(ctx, keys, bodies),
  )
  if (!ctx.actor) return found
  await put(
    ofAuthors,
    ({ userId, projectId, kind, key }) => `${userId}/${projectId}/${kind}/${key}`,
    (keys) => objectsOfOwners(ctx, keys, bodies),
  )
  const left = ofAuthors.flatMap(({ at, wanted: { kind, key } }) =>
    found[at] ? [] : [{ at, wanted: { ...textOf(authors[at]), kind, key } }],
  )
  await put(left, JSON.stringify, (keys) => objectsInTexts(ctx, keys))
  return found
}

/** Returns the author and project of each reference; undefined in the text of a world or of an unreadable persona. */
async function authorsOf(ctx: Context, references: readonly ObjectReferred[]) {
  const ids = references.flatMap(({ owner }) => ('personaId' in owner ? [owner.personaId] : []))
  const personas = await readDistinct(ctx.budget, ids, String, (some) => personasByIds(ctx, some))
  let next = 0
  return references.map(({ owner }) => {
    if ('createdBy' in owner) return owner
    const persona = 'personaId' in owner ? personas[next++] : undefined
    return persona && { createdBy: persona.userId, projectId: persona.projectId }
  })
}
