import { act, type Acts } from '../acts/act.js'
import { named } from '../http/answers.js'
import { anyId, says } from '../lib/described.js'
import { shortText } from '../lib/schema.js'
import { agreementQuery, wholeAgreement } from './agreement.shape.js'
import { argumentsOf, wholeAgreementOnVideo } from './report.service.js'

export const agreementActs: Acts = {
  tag: 'Agreement',
  acts: [
    act({
      says:
        'Returns how far personas agree about a video, in boxes, time, labels and claims. Only what the caller may read is ' +
        'compared.',
      rest: 'GET /api/videos/:videoId/agreement',
      id: 'getVideoAgreement',
      params: { videoId: says('ID of the video.', anyId(shortText)) },
      query: agreementQuery,
      run: (ctx, { videoId, query }) => wholeAgreementOnVideo(ctx, videoId, argumentsOf(query)),
      answer: named('VideoAgreement', wholeAgreement),
      refuses: [413],
    }),
  ],
}
