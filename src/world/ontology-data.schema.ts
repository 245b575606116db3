import { Type } from '@sinclair/typebox'
import { choice, mostOfNote, nameText, noteText, shortText, uuid } from '../lib/schema.js'
import { typeList } from '../personas/persona.shape.js'
import { wholeWorldSchema } from './world.schema.js'

/** The complete state of a client (O-03 to O-07). */
export const ontologyDataSchema = Type.Object({
  personas: Type.Array(
    Type.Object({
      id: uuid,
      name: nameText,
      role: nameText,
      informationNeed: Type.String({ minLength: 1, maxLength: mostOfNote }),
      details: Type.Optional(Type.Union([noteText, Type.Null()])),
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
  prompt: Type.Optional(noteText),
  domain: Type.Optional(noteText),
  existingTypes: Type.Optional(Type.Array(shortText, { maxItems: 10_000 })),
  targetCategory: Type.Optional(choice(['entity', 'event', 'role', 'relation'])),
  maxSuggestions: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
})
