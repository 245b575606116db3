import { named, type Answers } from '../../http/answers.js'
import { updatesShape } from './updates.shape.js'

export const updatesAnswers: Answers = {
  'GET /api/updates': {
    id: 'readUpdates',
    says: 'Says which things that the caller may read have changed since the last answer; can wait for that.',
    refuses: [409, 410],
    200: named('Updates', updatesShape),
  },
}
