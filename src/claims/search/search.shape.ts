import { Type, type Static } from '@sinclair/typebox'

export const searchKinds = ['claim', 'summary', 'type', 'entity', 'event', 'persona', 'video'] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchSchema = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 200, format: 'not-blank' }),
  kinds: Type.Array(Type.Unsafe<SearchKind>({ enum: [...searchKinds] }), { minItems: 1, maxItems: searchKinds.length }),
  semantic: Type.Optional(Type.Boolean()),
})
export type SearchInput = Static<typeof searchSchema>
