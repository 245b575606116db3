import { Type } from '@sinclair/typebox'
import { createSchema, updateSchema } from '../database/record-schema.js'
import { enumeration, nameText, uuid } from '../lib/schema.js'
import { personaRecord } from './persona.record.js'

export const ontologyTypeKind = enumeration(
  'OntologyTypeKind',
  'Kind of an ontology type: in which of the four arrays of an ontology it is.',
  ['entity', 'role', 'event', 'relation'],
)

export const createPersonaSchema = createSchema(personaRecord)
export const updatePersonaSchema = updateSchema(personaRecord)

/** RF-06: a type needs an id and a name; everything else is stored and answered as it was sent. */
export const typeDefinition = Type.Object({ id: nameText, name: nameText }, { additionalProperties: true })
export const typeList = Type.Array(typeDefinition)
/** A single type, whose id may be left to the path. */
export const savedTypeSchema = Type.Object(
  { id: Type.Optional(nameText), name: nameText },
  { additionalProperties: true },
)

/** The arrays under the names of the routes, and under the stored names as aliases; the former win (RF-04). */
export const ontologySchema = Type.Object({
  entities: Type.Optional(typeList),
  roles: Type.Optional(typeList),
  events: Type.Optional(typeList),
  relationTypes: Type.Optional(typeList),
  relations: Type.Optional(Type.Array(Type.Unknown())),
  entityTypes: Type.Optional(typeList),
  roleTypes: Type.Optional(typeList),
  eventTypes: Type.Optional(typeList),
})

export const personaParams = Type.Object({ id: uuid })
export const savedTypeParams = Type.Object({ personaId: uuid, typeId: nameText })
export const listPersonasQuery = Type.Object({
  includeHidden: Type.Optional(Type.Boolean()),
  projectId: Type.Optional(uuid),
})
