import { Type } from '@sinclair/typebox'
import { act, type Acts } from '../acts/act.js'
import { named, success } from '../http/answers.js'
import { anyId, says } from '../lib/described.js'
import { optional } from '../lib/schema.js'
import { parse } from '../lib/validate.js'
import * as deletion from './user-deletion.service.js'
import { contentCount, deletedUserParams, userDeletion, userDeletionWish } from './user-deletion.shape.js'

const auth = 'admin'
const { userId } = deletedUserParams.properties
const { content, transferTo } = userDeletionWish.properties

/** The schemas of the counts. openapi.json names the schema that all kinds of content share `ContentCount`. */
const counts = Object.entries(userDeletion.properties).map(([name, schema]) => [
  name,
  'properties' in schema ? named('ContentCount', contentCount) : schema,
])

export const userDeletionActs: Acts = {
  tag: 'Users',
  acts: [
    act({
      says: 'Counts what belongs to an account before it is deleted.',
      rest: 'GET /api/admin/users/:userId/deletion-preview',
      id: 'previewUserDeletion',
      auth,
      params: { userId: says('ID of the user.', userId) },
      run: (ctx, { userId }) => deletion.previewUserDeletion(ctx, userId),
      answer: Type.Object(Object.fromEntries(counts)),
    }),
    act({
      says:
        'Deletes a user account with its sessions, tokens, API keys and personal content. `content` decides about the rest. ' +
        'For administrators only.',
      rest: 'DELETE /api/admin/users/:userId',
      auth,
      params: { userId },
      query: userDeletionWish,
      run: (ctx, { userId, query }) => deletion.deleteUser(ctx, userId, query),
      answer: success,
      send: () => ({ success: true }),
      mutation: {
        name: 'deleteUser',
        input: 'The user account to delete, and what happens to its content.',
        id: 'userId',
        own: {
          userId,
          content: optional(content),
          // An empty ID stands for no ID.
          transferTo: optional(says(transferTo.description!, anyId(Type.String()))),
        },
        run: (ctx, { userId: id, content, transferTo }) =>
          deletion.deleteUser(
            ctx,
            id,
            parse(userDeletionWish, { ...(content && { content }), ...(transferTo && { transferTo }) }),
          ),
        deletes: true,
      },
    }),
  ],
}
