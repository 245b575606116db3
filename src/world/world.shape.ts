import { Type } from '@sinclair/typebox'
import { forkedColumn } from '../database/rows/forked-from.js'
import { document, integer, record, text, time, times, uuid, word } from '../database/rows/record.js'
import { anyId, input, oneOf, says } from '../lib/described.js'
import { forkedFrom } from '../lib/forked-from.js'
import { choice, ifVersion, optional, uuid as uuidShape } from '../lib/schema.js'
import { worldArrays, type WorldKind } from './world-kinds.js'
import { objectsOf } from './world-object.shape.js'

/** A user's knowledge of the real world, personal or inside a project. Its objects are separate rows. */
export const worldRecord = record('worldStates', 'w', {
  id: uuid('ID of the world.', { writer: 'server', required: true, shown: false }),
  userId: uuid('ID of the user whose world it is.', { answeredAs: 'ownerId', writer: 'server', required: true }),
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
  ...forkedColumn,
  createdAt: time({ nullable: true, writer: 'server' }),
  updatedAt: time({ nullable: true, writer: 'server' }),
})

/** An object needs an id; all other members are stored and answered as they were sent (RF-12). */
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

/** The sources of copied objects, beside the arrays: objects are answered as their clients sent them (RF-12). */
export const copiesInWorld = says(
  'The objects that the server copied from other worlds, and of what: those of forks.',
  Type.Array(
    Type.Object({
      kind: says('Kind of the object.', choice(Object.values(worldArrays))),
      objectId: says('ID of the object within its array.', Type.String()),
      ...forkedFrom.properties,
    }),
  ),
)

/** The optional name of an object. */
export const nameOfObject = says('Name to display, if it has one.', Type.String())

/** The schema with all seven arrays. */
export const wholeWorldSchema = Type.Object(arrays)
/** The schema with any of the seven arrays. */
export const worldSchema = Type.Partial(wholeWorldSchema)

/** The ids of objects to move from one world of the caller to another; without a project id, the personal world. */
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

/** A single object, whose id may be omitted because the path contains it. */
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

const items = (sentence: string, kind: WorldKind) => says(sentence, Type.Array(objectsOf[kind]))
const arraysInput = Type.Object({
  entities: items('Entities: people, things and locations.', 'entity'),
  events: items('Events.', 'event'),
  times: items('Times: moments and intervals.', 'time'),
  entityCollections: items('Collections of entities.', 'entity_collection'),
  eventCollections: items('Collections of events.', 'event_collection'),
  timeCollections: items('Collections of times.', 'time_collection'),
  relations: items('Relations between objects of the world.', 'relation'),
})

export const saveWorldInput = input(
  'SaveWorldInput',
  'The seven arrays of a world. In each array every ID may occur only once.',
  arraysInput,
)

export const updateWorldInput = input(
  'UpdateWorldInput',
  "Arrays that replace those of the viewer's own world as a whole; absent arrays stay as they are. In each array every " +
    'ID may occur only once.',
  Type.Object({
    projectId: optional(says('ID of the project whose world is changed; the personal world if absent.', uuidShape)),
    ifVersion: ifVersion(),
    ...Type.Partial(arraysInput).properties,
  }),
)

const one = (sentence: string, kind: WorldKind) => Type.Optional(says(sentence, objectsOf[kind]))

const worldObjectInput = oneOf(
  'WorldObjectInput',
  'An object of a world, by its kind.',
  Type.Object({
    entity: one('An entity: a person, a thing or a location.', 'entity'),
    event: one('An event.', 'event'),
    time: one('A time: a moment or an interval.', 'time'),
    entityCollection: one('A collection of entities.', 'entity_collection'),
    eventCollection: one('A collection of events.', 'event_collection'),
    timeCollection: one('A collection of times.', 'time_collection'),
    relation: one('A relation between objects of the world.', 'relation'),
  }),
)

export const saveWorldObjectInput = input(
  'SaveWorldObjectInput',
  "The object to save in the viewer's own world, personal or in a project. It replaces the one of its kind with its " +
    'ID; if there is none, it is added behind the others.',
  Type.Object({
    projectId: optional(
      says('ID of the project in whose world the object is saved; the personal world if absent.', uuidShape),
    ),
    ifVersion: ifVersion(
      'Refuse the change with PRECONDITION_FAILED unless the world, whose objects have no versions of their own, is ' +
        'at this version. If absent, the object is saved whatever others have changed meanwhile.',
    ),
    object: says('The object.', worldObjectInput),
  }),
)
