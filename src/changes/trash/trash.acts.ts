import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../../acts/act.js'
import { named, success } from '../../http/answers.js'
import { pageShape } from '../../http/page-answer.js'
import { says } from '../../lib/described.js'
import { partsOfQuery, pageQuery } from '../../lib/page-query.js'
import { restoreFromTrash, undoDeletion } from './trash-restore.service.js'
import { deleteFromTrash, emptyTrash, goneWithOf, listTrash, trashItemShown } from './trash.service.js'
import {
  deletedPart,
  deletedThing,
  restoredItem,
  trashConditions,
  trashItem,
  trashParams,
  undoneDeletion,
} from './trash.shape.js'
import { RestoredItem, UndoneDeletion } from './trash.type.js'

export const trashActs: Acts = {
  tag: 'Trash',
  acts: [
    act({
      says:
        "Lists what was deleted and can be restored, what was deleted last first: the caller's own or, for " +
        "administrators who ask for it, everybody's. Each item stands for everything that was deleted with it.",
      rest: 'GET /api/trash',
      id: 'listTrash',
      listedBy: 'trash',
      query: Type.Object({ ...pageQuery, ...trashConditions }),
      run: async (ctx, { query }) => {
        const { filter, page, totalCount } = partsOfQuery(query)
        const { nodes, pageInfo, countAll } = await listTrash(ctx, filter, page)
        const goneWith = await goneWithOf(ctx, nodes)
        const trash = nodes.map((item, at) => trashItemShown(item, goneWith[at]!))
        return { trash, pageInfo, ...(totalCount && { totalCount: await countAll() }) }
      },
      answer: pageShape('trash', named('TrashItem', trashItem)),
      refuses: [403, 409],
    }),
    act({
      says:
        'Restores what was deleted, with everything that was deleted with it, as it was. For its owner and ' +
        'administrators. Refused with CONFLICT where its id or a unique name is taken again, what it belongs to is ' +
        'gone, or its project is archived.',
      rest: 'POST /api/trash/:id/restore',
      params: trashParams,
      run: (ctx, { id }) => restoreFromTrash(ctx, id),
      answer: named('RestoredItem', restoredItem),
      refuses: [409],
      mutation: { name: 'restoreFromTrash', input: 'The item of the trash to restore.', payload: () => RestoredItem },
    }),
    act({
      says:
        'Undoes the last deletion of a thing: everything that the same request deleted comes back as it was. For the ' +
        'user who deleted it, its owner and administrators. Refused like the restoration of an item of the trash.',
      rest: 'POST /api/trash/:kind/:id/undo',
      params: deletedThing,
      body: deletedPart,
      run: (ctx, { kind, id, body: { part = null } }) => undoDeletion(ctx, { kind, id, part }),
      answer: named('UndoneDeletion', undoneDeletion),
      refuses: [409],
      mutation: { name: 'undoDeletion', input: 'What was deleted.', payload: () => UndoneDeletion },
    }),
    act({
      says:
        'Removes an item from the trash for good: neither what was deleted nor its earlier versions can be read or ' +
        'restored any more. For its owner and administrators.',
      rest: 'DELETE /api/trash/:id',
      params: trashParams,
      run: (ctx, { id }) => deleteFromTrash(ctx, id),
      answer: success,
      refuses: [409],
      send: () => ({ success: true }),
      mutation: { name: 'deleteFromTrash', input: 'The item of the trash to remove.', deletes: true },
    }),
    act({
      says: "Removes everything of the caller's from the trash for good.",
      rest: 'DELETE /api/trash',
      run: (ctx) => emptyTrash(ctx),
      answer: Type.Object({ removed: says('Number of items that were removed.', Type.Integer()) }),
      refuses: [409],
      send: (_to, removed) => ({ removed }),
      mutation: { name: 'emptyTrash', deletes: true },
    }),
  ],
}
