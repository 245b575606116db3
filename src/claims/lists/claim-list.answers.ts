import { Type } from '@sinclair/typebox'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, type Answers } from '../../http/answers.js'
import { pageOrLines } from '../../http/page-answer.js'
import { claimRecord } from '../claim.shape.js'

const claim = named('ListedClaim', Type.Object(answerShapes(claimRecord)))

export const claimListAnswers: Answers = {
  'GET /api/claims': {
    id: 'findClaims',
    says: 'Lists the claims of all summaries that the caller may read, in pages or, as NDJSON, all of them.',
    200: pageOrLines('claims', claim),
  },
}
