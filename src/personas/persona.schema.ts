import { Type } from '@sinclair/typebox'

const filled = Type.String({ minLength: 1 })
const details = Type.Union([Type.String(), Type.Null()])

export const createPersonaSchema = Type.Object({
  name: filled,
  role: filled,
  informationNeed: filled,
  details: Type.Optional(details),
  isSystemGenerated: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
  projectId: Type.Optional(Type.Union([Type.String({ format: 'uuid' }), Type.Null()])),
})

export const updatePersonaSchema = Type.Object({
  name: Type.Optional(filled),
  role: Type.Optional(filled),
  informationNeed: Type.Optional(filled),
  details: Type.Optional(details),
  isSystemGenerated: Type.Optional(Type.Boolean()),
  hidden: Type.Optional(Type.Boolean()),
})

/** RF-06: id and name; everything else is opaque and echoed. */
const typeDefinition = Type.Object({ id: filled, name: filled }, { additionalProperties: true })
export const typeList = Type.Array(typeDefinition)

/** Route names, and the stored names as aliases (RF-04; route names win). */
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

export const personaParams = Type.Object({ id: Type.String({ format: 'uuid' }) })
export const listPersonasQuery = Type.Object({
  includeHidden: Type.Optional(Type.Boolean()),
  projectId: Type.Optional(Type.String({ format: 'uuid' })),
})
