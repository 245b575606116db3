import type { Actor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { AppError, unauthenticated } from '../lib/errors.js'
import { newId } from '../lib/uuid.js'
import { verifyPassword } from './password.js'
import {
  deleteSession,
  insertLoginAttempt,
  insertSession,
  selectActor,
  selectRecentFailures,
  selectSessionByHash,
  updateSessionActivity,
  updateSessionExpiry,
} from './session.sql.js'
import { hashToken, newToken, sealToken, unsealToken } from './token.js'
import { selectUserByUsername } from './user.sql.js'
import { healDefaultUser, requireUser } from './user.service.js'

const day = 86_400_000
const rememberedDays = 30

/** Where a request comes from, as far as the session keeps it. */
export interface Origin {
  ipAddress: string | null
  userAgent: string | null
}

/** A session just made or extended; the door puts `sealed` into the cookie until `expiresAt`. */
export interface IssuedSession {
  sealed: string
  expiresAt: Date
}

export type Authentication =
  | { state: 'none' | 'unusable'; actor: null }
  | { state: 'valid'; actor: Actor; email: string | null; expiresAt: string; lastActivityAt: string }

/**
 * Who a cookie stands for. An expired session is removed on its first use (ST-02); `touch` notes the activity (U-08).
 */
export async function authenticate(ctx: Context, sealed: string | undefined, touch = true): Promise<Authentication> {
  if (!sealed) return { state: 'none', actor: null }
  const token = await unsealToken(sealed, ctx.config.session)
  const row = token ? await selectSessionByHash(ctx, hashToken(token)) : undefined
  if (!row) return { state: 'unusable', actor: null }
  const now = ctx.now()
  if (Date.parse(row.expiresAt) <= now.getTime()) {
    await deleteSession(ctx.db, row.id)
    return { state: 'unusable', actor: null }
  }
  if (touch && now.getTime() - Date.parse(row.lastActivityAt) > 60_000) await updateSessionActivity(ctx.db, row.id, now)
  const { userId, username, email, displayName, isAdmin, accessVersion, expiresAt, lastActivityAt } = row
  const actor = { userId, username, displayName, isAdmin, accessVersion, sessionId: row.id }
  return { state: 'valid', actor, email, expiresAt, lastActivityAt }
}

/** The user that acts in single-user mode; INTERNAL_ERROR `Default user not found` when missing (AM-03). */
export async function defaultActor(ctx: Context): Promise<Actor> {
  const row = await selectActor(ctx.db, { username: ctx.config.defaultUsername })
  if (!row) throw new AppError('INTERNAL_ERROR', 'Default user not found')
  return { ...row, sessionId: null }
}

/** The user a job or a command acts for. */
export async function actorOf(ctx: Context, userId: string): Promise<Actor | undefined> {
  const row = await selectActor(ctx.db, { userId })
  return row && { ...row, sessionId: null }
}

/** AU-04: seconds a username is locked for after so many failures, counted from the latest. */
function lockSeconds(failures: number): number {
  if (failures < 4) return 0
  if (failures < 7) return 30
  return failures < 10 ? 300 : 900
}

async function refuseLocked(ctx: Context, username: string): Promise<void> {
  const now = ctx.now().getTime()
  const { count, latest } = await selectRecentFailures(ctx.db, username, new Date(now - day))
  const left = latest ? Math.ceil((Date.parse(latest) + lockSeconds(count) * 1000 - now) / 1000) : 0
  if (left <= 0 || lockSeconds(count) === 0) return
  throw new AppError('ACCOUNT_LOCKED', `Login locked for ${left} seconds after repeated failures`, {
    extra: { retryAfter: left },
  })
}

export interface LoginInput extends Origin {
  username: string
  password: string
  rememberMe: boolean
  /** The cookie presented with the login; its session ends (ST-01). */
  presented: string | undefined
}

/** UNAUTHENTICATED for a wrong pair, ACCOUNT_LOCKED during a lockout (checked before the password). */
export async function login(ctx: Context, input: LoginInput) {
  await refuseLocked(ctx, input.username)
  const user = await selectUserByUsername(ctx.db, input.username)
  const success = await verifyPassword(input.password, user?.passwordHash ?? null)
  await insertLoginAttempt(ctx.db, {
    id: newId(),
    username: input.username,
    ipAddress: input.ipAddress,
    success,
    failedAt: ctx.now(),
  })
  if (!success || !user) throw unauthenticated('Invalid credentials')
  const { timeoutDays } = ctx.config.session
  const days = input.rememberMe ? Math.max(rememberedDays, timeoutDays) : timeoutDays
  const session = await openSession(ctx, user.id, days, input, input.presented)
  return { user, session }
}

/** A new session for a user, in place of the one presented, if any. */
export async function openSession(
  ctx: Context,
  userId: string,
  days: number,
  origin: Origin,
  presented?: string,
): Promise<IssuedSession & { id: string }> {
  const token = newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + days * day)
  const id = newId()
  await transaction(ctx, async (tx) => {
    const replaced = presented ? await authenticate(tx, presented) : undefined
    if (replaced?.actor?.sessionId) await deleteSession(tx.db, replaced.actor.sessionId)
    await insertSession(tx.db, {
      id,
      userId,
      tokenHash: hashToken(token),
      tokenTail: token.slice(-8),
      expiresAt,
      createdAt: now,
      lastActivityAt: now,
      ipAddress: origin.ipAddress,
      userAgent: origin.userAgent,
    })
  })
  return { id, sealed: await sealToken(token, ctx.config.session), expiresAt }
}

/** Always succeeds (AU-09). */
export async function logout(ctx: Context, presented: string | undefined): Promise<void> {
  const { actor } = await authenticate(ctx, presented)
  if (actor?.sessionId) await deleteSession(ctx.db, actor.sessionId)
}

/**
 * AU-10, AU-14: in single-user mode a caller without cookie gets a session of the default user, who is re-created when
 * missing.
 */
export async function currentSession(
  ctx: Context,
  presented: string | undefined,
  origin: Origin,
  missing: string,
  touch = true,
) {
  const found = await authenticate(ctx, presented, touch)
  if (found.actor) return { ...found, issued: null }
  if (ctx.config.serviceMode !== 'single-user')
    throw unauthenticated(found.state === 'none' ? missing : 'Session expired')
  const userId = await healDefaultUser(ctx)
  const issued = await openSession(ctx, userId, rememberedDays, origin)
  const actor = await actorOf(ctx, userId)
  if (!actor) throw new AppError('INTERNAL_ERROR', 'Default user not found')
  const now = ctx.now().toISOString()
  return {
    state: 'valid' as const,
    actor: { ...actor, sessionId: issued.id },
    email: (await requireUser(ctx, userId)).email,
    expiresAt: issued.expiresAt.toISOString(),
    lastActivityAt: now,
    issued,
  }
}

/** AU-15: the later of the present expiry and a full lifetime from now. */
export async function extendSession(ctx: Context, presented: string | undefined, origin: Origin) {
  const { actor, issued } = await currentSession(ctx, presented, origin, 'No session found')
  const now = ctx.now()
  const until = new Date(now.getTime() + ctx.config.session.timeoutDays * day)
  const updated = await updateSessionExpiry(ctx.db, actor.sessionId ?? '', until, now)
  if (!updated) throw unauthenticated('Session expired')
  const sealed = issued?.sealed ?? presented ?? ''
  return {
    sessionId: actor.sessionId ?? '',
    expiresAt: updated.expiresAt,
    lastActivityAt: updated.lastActivityAt,
    session: { sealed, expiresAt: new Date(updated.expiresAt) },
  }
}
