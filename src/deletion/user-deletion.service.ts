import { requireAdmin } from '../access/require.js'
import { type Context, transaction } from '../context.js'
import { forbidden, notFound, validation } from '../lib/errors.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { selectUserContent, type UserContentCounts } from './user-content.sql.js'
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

/** What the account has, by what is in projects and what is not; NOT_FOUND without such an account. */
export async function previewUserDeletion(ctx: Context, id: string): Promise<UserContentCounts> {
  requireAdmin(ctx)
  const counts = await selectUserContent(ctx.db, id)
  if (!counts) throw notFound('User')
  return counts
}

export interface UserDeletionWish {
  /** What becomes of the content in projects and of that which others' work stands on (keep). */
  content?: 'keep' | 'transfer' | 'delete'
  /** The active user who gets it, with `transfer` only. */
  transferTo?: string | null
}

/**
 * Removes an account with its sessions, keys and personal content; succession in groups and projects is the database's.
 * What the user did in projects stays, with a removed user or with `transferTo` as its author, or goes too (U-07). The
 * own account stays (AD-05).
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
}

async function keepContent(tx: Context, id: string): Promise<void> {
  const removedId = newId()
  await deleteForsakenProjects(tx.db, id)
  await insertRemovedUser(tx.db, removedId, tx.now())
  await handProjectsToMembers(tx.db, id)
  if ((await handOverContent(tx.db, id, removedId)) === 0n) await deleteAccount(tx.db, removedId)
}
