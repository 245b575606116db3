import { Type, type Static } from '@sinclair/typebox'

export const searchKinds = ['claim', 'summary', 'type'] as const
export type SearchKind = (typeof searchKinds)[number]

export const searchSchema = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 200, format: 'not-blank' }),
  kinds: Type.Array(Type.Unsafe<SearchKind>({ enum: [...searchKinds] }), { minItems: 1, maxItems: 3 }),
  semantic: Type.Optional(Type.Boolean()),
})
export type SearchInput = Static<typeof searchSchema>
