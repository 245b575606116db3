import { requireActor } from '../access/actor.js'
import { type Context, transaction } from '../context.js'
import { AppError, forbidden, unauthenticated, validation } from '../lib/errors.js'
import { networkOf } from '../lib/network.js'
import { spellingOf } from '../lib/user-name.js'
import { newIdAt } from '../lib/uuid.js'
import { inTurn } from './login-turns.js'
import { verifyPassword } from './password.js'
import { openSession, rememberedDays, type Origin } from './session.service.js'
import {
  deleteLoginAttempt,
  insertLoginAttempt,
  lockLoginsOf,
  selectNthFailure,
  selectRecentFailures,
  updateLoginAttempt,
} from './session.sql.js'
import { selectUserByUsername } from './user.sql.js'

const day = 86_400_000

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

interface Check {
  password: string
  /** The spelling of the user name that was typed. */
  spelling: string
  ipAddress: string | null
  crowded: boolean
}

/**
 * Compares a password with that of an account and stores the attempt. Returns whether they match, the hash that was
 * compared and the id of the attempt, which counts as failed until it is updated.
 */
async function checkPassword(
  ctx: Context,
  user: Awaited<ReturnType<typeof selectUserByUsername>>,
  { password, spelling, ipAddress, crowded }: Check,
) {
  // An account without a spelling of its own counts separately, so that its logins cannot end the lockout of another
  // account.
  const counted = user ? (user.spelling ?? user.username) : spelling
  const attempt = await reserveAttempt(ctx, counted, ipAddress, crowded)
  const hash = user?.passwordHash ?? null
  const success = await verifyPassword(ctx, password, hash).catch(async (error: unknown) => {
    await deleteLoginAttempt(ctx.db, attempt)
    throw error
  })
  return { attempt, hash, success }
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
    const { attempt, hash, success } = await checkPassword(ctx, user, { ...input, spelling, crowded })
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

/**
 * Throws VALIDATION_ERROR unless this is the actor's password. Attempts count like logins: ACCOUNT_LOCKED is thrown
 * during a lockout.
 */
export async function requireOwnPassword(ctx: Context, password: string): Promise<void> {
  const { username } = requireActor(ctx)
  const spelling = spellingOf(username)
  await inTurn(ctx.pool, spelling, async (crowded) => {
    const user = await selectUserByUsername(ctx.db, username)
    const { attempt, success } = await checkPassword(ctx, user, { password, spelling, ipAddress: null, crowded })
    if (!success) throw validation([{ field: 'currentPassword', message: 'is not the password of this account' }])
    await updateLoginAttempt(ctx.db, attempt, true)
  })
}
