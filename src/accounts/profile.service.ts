import type { Static } from '@sinclair/typebox'
import { requireActor } from '../access/actor.js'
import { refuseToken } from '../access/scopes.js'
import { type Context, transaction } from '../context.js'
import { unauthenticated } from '../lib/errors.js'
import { requireOwnPassword } from './login.service.js'
import { hashChosenPassword } from './password.js'
import { deleteSessionsOfUser } from './session.sql.js'
import { getAccount } from './user.service.js'
import type { profileSchema } from './user.shape.js'
import { updateUser } from './user.sql.js'

/**
 * Changes the actor's own account (AU-17). A new password ends all other sessions of the user in the same transaction
 * (ST-03). The current password is compared where the caller sends it.
 */
export async function updateProfile(ctx: Context, input: Static<typeof profileSchema>) {
  const { userId, sessionId } = requireActor(ctx)
  const { email, displayName, password } = input
  if (email === undefined && displayName === undefined && password === undefined) return getAccount(ctx)
  const passwordHash = password === undefined ? undefined : await hashNewPassword(ctx, password, input.currentPassword)
  return transaction(ctx, async (tx) => {
    const account = await updateUser(tx.db, userId, {
      ...(email !== undefined && { email: email || null }),
      ...(displayName !== undefined && { displayName }),
      ...(passwordHash !== undefined && { passwordHash }),
      updatedAt: tx.now(),
    })
    if (!account) throw unauthenticated('Session expired')
    if (passwordHash !== undefined) await deleteSessionsOfUser(tx.db, userId, sessionId)
    return account
  })
}

async function hashNewPassword(ctx: Context, password: string, current: string | undefined): Promise<string> {
  refuseToken(ctx)
  if (current !== undefined) await requireOwnPassword(ctx, current)
  return hashChosenPassword(ctx, password)
}
