import type { Context } from '../context.js'
import type { RowReference } from '../lib/target.js'
import { objectsReferred, typesReferred, type ObjectReferred, type TypeReferred } from '../world/referred.service.js'
import { rowOfObject, rowOfType } from '../world/row-references.js'
import { kindNamed } from '../world/world-references.js'

/** The columns of an annotation that determine what its label names. */
export interface Labelled {
  type: string
  isObject: boolean
  linkType?: string | null
  label: string
  personaId?: string | null
  createdByUserId: string
  projectId?: string | null
}

const ownerOf = ({ createdByUserId: createdBy, projectId = null }: Labelled) => ({ createdBy, projectId })
const typeOf = (annotation: Labelled): TypeReferred => {
  const { type, personaId = null, label: key } = annotation
  return { owner: ownerOf(annotation), personaId, kinds: kindsFor(type), key }
}
const objectOf = (annotation: Labelled): ObjectReferred => {
  const { linkType, label: key } = annotation
  return { owner: ownerOf(annotation), kind: kindNamed(linkType), key }
}

/** Returns the row that a label names; null for free text, undefined for an object whose kind is open. */
export const rowOfLabel = (annotation: Labelled): RowReference | null | undefined =>
  annotation.isObject ? rowOfObject(objectOf(annotation)) : rowOfType(typeOf(annotation))

/**
 * Returns the types and world objects that labels name, one entry per annotation; null for free text, for a deleted
 * target and for one that the actor may not read. Without `bodies`, their documents are not read.
 */
export async function targetsOfLabels(
  ctx: Context,
  annotations: readonly Labelled[],
  bodies = true,
): Promise<(object | null)[]> {
  const ofTypes = annotations.filter(({ isObject }) => !isObject)
  const ofObjects = annotations.filter(({ isObject }) => isObject)
  const [types, objects] = await Promise.all([
    typesReferred(ctx, ofTypes.map(typeOf), bodies),
    objectsReferred(ctx, ofObjects.map(objectOf), bodies),
  ])
  let [type, object] = [0, 0]
  return annotations.map(({ isObject }) => (isObject ? objects[object++]! : types[type++]!))
}

/** Returns the kinds of types in the order in which a label is looked up: the annotation's own first. */
const kindsFor = (type: string) => [...new Set([type, 'entity', 'event', 'role'])]
