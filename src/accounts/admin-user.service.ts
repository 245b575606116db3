import type { Static } from '@sinclair/typebox'
import { requireAdmin } from '../access/require.js'
import { refuseLimited } from '../access/scopes.js'
import { type Context, transaction } from '../context.js'
import { AppError, notFound, validation } from '../lib/errors.js'
import { indexBy } from '../lib/group-by.js'
import { newestFirst, type Page } from '../lib/page.js'
import { newId, normalUuid } from '../lib/uuid.js'
import { hashChosenPassword } from './password.js'
import { deleteSessionsOfUser } from './session.sql.js'
import { insertUser, selectUserCounts, selectUsers, updateUser as updateRow } from './user.sql.js'
import { requireUser } from './user.service.js'
import type { createServiceAccountSchema, createUserSchema, updateUserSchema } from './user.shape.js'

export interface UserCounts {
  personas: number
  sessions: number
  apiKeys: number
}

/**
 * Returns the list of all users with the numbers of their personas, live sessions and API keys, newest first (AD-01).
 * Throws FORBIDDEN for callers who are not administrators, like all functions here except `countsOfUsers`.
 */
export function listUsers(ctx: Context) {
  requireAdmin(ctx)
  return {
    name: 'accounts',
    filter: {},
    ...newestFirst,
    select: async (page: Page) => {
      const users = await selectUsers(ctx.db, page)
      const counts = await countsOfUsers(
        ctx,
        users.map((user) => user.id),
      )
      return users.map((user, i) => ({ ...user, counts: counts[i] ?? noCounts }))
    },
  }
}

const noCounts: UserCounts = { personas: 0, sessions: 0, apiKeys: 0 }

/**
 * Returns the counts of accounts that the caller could already see, one entry for each id in the order of the ids.
 * Checks no permission, but refuses actors who are limited to projects.
 */
export async function countsOfUsers(ctx: Context, ids: readonly string[]): Promise<UserCounts[]> {
  refuseLimited(ctx)
  const counts = indexBy(await selectUserCounts(ctx.db, ids, ctx.now()), (row) => row.id)
  return ids.map((id) => {
    const { personas, sessions, apiKeys } = counts.get(id) ?? noCounts
    return { personas, sessions, apiKeys }
  })
}

/** Returns the account of a user; throws NOT_FOUND for an unknown user. */
export async function getUser(ctx: Context, id: string) {
  requireAdmin(ctx)
  return requireUser(ctx, id)
}

type UserChanges = Static<typeof updateUserSchema>

/**
 * Returns the system role that `isAdmin` or `systemRole` asks for, undefined for neither. Throws VALIDATION_ERROR when
 * the two disagree (U-03).
 */
function agreedRole({ isAdmin, systemRole }: UserChanges): UserChanges['systemRole'] {
  const meant = isAdmin === undefined ? undefined : isAdmin ? 'system_admin' : 'user'
  if (meant && systemRole && meant !== systemRole)
    throw validation([{ field: 'systemRole', message: 'must agree with isAdmin' }])
  return systemRole ?? meant
}

/**
 * Creates an account. Throws CONFLICT for a user name or an e-mail address that is taken (AD-03), and VALIDATION_ERROR
 * for a common password or contradictory roles.
 */
export async function createUser(ctx: Context, input: Static<typeof createUserSchema>) {
  requireAdmin(ctx)
  const systemRole = agreedRole(input) ?? 'user'
  const { username, displayName } = input
  const passwordHash = await hashChosenPassword(ctx, input.password)
  const now = ctx.now()
  return insertUser(ctx.db, {
    id: newId(),
    username,
    displayName,
    email: input.email || null,
    systemRole,
    passwordHash,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Creates the account of a program, without a password, so that no user can sign in to it. Throws CONFLICT for a user
 * name or an e-mail address that is taken.
 */
export async function createServiceAccount(ctx: Context, input: Static<typeof createServiceAccountSchema>) {
  requireAdmin(ctx)
  const now = ctx.now()
  const { username, displayName, email, isAdmin } = input
  return insertUser(ctx.db, {
    id: newId(),
    username,
    displayName,
    email: email || null,
    systemRole: isAdmin ? 'system_admin' : 'user',
    isService: true,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Changes an account. A new password ends the user's sessions except the caller's current one (ST-03); a deactivation
 * ends all of them (AD-09). Throws NOT_FOUND for an unknown user, CONFLICT for an e-mail address that is taken, and
 * VALIDATION_ERROR when administrators deactivate their own account or when no administrator who can sign in would be
 * left (AD-06; the database checks that at commit).
 */
export async function updateUser(ctx: Context, id: string, input: UserChanges) {
  const { userId, sessionId } = requireAdmin(ctx)
  const systemRole = agreedRole(input)
  const { email, displayName, password, isActive } = input
  if (isActive === false && normalUuid(id) === userId)
    throw new AppError('VALIDATION_ERROR', 'Own account cannot be deactivated')
  const before = await requireUser(ctx, id)
  if (password !== undefined && before.isService)
    throw validation([{ field: 'password', message: 'a service account has none; it acts by tokens' }])
  const passwordHash = password === undefined ? undefined : await hashChosenPassword(ctx, password)
  const changes = {
    ...(email !== undefined && { email: email || null }),
    ...(displayName !== undefined && { displayName }),
    ...(systemRole !== undefined && { systemRole }),
    ...(passwordHash !== undefined && { passwordHash }),
    ...(isActive !== undefined && { isActive }),
  }
  if (Object.keys(changes).length === 0) return before
  return transaction(ctx, async (tx) => {
    const user = await updateRow(tx.db, id, { ...changes, updatedAt: tx.now() })
    if (!user) throw notFound('User')
    if (passwordHash !== undefined || isActive === false) await deleteSessionsOfUser(tx.db, id, sessionId)
    return user
  })
}
