import type { Acts } from '../../acts/act.js'
import { listAct } from '../../acts/list-act.js'
import { named } from '../../http/answers.js'
import { anyId, says } from '../../lib/described.js'
import { shortText } from '../../lib/schema.js'
import { disagreement, disagreementsQuery } from './disagreement.shape.js'
import { disagreementsOnVideo, wantedOf } from './disagreement.service.js'

export const disagreementActs: Acts = {
  tag: 'Agreement',
  acts: [
    listAct({
      says:
        'Lists where personas disagree about a video, the heaviest first. Only what the caller may read is compared. ' +
        'Answers 50 disagreements if there is no `limit`.',
      rest: 'GET /api/videos/:videoId/agreement/disagreements',
      id: 'listDisagreements',
      params: { videoId: says('ID of the video.', anyId(shortText)) },
      query: disagreementsQuery,
      item: named('Disagreement', disagreement),
      onlyParts: true,
      list: (ctx, { videoId, query }) => disagreementsOnVideo(ctx, videoId, wantedOf(query)),
      show: ({ key: _key, ...shown }) => shown,
      refuses: [413],
    }),
  ],
}
