import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { answerShapes } from '../../database/rows/record-schema.js'
import { named, successMessage } from '../../http/answers.js'
import { below } from '../../http/created.js'
import { anyId, says } from '../../lib/described.js'
import { shortText, uuid } from '../../lib/schema.js'
import * as decisions from './decision.service.js'
import { decisionRecord, decisionsQuery, settleSchema } from './decision.shape.js'
import { AgreementDecision } from './decision.type.js'

const decision = named('AgreementDecision', Type.Object(answerShapes(decisionRecord)))
/** Returns a decision as REST answers it: every column except the key by which it is found. */
function bodyOf({ thingKey: _key, ...row }: decisions.DecisionRow) {
  return row
}

const ofVideo = { videoId: says('ID of the video.', anyId(shortText)) }
const one = { decisionId: says('ID of the decision.', uuid) }

export const decisionActs: Acts = {
  tag: 'Agreement',
  acts: [
    act({
      says:
        'Settles a disagreement of personas about a video, for a persona that the caller may change. One of the things is ' +
        'adopted, which copies it into the persona, or all are kept with a note. The work of others stays as it is. ' +
        'A decision of the persona about the same disagreement is replaced.',
      rest: 'POST /api/videos/:videoId/agreement/decisions',
      params: ofVideo,
      body: settleSchema,
      run: (ctx, { videoId, body }) => decisions.settleDisagreement(ctx, videoId, body),
      answer: decision,
      status: 201,
      send: ({ reply }, row) => reply.code(201).send(bodyOf(row)),
      located: below('/api/agreement-decisions'),
      refuses: [404, 412],
      mutation: {
        name: 'settleDisagreement',
        input: 'A disagreement of personas about a video, and how it is settled.',
        payload: { decision: () => AgreementDecision },
      },
    }),
    listAct({
      says: 'Lists how disagreements about a video are settled, for personas that the caller may read.',
      rest: 'GET /api/videos/:videoId/agreement/decisions',
      id: 'listAgreementDecisions',
      params: ofVideo,
      query: decisionsQuery,
      item: decision,
      list: (ctx, { videoId, query }) => decisions.listDecisions(ctx, videoId, query),
      show: bodyOf,
    }),
    act({
      says: 'Returns how a disagreement is settled.',
      rest: 'GET /api/agreement-decisions/:decisionId',
      id: 'getAgreementDecision',
      params: one,
      run: (ctx, { decisionId }) => decisions.getDecision(ctx, decisionId),
      answer: decision,
      send: (_to, row) => bodyOf(row),
    }),
    act({
      says:
        'Deletes a decision, which opens the disagreement again. The copy of what was adopted goes with it, unless it was ' +
        'changed since.',
      rest: 'DELETE /api/agreement-decisions/:decisionId',
      params: one,
      run: (ctx, { decisionId }) => decisions.deleteDecision(ctx, decisionId),
      answer: successMessage,
      send: () => ({ success: true, message: 'Decision deleted successfully' }),
      mutation: { name: 'deleteAgreementDecision', id: 'decisionId', input: 'The decision to delete.', deletes: true },
    }),
  ],
}
