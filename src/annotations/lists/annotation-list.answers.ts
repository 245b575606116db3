import type { Answers } from '../../http/answers.js'
import { pageOrLines } from '../../http/page-answer.js'
import { annotation } from '../annotation.acts.js'

export const annotationListAnswers: Answers = {
  'GET /api/annotations': {
    id: 'findAnnotations',
    says: 'Lists the annotations of all videos that the caller may read, in pages or, as NDJSON, all of them.',
    200: pageOrLines('annotations', annotation),
  },
}
