import type { Static } from '@sinclair/typebox'
import { requireActor } from '../access/actor.js'
import type { Context } from '../context.js'
import { constraintOf } from '../lib/constraints.js'
import { AppError, forbidden, notFound, unauthenticated } from '../lib/errors.js'
import { inOrderOf } from '../lib/group-by.js'
import { newId } from '../lib/uuid.js'
import { hashChosenPassword } from './password.js'
import type { registerSchema } from './user.shape.js'
import { insertUser, selectIdAsWritten, selectUser, selectUsersByIds } from './user.sql.js'

/** Returns the actor's own account; throws UNAUTHENTICATED without one. */
export async function getAccount(ctx: Context) {
  const account = await selectUser(ctx.db, requireActor(ctx).userId)
  if (!account) throw unauthenticated('Session expired')
  return account
}

/**
 * Returns the users with these ids, one entry for each id in the order of the ids; undefined for a user that does not
 * exist.
 */
export async function usersByIds(ctx: Context, ids: readonly string[]) {
  return inOrderOf(ids, await selectUsersByIds(ctx.db, ids))
}

/** Returns the account of a user; throws NOT_FOUND for an unknown user. */
export async function requireUser(ctx: Context, id: string) {
  const user = await selectUser(ctx.db, id)
  if (!user) throw notFound('User')
  return user
}

/**
 * Throws FORBIDDEN if registration is switched off, and in single-user mode. Call it before any other check (AU-11).
 */
export function requireRegistration(ctx: Context): void {
  if (!ctx.config.allowRegistration || ctx.config.serviceMode === 'single-user')
    throw forbidden('Registration is disabled')
}

/**
 * Creates an account for the user who registers. A user name or address that is taken causes VALIDATION_ERROR here,
 * unlike on the administrators' route (AU-12). Throws FORBIDDEN if registration is switched off.
 */
export async function register(ctx: Context, input: Static<typeof registerSchema>) {
  requireRegistration(ctx)
  const passwordHash = await hashChosenPassword(ctx, input.password)
  const now = ctx.now()
  const { username, email, displayName } = input
  try {
    return await insertUser(ctx.db, {
      id: newId(),
      username,
      email: email || null,
      displayName,
      passwordHash,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (isNameTaken(error)) throw duplicate('username', 'Username already exists')
    if (constraintOf(error) === 'users_email_unique') throw duplicate('email', 'Email already exists')
    throw error
  }
}

const isNameTaken = (error: unknown) =>
  ['users_username_unique', 'users_spelling_unique'].includes(constraintOf(error) ?? '')

function duplicate(field: string, message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { details: [{ field, message }] })
}

/** Returns the id of the default user of single-user mode, and creates the user when missing (AM-02, AM-03). */
export async function healDefaultUser(ctx: Context): Promise<string> {
  const username = ctx.config.defaultUsername
  const existing = await selectIdAsWritten(ctx.db, username)
  if (existing) return existing.id
  try {
    const made = await insertUser(ctx.db, {
      id: newId(),
      username,
      displayName: 'Default User',
      email: null,
      passwordHash: null,
    })
    return made.id
  } catch (error) {
    if (!isNameTaken(error)) throw error
    const other = await selectIdAsWritten(ctx.db, username)
    if (!other) throw new AppError('INTERNAL_ERROR', 'Default user not found')
    return other.id
  }
}
