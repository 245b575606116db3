import { Type } from '@sinclair/typebox'
import { named, type Answers } from '../../http/answers.js'
import { feedLine } from './feed.shape.js'

export const feedAnswers: Answers = {
  'GET /api/changes': {
    id: 'readChanges',
    says: 'Streams what has changed in the scope of an export since a position.',
    refuses: [403, 404, 409, 410],
    200: {
      media: ['application/x-ndjson'],
      schema: Type.String({ contentMediaType: 'application/x-ndjson', contentSchema: named('ChangeLine', feedLine) }),
    },
  },
}
