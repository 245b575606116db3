import type { Answers } from '../http/answers.js'
import { vocabularySchema } from './vocabulary.schema.js'

export const vocabularyAnswers: Answers = {
  'GET /api/admin/detection-vocabulary': { 200: vocabularySchema },
  'PUT /api/admin/detection-vocabulary': { 200: vocabularySchema },
}
