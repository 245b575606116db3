import { Type } from '@sinclair/typebox'
import { document, integer, record, text, times, uuid, word } from '../database/rows/record.js'
import { anyId, says } from '../lib/described.js'
import { choice, optional, uuid as uuidShape } from '../lib/schema.js'
import { worldArrays, type WorldKind } from '../lib/world-kinds.js'

/** A user's knowledge of the real world, personal or inside a project. Its objects are rows of their own. */
export const worldRecord = record('worldStates', 'w', {
  id: uuid({ writer: 'server', required: true }),
  userId: uuid('ID of the user whose world it is.', { writer: 'server', required: true }),
  projectId: uuid('ID of the project that it belongs to; null for a personal world.', {
    nullable: true,
    writer: 'server',
  }),
  version: integer('Version number, raised by every change; send it as `ifVersion` to prevent lost updates.', {
    writer: 'server',
    printed: false,
  }),
  ...times,
})

/**
 * An object in one of the seven arrays of a world, as its client sent it; PostgreSQL derives id and name from the body.
 */
export const worldObjectRecord = record('worldObjects', 'o', {
  worldId: uuid({ writer: 'server', required: true }),
  kind: word({ writer: 'server', required: true }),
  objectId: text({ writer: 'server', derived: true }),
  name: text({ nullable: true, writer: 'server', derived: true }),
  position: integer({ writer: 'server', required: true }),
  body: document({ required: true, references: true }),
})

/** RF-12: an object needs an id; everything else is stored and answered as it was sent. */
export const worldObject = Type.Object(
  {
    id: says(
      'ID of the object within its array; everything else is kept as it was sent.',
      anyId(Type.String({ minLength: 1, maxLength: 500 })),
    ),
  },
  { additionalProperties: true },
)
const list = Type.Array(worldObject)

const arrays = {
  entities: says('Entities (people, things and locations), in stored order.', list),
  events: says('Events, in stored order.', list),
  times: says('Times (moments and intervals), in stored order.', list),
  entityCollections: says('Collections of entities, in stored order.', list),
  eventCollections: says('Collections of events, in stored order.', list),
  timeCollections: says('Collections of times, in stored order.', list),
  relations: says('Relations between objects of the world, in stored order.', list),
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
    ids: says(
      'IDs, within the world (`key`, not `id`), of 1 to 1,000 different objects of any kind. ' +
        'Refused: one that is not in the first world, or that the second world already has.',
      Type.Array(worldObject.properties.id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
    ),
    fromProjectId: optional(
      says('ID of the project whose world the objects are in; the personal world if null or absent.', uuidShape),
    ),
    toProjectId: optional(
      says(
        'ID of the project to whose world the objects are moved; the ' +
          'personal world if null or absent. It must be another world.',
        uuidShape,
      ),
    ),
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
  kind: says('Kind of the object: the array of the world that it is in.', choice(Object.keys(objectPaths))),
  objectId: worldObject.properties.id,
})
