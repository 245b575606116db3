import { Type } from '@sinclair/typebox'
import { optional, uuid } from '../lib/schema.js'

/** RF-12: an id of its own; every other field is opaque and echoed. */
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

/** Objects, by their ids, that go from one world of the caller to another; without a project the personal one. */
export const worldMoveSchema = Type.Object(
  {
    ids: Type.Array(worldObject.properties.id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
    fromProjectId: optional(uuid),
    toProjectId: optional(uuid),
  },
  { additionalProperties: false },
)

export const worldOwnerParams = Type.Object({ userId: uuid })
