import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { named } from '../../http/answers.js'
import { anyId, says } from '../../lib/described.js'
import { shortText } from '../../lib/schema.js'
import { comparedQuery } from '../agreement.shape.js'
import { claimAlignment } from './claim-alignment.shape.js'
import { argumentsOf } from '../report.service.js'
import { claimsOnVideo } from './claim-comparison.service.js'

export const claimAlignmentActs: Acts = {
  tag: 'Agreement',
  acts: [
    act({
      says:
        'Compares the claims of several personas about a video: which say the same in other words, which say the ' +
        'opposite and which only one persona makes, as far as the caller may read them.',
      rest: 'GET /api/videos/:videoId/agreement/claims',
      id: 'getClaimAgreement',
      params: { videoId: says('ID of the video.', anyId(shortText)) },
      query: Type.Object(comparedQuery),
      run: (ctx, { videoId, query }) => claimsOnVideo(ctx, videoId, argumentsOf(query)),
      answer: named('ClaimAlignment', claimAlignment),
      refuses: [404],
    }),
  ],
}
