import type { Answers } from '../http/answers.js'
import { vocabularySchema } from './vocabulary.schema.js'

export const vocabularyAnswers: Answers = {
  'GET /api/admin/detection-vocabulary': {
    id: 'getDetectionVocabulary',
    says: 'Returns the words that stand for classes of the detector.',
    200: vocabularySchema,
  },
  'PUT /api/admin/detection-vocabulary': {
    id: 'replaceDetectionVocabulary',
    says: 'Replaces the words that stand for classes of the detector.',
    200: vocabularySchema,
  },
}
