import { Type, type Static } from '@sinclair/typebox'
import { kindOf } from '../../kind-words.js'

export const searchKinds = [
  ...(['claim', 'summary', 'entity_type', 'event_type', 'role_type', 'relation_type'] as const),
  ...(['entity', 'event', 'persona', 'video'] as const),
] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchKind = kindOf(searchKinds)

export const searchSchema = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 200, format: 'not-blank' }),
  kinds: Type.Array(searchKind, { minItems: 1, maxItems: searchKinds.length }),
  semantic: Type.Optional(Type.Boolean()),
})
export type SearchInput = Static<typeof searchSchema>
