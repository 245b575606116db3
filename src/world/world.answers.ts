import { Type, type TProperties } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { asSent, message, named, type Answers } from '../http/answers.js'
import { memberShapes } from '../lib/members.js'
import { nullable, uuid } from '../lib/schema.js'
import { ontology, persona } from '../personas/persona.acts.js'
import { arraysOfObjects } from './world-members.js'
import { worldRecord } from './world.record.js'

const text = Type.String()
const objectNames: Record<keyof typeof arraysOfObjects, string> = {
  entities: 'Entity',
  events: 'Event',
  times: 'Time',
  entityCollections: 'EntityCollection',
  eventCollections: 'EventCollection',
  timeCollections: 'TimeCollection',
  relations: 'WorldRelation',
}

/** The seven arrays, their objects as clients sent them (RF-12). */
const arrays: TProperties = Object.fromEntries(
  Object.entries(arraysOfObjects).map(([array, members]) => {
    const shapes = { id: text, name: Type.Optional(text), ...memberShapes(members) }
    const object = asSent(Type.Object(shapes, { additionalProperties: true }))
    return [array, Type.Array(named(objectNames[array as keyof typeof arraysOfObjects], object))]
  }),
)
const { createdAt, updatedAt, ...columns } = answerShapes(worldRecord)
export const world = named(
  'World',
  Type.Object({ ...columns, ...arrays, createdAt: createdAt!, updatedAt: updatedAt! }),
)
const everything = Type.Object({ personas: Type.Array(persona), personaOntologies: Type.Array(ontology), world })

/** The answers for single objects, whose members depend on their kind. */
const object = named('WorldObject', asSent(Type.Object({ id: text }, { additionalProperties: true })))
const objectAnswers = (path: string, name: string, world: string, refuses: readonly number[]): Answers => ({
  [`GET ${path}`]: { id: `get${name}`, says: `Returns an object of ${world}.`, refuses, 200: object },
  [`PUT ${path}`]: {
    id: `save${name}`,
    says: `Adds or replaces an object of ${world}.`,
    refuses,
    200: object,
    201: object,
  },
  [`DELETE ${path}`]: { id: `delete${name}`, says: `Deletes an object of ${world}.`, refuses, 200: message },
})

export const worldAnswers: Answers = {
  ...objectAnswers('/api/world/:kind/:objectId', 'WorldObject', "the caller's personal world", []),
  ...objectAnswers(
    '/api/projects/:projectId/world/:kind/:objectId',
    'ProjectWorldObject',
    "the caller's world in a project",
    [403],
  ),
  'GET /api/world': { id: 'getWorld', says: "Returns the caller's personal world.", 200: world },
  'PUT /api/world': {
    id: 'updateWorld',
    says: "Replaces the given lists of objects of the caller's personal world.",
    200: world,
  },
  'POST /api/world/move': {
    id: 'moveWorldObjects',
    says: 'Moves objects from one world of the caller to another.',
    refuses: [403, 404],
    200: world,
  },
  'GET /api/projects/:projectId/world': {
    id: 'getProjectWorld',
    says: "Returns the caller's world in a project.",
    refuses: [403],
    200: world,
  },
  'PUT /api/projects/:projectId/world': {
    id: 'updateProjectWorld',
    says: "Replaces the given lists of objects of the caller's world in a project.",
    refuses: [403],
    200: world,
  },
  'DELETE /api/admin/world/:userId': {
    id: 'clearWorld',
    says: "Deletes all objects of a user's personal world.",
    200: Type.Object({ message: text, userId: uuid }),
  },
  'GET /api/ontology': {
    id: 'getOntologyData',
    says: "Returns the caller's personas, their ontologies and the personal world.",
    200: everything,
  },
  'PUT /api/ontology': {
    id: 'saveOntologyData',
    says: 'Saves personas, ontologies and the personal world, all or none.',
    refuses: [404],
    200: everything,
  },
  'POST /api/ontology/augment': {
    id: 'augmentOntology',
    says: 'Lets a model suggest types for an ontology.',
    refuses: [404, 502, 504],
    200: Type.Object({
      id: text,
      personaId: uuid,
      targetCategory: text,
      suggestions: Type.Array(
        Type.Object({
          name: text,
          description: text,
          parent: nullable(text),
          confidence: Type.Number(),
          examples: Type.Array(text),
        }),
      ),
      reasoning: text,
    }),
  },
}
