import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { asSent, named, type Answers } from '../http/answers.js'
import { memberShapes } from '../lib/members.js'
import { uuid } from '../lib/schema.js'
import type { typePaths } from '../lib/type-kinds.js'
import { personaRecord } from './persona.record.js'
import { typeMembers } from './type-members.js'

const time = Type.String({ format: 'date-time' })

export const persona = named('Persona', Type.Object(answerShapes(personaRecord)))

/** A type as its client sent it (RF-06). */
export const typeDefinition = named(
  'TypeDefinition',
  asSent(
    Type.Object(
      { id: Type.String(), name: Type.String(), ...memberShapes(typeMembers) },
      { additionalProperties: true },
    ),
  ),
)
const types = Type.Array(typeDefinition)

/** The types of a persona under the names that the routes use (RF-04). */
export const ontology = named(
  'Ontology',
  Type.Object({
    id: uuid,
    personaId: uuid,
    entities: types,
    roles: types,
    events: types,
    relationTypes: types,
    relations: asSent(Type.Array(Type.Object({}, { additionalProperties: true }))),
    createdAt: time,
    updatedAt: time,
  }),
)

type TypePath = keyof typeof typePaths

/** What a type of each path is called, in ids of operations (`EntityType`) and in sentences (`an entity type`). */
export const typeNames: Record<TypePath, { id: string; word: string }> = {
  entities: { id: 'EntityType', word: 'an entity type' },
  events: { id: 'EventType', word: 'an event type' },
  roles: { id: 'RoleType', word: 'a role type' },
  'relation-types': { id: 'RelationType', word: 'a relation type' },
}

const savedTypes: Answers = Object.fromEntries(
  Object.entries(typeNames).map(([path, { id, word }]) => [
    `PUT /api/personas/:personaId/ontology/${path}/:typeId`,
    { id: `save${id}`, says: `Adds or replaces ${word} of a persona.`, 200: typeDefinition, 201: typeDefinition },
  ]),
)

export const personaAnswers: Answers = {
  ...savedTypes,
  'GET /api/personas': {
    id: 'listPersonas',
    says: 'Lists the personas that the caller may read.',
    200: Type.Array(persona),
  },
  'POST /api/personas': { id: 'createPersona', says: 'Creates a persona with an empty ontology.', 201: persona },
  'GET /api/personas/:id': { id: 'getPersona', says: 'Returns a persona.', 200: persona },
  'PUT /api/personas/:id': { id: 'updatePersona', says: 'Changes the given fields of a persona.', 200: persona },
  'GET /api/personas/:id/ontology': { id: 'getOntology', says: 'Returns the ontology of a persona.', 200: ontology },
  'PUT /api/personas/:id/ontology': {
    id: 'updateOntology',
    says: "Replaces the given lists of types of a persona's ontology.",
    200: ontology,
  },
  'GET /api/projects/:projectId/personas': {
    id: 'listProjectPersonas',
    says: 'Lists the personas of a project.',
    refuses: [403],
    200: Type.Array(persona),
  },
}
