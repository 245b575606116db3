import { Type } from '@sinclair/typebox'
import { choice, optional, uuid } from '../lib/schema.js'
import { worldArrays, type WorldKind } from '../lib/world-kinds.js'

/** RF-12: an object needs an id; everything else is stored and answered as it was sent. */
export const worldObject = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 500 }) },
  { additionalProperties: true },
)
const list = Type.Array(worldObject)

const arrays = {
  entities: list,
  events: list,
  times: list,
  entityCollections: list,
  eventCollections: list,
  timeCollections: list,
  relations: list,
}

/** All seven arrays. */
export const wholeWorldSchema = Type.Object(arrays)
/** Any of the seven arrays. */
export const worldSchema = Type.Partial(wholeWorldSchema)

/**
 * The ids of objects to move from one world of the caller to another; without a project id, that is the personal world.
 */
export const worldMoveSchema = Type.Object(
  {
    ids: Type.Array(worldObject.properties.id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
    fromProjectId: optional(uuid),
    toProjectId: optional(uuid),
  },
  { additionalProperties: false },
)

/** A single object, whose id may be left to the path. */
export const savedObjectSchema = Type.Partial(worldObject, { additionalProperties: true })

const pathOf = (array: string) => array.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The kind of the objects in each array of a world, by the name of the array on the paths of REST. */
export const objectPaths = Object.fromEntries(
  Object.entries(worldArrays).map(([array, kind]) => [pathOf(array), kind]),
) as Record<string, WorldKind>

export const worldObjectParams = Type.Object({
  kind: choice(Object.keys(objectPaths)),
  objectId: worldObject.properties.id,
})
export const projectObjectParams = Type.Object({ projectId: uuid, ...worldObjectParams.properties })

export const worldOwnerParams = Type.Object({ userId: uuid })
