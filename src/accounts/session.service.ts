import type { Actor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { originBy } from '../database/driver/origin.js'
import type { Position } from '../database/replicas/replicas.js'
import { noteDeleted } from '../lib/deleted.js'
import { AppError, unauthenticated } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import {
  deleteOldestSessions,
  deleteSession,
  insertSession,
  selectActor,
  selectSessionByHash,
  updateSessionActivity,
  updateSessionExpiry,
} from './session.sql.js'
import { hashToken, newToken, sealToken, tokenHashOf } from './token.js'
import { healDefaultUser, requireUser } from './user.service.js'

const day = 86_400_000
/** The least lifetime of a session that is remembered. */
export const rememberedDays = 30
/** The number of sessions that one person may have open; the next session ends the oldest. */
const mostSessions = 100

/** The origin of a request, as stored in the session. */
export interface Origin {
  ipAddress: string | null
  userAgent: string | null
}

/** A session just created or extended; the route or resolver puts `sealed` into the cookie until `expiresAt`. */
export interface IssuedSession {
  sealed: string
  expiresAt: Date
}

export type Authentication =
  | { state: 'none' | 'unusable'; actor: null }
  | {
      state: 'valid'
      actor: Actor
      email: string | null
      expiresAt: string
      lastActivityAt: string
      position?: Position
    }

/**
 * Returns the actor of a session cookie: `none` without a cookie, `unusable` for an invalid or expired one. An expired
 * session is deleted on its first use (ST-02). With `touch` the time of activity is stored, at most once a minute
 * (U-08).
 */
export async function authenticate(ctx: Context, sealed: string | undefined, touch = true): Promise<Authentication> {
  if (!sealed) return { state: 'none', actor: null }
  const opened = tokenHashOf(sealed, ctx.config.session)
  const hash = opened instanceof Promise ? await opened : opened
  const row = hash ? await selectSessionByHash(ctx, hash) : undefined
  if (!row) return { state: 'unusable', actor: null }
  const now = ctx.now()
  if (Date.parse(row.expiresAt) <= now.getTime()) {
    await deleteSession(ctx.db, row.id)
    return { state: 'unusable', actor: null }
  }
  if (touch && now.getTime() - Date.parse(row.lastActivityAt) > 60_000) await updateSessionActivity(ctx.db, row.id, now)
  const { userId, username, email, displayName, isAdmin, accessVersion, expiresAt, lastActivityAt } = row
  const actor = { userId, username, displayName, isAdmin, accessVersion, sessionId: row.id }
  const { position } = row
  return { state: 'valid', actor, email, expiresAt, lastActivityAt, ...(position && { position }) }
}

/** Returns the user of single-user mode. Throws INTERNAL_ERROR when the user does not exist (AM-03). */
export async function defaultActor(ctx: Context): Promise<Actor> {
  const row = await selectActor(ctx.db, { username: ctx.config.defaultUsername })
  if (!row) throw new AppError('INTERNAL_ERROR', 'Default user not found')
  return { ...row, sessionId: null }
}

/** Returns the user for whom a job or a command acts; undefined for an unknown or deactivated user. */
export async function actorOf(ctx: Context, userId: string): Promise<Actor | undefined> {
  const row = await selectActor(ctx.db, { userId })
  return row && { ...row, sessionId: null }
}

export interface Opening {
  /** The cookie whose session the new session replaces. */
  presented?: string | undefined
  /** The hash with which the password was compared; UNAUTHENTICATED is thrown if it is no longer the stored hash. */
  verifiedHash?: string | null
}

/**
 * Creates a session of `days` days for a user, and deletes the presented session, if any, and the oldest session if the
 * user has too many. Throws UNAUTHENTICATED when the account is gone or deactivated, or its password has changed since
 * it was verified.
 */
export async function openSession(
  ctx: Context,
  userId: string,
  days: number,
  origin: Origin,
  { presented, verifiedHash }: Opening = {},
): Promise<IssuedSession & { id: string }> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + days * day)
  const id = newId()
  await transaction(ctx, async (tx) => {
    const replaced = presented ? await authenticate(tx, presented) : undefined
    if (replaced?.actor?.sessionId) await deleteSession(tx.db, replaced.actor.sessionId)
    const row = {
      id,
      userId,
      tokenHash: hashToken(token),
      tokenTail: token.slice(-8),
      expiresAt,
      createdAt: now,
      lastActivityAt: now,
      ipAddress: origin.ipAddress,
      userAgent: origin.userAgent,
    }
    if (!(await insertSession(tx.db, row, verifiedHash ?? null))) throw unauthenticated('Invalid credentials')
    await deleteOldestSessions(tx.db, userId, mostSessions, now)
  })
  return { id, sealed: await sealToken(token, ctx.config.session), expiresAt }
}

/** Ends the session of the cookie, if any. Also succeeds without a session (AU-09). */
export async function logout(ctx: Context, presented: string | undefined): Promise<void> {
  const { actor } = await authenticate(ctx, presented)
  if (!actor?.sessionId) return
  ctx.budget.origin = originBy(ctx.budget.origin, actor.userId, actor.sessionId)
  await deleteSession(ctx.db, actor.sessionId)
  noteDeleted(ctx, 'Session', [actor.sessionId])
}

/**
 * Returns the session of the cookie (AU-10, AU-14). In single-user mode a caller without a usable cookie gets a new
 * session (`issued`) of the default user, who is re-created when missing. Otherwise throws UNAUTHENTICATED, with the
 * message `missing` if the request has no cookie.
 */
export async function currentSession(
  ctx: Context,
  presented: string | undefined,
  origin: () => Origin,
  missing: string,
  touch = true,
) {
  const caller = await authenticate(ctx, presented, touch)
  if (caller.actor) return { ...caller, issued: null }
  if (ctx.config.serviceMode !== 'single-user')
    throw unauthenticated(caller.state === 'none' ? missing : 'Session expired')
  const userId = await healDefaultUser(ctx)
  const issued = await openSession(ctx, userId, rememberedDays, origin())
  const actor = await actorOf(ctx, userId)
  if (!actor) throw new AppError('INTERNAL_ERROR', 'Default user not found')
  const now = ctx.now().toISOString()
  return {
    actor: { ...actor, sessionId: issued.id },
    email: (await requireUser(ctx, userId)).email,
    expiresAt: issued.expiresAt.toISOString(),
    lastActivityAt: now,
    issued,
  }
}

/**
 * Extends the session to a full lifetime from now, unless it already lasts longer (AU-15). Throws UNAUTHENTICATED
 * without a session.
 */
export async function extendSession(ctx: Context, presented: string | undefined, origin: () => Origin) {
  const { actor, issued } = await currentSession(ctx, presented, origin, 'No session found')
  const now = ctx.now()
  const until = new Date(now.getTime() + ctx.config.session.timeoutDays * day)
  const updated = await updateSessionExpiry(ctx.db, actor.sessionId ?? '', until, now)
  if (!updated) throw unauthenticated('Session expired')
  const sealed = issued?.sealed ?? presented ?? ''
  return {
    actor,
    expiresAt: updated.expiresAt,
    lastActivityAt: updated.lastActivityAt,
    session: { sealed, expiresAt: new Date(updated.expiresAt) },
  }
}
