import { requireAdmin } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { noteDeleted } from '../lib/deleted.js'
import { forbidden, notFound, validation } from '../lib/errors.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { selectUserContent } from './user-content.sql.js'
import type { UserContentCounts, UserDeletionWish } from './user-deletion.shape.js'
import {
  deleteAccount,
  deleteForsakenProjects,
  handOverContent,
  handProjectsTo,
  handProjectsToMembers,
  insertRemovedUser,
  lockAccounts,
  setSuccession,
} from './user-hand-over.sql.js'

/**
 * Counts the content of an account, inside and outside projects. For administrators only. Throws NOT_FOUND if the
 * account does not exist.
 */
export async function previewUserDeletion(ctx: Context, id: string): Promise<UserContentCounts> {
  requireAdmin(ctx)
  const counts = await selectUserContent(ctx.db, id)
  if (!counts) throw notFound('User')
  return counts
}

/**
 * Deletes an account with its sessions, tokens, keys and personal content. Database triggers choose its successor as
 * owner of groups and projects. The user's content in projects is kept with a removed user as its author (`keep`),
 * passed to `transferTo` (`transfer`) or deleted (`delete`) (U-07). Throws FORBIDDEN when users delete their own
 * account (AD-05), NOT_FOUND for an unknown account, and VALIDATION_ERROR for an unsuitable `transferTo`.
 */
export async function deleteUser(ctx: Context, userId: string, wish: UserDeletionWish): Promise<void> {
  const id = normalUuid(userId)
  if (id === requireAdmin(ctx).userId) throw forbidden('Own account cannot be deleted')
  const { content = 'keep' } = wish
  const heirId = wish.transferTo ? normalUuid(wish.transferTo) : null
  if ((content === 'transfer') !== (heirId !== null))
    throw validation([{ field: 'transferTo', message: 'belongs to content=transfer, and to nothing else' }])
  if (heirId === id) throw validation([{ field: 'transferTo', message: 'must be another user' }])
  await transaction(ctx, async (tx) => {
    const accounts = await lockAccounts(tx.db, heirId ? [id, heirId] : [id])
    if (!accounts.has(id)) throw notFound('User')
    await setSuccession(tx.db, 'on')
    if (heirId) {
      if (!accounts.get(heirId)?.isActive)
        throw validation([{ field: 'transferTo', message: 'must be a user with an active account' }])
      await handProjectsTo(tx.db, id, heirId)
      await handOverContent(tx.db, id, heirId)
    } else if (content === 'keep') await keepContent(tx, id)
    await deleteAccount(tx.db, id)
    await setSuccession(tx.db, 'off')
  })
  noteDeleted(ctx, 'User', [id])
}

/**
 * Passes the user's content in projects to a new removed user. Deletes the removed user again if there was no content
 * to pass on.
 */
async function keepContent(tx: Context, id: string): Promise<void> {
  const removedId = newId()
  await deleteForsakenProjects(tx.db, id)
  await insertRemovedUser(tx.db, removedId, tx.now())
  await handProjectsToMembers(tx.db, id)
  if ((await handOverContent(tx.db, id, removedId)) === 0n) await deleteAccount(tx.db, removedId)
}
