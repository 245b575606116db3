import type { Actor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { originBy } from '../database/driver/origin.js'
import type { Position } from '../database/replicas/replicas.js'
import { noteDeleted } from '../lib/deleted.js'
import { AppError, forbidden, unauthenticated } from '../lib/errors.js'
import { networkOf } from '../lib/network.js'
import { spellingOf } from '../lib/user-name.js'
import { newId, newIdAt } from '../lib/uuid.js'
import { inTurn } from './login-turns.js'
import { verifyPassword } from './password.js'
import {
  deleteLoginAttempt,
  deleteOldestSessions,
  deleteSession,
  insertLoginAttempt,
  insertSession,
  lockLoginsOf,
  selectActor,
  selectNthFailure,
  selectRecentFailures,
  selectSessionByHash,
  updateLoginAttempt,
  updateSessionActivity,
  updateSessionExpiry,
} from './session.sql.js'
import { hashToken, newToken, sealToken, tokenHashOf } from './token.js'
import { selectUserByUsername } from './user.sql.js'
import { healDefaultUser, requireUser } from './user.service.js'

const day = 86_400_000
const rememberedDays = 30
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

/** Returns the lockout of a user name in seconds, counted from the latest of this many failures (AU-04). */
function lockSeconds(failures: number): number {
  if (failures < 4) return 0
  if (failures < 7) return 30
  return failures < 10 ? 300 : 900
}

/** The number of failures from which on simultaneous logins are refused, one below that of the first lockout. */
const crowdedFailures = 3

async function refuseLocked(ctx: Context, username: string, crowded: boolean): Promise<void> {
  const now = ctx.now().getTime()
  const { count, latest } = await selectRecentFailures(ctx.db, username, new Date(now - day))
  const locked = lockSeconds(count)
  const ofLock = latest && locked ? Math.ceil((Date.parse(latest) + locked * 1000 - now) / 1000) : 0
  // Logins that came at the same time are refused here too, even if the password comparison before took longer than the
  // lockout.
  const left = ofLock > 0 ? ofLock : Number(crowded && count >= crowdedFailures)
  if (left <= 0) return
  throw new AppError('ACCOUNT_LOCKED', `Login locked for ${left} seconds after repeated failures`, {
    extra: { retryAfter: left },
  })
}

/** The period in milliseconds (15 minutes) during which failed logins from one network count, over all user names. */
const networkWindowMs = 15 * 60_000

/** Throws RATE_LIMITED after too many recent failed logins from one network, whatever the user names. */
async function refuseGuessing(ctx: Context, network: string): Promise<void> {
  const now = ctx.now().getTime()
  const { loginFailures } = ctx.config.rateLimits
  const nth = await selectNthFailure(ctx.db, network, loginFailures, new Date(now - networkWindowMs))
  if (nth === undefined) return
  const retryAfter = Math.max(1, Math.ceil((Date.parse(nth) + networkWindowMs - now) / 1000))
  const message = `Too many failed logins; try again in ${retryAfter} s`
  throw new AppError('RATE_LIMITED', message, { extra: { retryAfter } })
}

/**
 * Stores the attempt as failed before its password is checked, so that the next attempt in any process counts it too.
 * Returns its id. Throws ACCOUNT_LOCKED when the user name has too many failures, and RATE_LIMITED when the network
 * has. Every process locks the user name before the network, which prevents deadlocks.
 */
async function reserveAttempt(
  ctx: Context,
  username: string,
  ipAddress: string | null,
  crowded: boolean,
): Promise<string> {
  const network = networkOf(ipAddress)
  const now = ctx.now()
  const id = newIdAt(now)
  await transaction(ctx, async (tx) => {
    await lockLoginsOf(tx.db, `of ${username}`)
    await refuseLocked(tx, username, crowded)
    if (network !== null && !ctx.config.rateLimits.disabled) {
      await lockLoginsOf(tx.db, `from ${network}`)
      await refuseGuessing(tx, network)
    }
    await insertLoginAttempt(tx.db, { id, username, ipAddress, network, success: false, failedAt: now })
  })
  return id
}

export interface LoginInput extends Origin {
  username: string
  password: string
  rememberMe: boolean
  /** The cookie of the login request, whose session ends (ST-01). */
  presented: string | undefined
}

/**
 * Signs a user in. Throws UNAUTHENTICATED for a wrong user name or password, ACCOUNT_LOCKED during a lockout (checked
 * before the password), RATE_LIMITED for too many logins, and FORBIDDEN for a deactivated account, so that only a user
 * who knows its password learns that it exists.
 */
export function login(ctx: Context, input: LoginInput) {
  const spelling = spellingOf(input.username)
  return inTurn(ctx.pool, spelling, async (crowded) => {
    const user = await selectUserByUsername(ctx.db, input.username)
    // An account without a spelling of its own counts separately, so that its logins cannot end the lockout of another
    // account.
    const counted = user ? (user.spelling ?? user.username) : spelling
    const attempt = await reserveAttempt(ctx, counted, input.ipAddress, crowded)
    const hash = user?.passwordHash ?? null
    const success = await verifyPassword(ctx, input.password, hash).catch(async (error: unknown) => {
      await deleteLoginAttempt(ctx.db, attempt)
      throw error
    })
    if (!success || !user) throw unauthenticated('Invalid credentials')
    if (!user.isActive) {
      await deleteLoginAttempt(ctx.db, attempt)
      throw forbidden('Account is deactivated')
    }
    const { timeoutDays } = ctx.config.session
    const days = input.rememberMe ? Math.max(rememberedDays, timeoutDays) : timeoutDays
    const session = await transaction(ctx, async (tx) => {
      await updateLoginAttempt(tx.db, attempt, true)
      return openSession(tx, user.id, days, input, { presented: input.presented, verifiedHash: hash })
    })
    return { user, session }
  })
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
