import { Type } from '@sinclair/typebox'
import { answerShapes } from '../database/record-schema.js'
import { asSent, named, type Answers } from '../http/answers.js'
import { memberShapes } from '../lib/members.js'
import { uuid } from '../lib/schema.js'
import { typePaths } from '../lib/type-kinds.js'
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

const savedTypes = Object.fromEntries(
  Object.keys(typePaths).map((path) => [
    `PUT /api/personas/:personaId/ontology/${path}/:typeId`,
    { 200: typeDefinition, 201: typeDefinition },
  ]),
)

export const personaAnswers: Answers = {
  ...savedTypes,
  'GET /api/personas': { 200: Type.Array(persona) },
  'POST /api/personas': { 201: persona },
  'GET /api/personas/:id': { 200: persona },
  'PUT /api/personas/:id': { 200: persona },
  'GET /api/personas/:id/ontology': { 200: ontology },
  'PUT /api/personas/:id/ontology': { 200: ontology },
  'GET /api/projects/:projectId/personas': { refuses: [403], 200: Type.Array(persona) },
}
