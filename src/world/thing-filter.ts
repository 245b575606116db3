import { compositeId } from '../lib/composite-id.js'
import { validation } from '../lib/errors.js'
import type { ThingFilter } from './named-things.js'

/**
 * Returns the parts of the ids of an object and of a type, if present, for a filter. Throws VALIDATION_ERROR for an id
 * of another form, naming its member.
 */
export function thingFilter({
  objectId,
  ontologyTypeId,
}: {
  objectId?: string | undefined
  ontologyTypeId?: string | undefined
}): ThingFilter {
  const object = objectId === undefined ? undefined : partsOf(objectId, 'objectId')
  const type = ontologyTypeId === undefined ? undefined : partsOf(ontologyTypeId, 'ontologyTypeId')
  return {
    ...(object && { objectWorld: object.owner, objectKind: object.kind, objectKey: object.key }),
    ...(type && { typePersona: type.owner, typeKind: type.kind, typeKey: type.key }),
  }
}

function partsOf(id: string, field: string) {
  const parts = compositeId(id)
  if (!parts) throw validation([{ field, message: 'must be an ID of the form <UUID>/<kind>/<key>' }])
  return parts
}
