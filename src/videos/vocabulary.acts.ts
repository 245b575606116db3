import { act, type Acts } from '../acts/act.js'
import { objectOf } from '../graphql/classes.js'
import { getVocabulary, replaceVocabulary } from './vocabulary.service.js'
import { detectionTerm, vocabularySchema } from './vocabulary.shape.js'

const DetectionTerm = objectOf(detectionTerm)

export const vocabularyActs: Acts = {
  tag: 'Models',
  acts: [
    act({
      says: 'Returns the words that stand for classes of the detector.',
      rest: 'GET /api/admin/detection-vocabulary',
      id: 'getDetectionVocabulary',
      auth: 'admin',
      run: getVocabulary,
      answer: vocabularySchema,
      send: (_to, terms) => ({ terms }),
    }),
    act({
      says: 'Replaces the whole detection vocabulary and returns the new one, sorted by word. For administrators.',
      rest: 'PUT /api/admin/detection-vocabulary',
      auth: 'admin',
      body: vocabularySchema,
      run: (ctx, { body }) => replaceVocabulary(ctx, body.terms),
      answer: vocabularySchema,
      send: (_to, terms) => ({ terms }),
      mutation: {
        name: 'replaceDetectionVocabulary',
        input: 'The new detection vocabulary, which replaces the existing one as a whole.',
        payload: { terms: { type: () => [DetectionTerm], says: 'The new vocabulary, sorted by word.' } },
      },
    }),
  ],
}
