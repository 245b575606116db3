import { Type, type Static } from '@sinclair/typebox'
import { says } from '../../lib/described.js'
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

const { query, kinds, semantic } = searchSchema.properties
/** The parameters of a search in REST. */
export const searchQuery = Type.Object({
  q: says(
    'Search words: "quoted" for a phrase, `or` between alternatives, -word to exclude. 1 to 200 characters, not blank.',
    query,
  ),
  kinds: Type.Optional(says('Only hits of these kinds; all when absent.', kinds)),
  semantic: Type.Optional(
    says(
      'Whether to take the best 100 hits for any of the words and order them by similarity of meaning; false when absent.',
      semantic,
    ),
  ),
})

/** A hit as REST answers it. */
export const searchHit = Type.Object({
  kind: says('Kind of what was found.', searchKind),
  id: says('ID of what was found; of a type or an object of a world, the same as in GraphQL.', Type.String()),
  rank: says(
    'Relevance, comparable within one search only: 1 or more when all words occur, more for names.',
    Type.Number(),
  ),
  snippet: says(
    'The best matching passages, cut into parts; joined, the parts are plain text.',
    Type.Array(
      Type.Object({
        text: says('Text of the part, as plain text.', Type.String()),
        matches: says('Whether the part is a word that was searched for, to be highlighted.', Type.Boolean()),
      }),
    ),
  ),
})
