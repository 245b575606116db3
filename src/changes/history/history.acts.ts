import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { named } from '../../http/answers.js'
import { pageShape } from '../../http/page-answer.js'
import { sendJson } from '../../http/send.js'
import { partsOfQuery, pageQuery } from '../../lib/page-query.js'
import { restoreVersion } from './history-restore.service.js'
import { historyOf, membersOf, printHistory } from './history.service.js'
import {
  historyEntry,
  historyParams,
  historyPart,
  restoredVersion,
  restoreSchema,
  versionReference,
} from './history.shape.js'
import { RestoredVersion } from './history.type.js'

export const historyActs: Acts = {
  tag: 'History',
  acts: [
    act({
      says:
        'Lists the changes of a thing, newest first: when, by whom and through what, and the members that changed. For ' +
        'whoever may read the thing and, once it is deleted, for its owner and administrators.',
      rest: 'GET /api/history/:kind/:id',
      id: 'listHistory',
      listedBy: 'history',
      params: historyParams,
      query: Type.Object({ ...pageQuery, ...historyPart }),
      run: async (ctx, { kind, id, query }) => {
        const { filter, page, totalCount } = partsOfQuery(query)
        const list = await historyOf(ctx, { kind, id, ...filter }, page)
        const changes = await membersOf(ctx, list.nodes)
        return printHistory(ctx, list, changes, totalCount ? await list.countAll() : undefined)
      },
      send: ({ reply }, history) => sendJson(reply, history),
      answer: pageShape('history', named('HistoryEntry', historyEntry)),
      refuses: [409],
    }),
    act({
      says:
        'Makes a new version of a thing with the content of an earlier one; its project stays. For whoever may change ' +
        'the thing. Refused with CONFLICT where the thing is deleted, or the version refers to what is gone.',
      rest: 'POST /api/history/:kind/:id/restore',
      versioned: true,
      params: historyParams,
      body: restoreSchema,
      run: (ctx, { kind, id, body: { part, ...wanted }, ifVersion }) =>
        restoreVersion(ctx, { kind, id, part }, wanted, ifVersion),
      answer: named('RestoredVersion', restoredVersion),
      refuses: [409],
      mutation: {
        name: 'restoreVersion',
        input: 'The thing, and the version that it is to go back to.',
        choices: { to: versionReference },
        payload: () => RestoredVersion,
      },
    }),
  ],
}
