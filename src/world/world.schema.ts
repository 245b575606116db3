import { Type } from '@sinclair/typebox'
import { optional, uuid } from '../lib/schema.js'

/** RF-12: an object needs an id; everything else is stored and answered as it was sent. */
const worldObject = Type.Object({ id: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: true })
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

export const worldOwnerParams = Type.Object({ userId: uuid })
