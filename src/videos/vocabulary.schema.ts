import { Type, type Static } from '@sinclair/typebox'

const word = Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' })

/** The meaning of a word for the detector: the names of its classes; none for something that it cannot detect. */
const term = Type.Object({ term: word, classes: Type.Array(word, { maxItems: 100 }) })

/** The whole vocabulary. */
export const vocabularySchema = Type.Object({ terms: Type.Array(term, { maxItems: 1000 }) })
export type VocabularyTerm = Static<typeof term>
