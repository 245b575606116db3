import { Type, type Static } from '@sinclair/typebox'
import { says, typed } from '../lib/described.js'

const word = Type.String({ minLength: 1, maxLength: 100, format: 'not-blank' })

const term = Type.Object({
  term: says('The word, in lower case and singular.', word, {
    asInput: 'The word in singular, at most 100 characters; stored in lower case.',
  }),
  classes: says(
    'Names of the detector classes that the word stands for; empty for something that the detector cannot recognise.',
    Type.Array(word, { maxItems: 100 }),
    {
      asInput:
        'Names of the detector classes that the word stands for, at most 100; empty for something that the detector ' +
        'cannot recognise.',
    },
  ),
})
export type VocabularyTerm = Static<typeof term>

const about = 'A word of detection queries, and the classes of the object detector that it'
export const detectionTerm = typed('DetectionTerm', `${about} stands for.`, term)

/** The whole vocabulary. */
export const vocabularySchema = Type.Object({
  terms: says(
    'All words of the vocabulary, sorted.',
    Type.Array(typed('DetectionTerm', `${about} is to stand for.`, term, 'DetectionTermInput'), { maxItems: 1000 }),
    { asInput: 'All words of the vocabulary, at most 1,000; a word that occurs twice is refused.' },
  ),
})
