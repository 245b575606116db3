import { Type } from '@sinclair/typebox'
import { choice, uuid } from '../lib/schema.js'
import { typeList } from '../personas/persona.schema.js'
import { wholeWorldSchema } from './world.schema.js'

const filled = Type.String({ minLength: 1 })

/** The complete state of a client (O-03 to O-07). */
export const ontologyDataSchema = Type.Object({
  personas: Type.Array(
    Type.Object({
      id: uuid,
      name: filled,
      role: filled,
      informationNeed: filled,
      details: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      isSystemGenerated: Type.Optional(Type.Boolean()),
      hidden: Type.Optional(Type.Boolean()),
    }),
  ),
  personaOntologies: Type.Array(
    Type.Object({
      id: Type.Optional(uuid),
      personaId: uuid,
      // Each of these arrays may come under either of its two names (RF-04); the service checks that one is there.
      entities: Type.Optional(typeList),
      roles: Type.Optional(typeList),
      events: Type.Optional(typeList),
      entityTypes: Type.Optional(typeList),
      roleTypes: Type.Optional(typeList),
      eventTypes: Type.Optional(typeList),
      relationTypes: typeList,
      relations: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
  world: Type.Optional(wholeWorldSchema),
})

export const ontologyDataQuery = Type.Object({ personaId: Type.Optional(uuid) })

/** A request for suggestions; it needs a prompt or a domain (O-10). */
export const augmentSchema = Type.Object({
  personaId: uuid,
  prompt: Type.Optional(Type.String()),
  domain: Type.Optional(Type.String()),
  existingTypes: Type.Optional(Type.Array(Type.String())),
  targetCategory: Type.Optional(choice(['entity', 'event', 'role', 'relation'])),
  maxSuggestions: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})
