import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { refuseToken } from '../access/scopes.js'
import type { Context } from '../context.js'
import { AppError, validation } from '../lib/errors.js'
import { SharedPlaces } from '../lib/fairness/places.js'
import { keptPassword } from '../lib/user-name.js'
import { isCommonPassword } from './common-passwords.js'

/**
 * The cost factor of bcrypt. The specification requires that passwords are stored only as an adaptive hash with this
 * cost.
 */
const cost = 12
/**
 * The hash that is compared when an account is unknown or has no password, so that both refusals take the same time
 * (AU-02).
 */
const decoy = '$2b$12$f1SOBsPwl9SeJhxw9/w.tONfVnKesGRMMXJpFVbMDcg.nJJZLp38e'

let threads: Piscina | undefined

/**
 * Returns the thread pool for hashing. It has a single thread, so that requests keep a core; because of the limits on
 * waiting turns below, a burst of logins is refused instead of waiting for minutes.
 */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL('./password-worker.mjs', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
  })
  return threads
}

/**
 * The thread serves people in turns: a hash takes a quarter of a second, so the logins that the rate limit allows one
 * network in a minute would otherwise block all other logins for half a minute.
 */
const turns = new SharedPlaces(
  { inAll: 1, perUser: 1, waiting: { inAll: 1_000, perUser: 200 }, waitMs: 60_000 },
  () => new AppError('RATE_LIMITED', 'Rate limit exceeded', { extra: { retryAfter: 10 } }),
)

async function run(person: string, task: { password: string; hash?: string; cost?: number }): Promise<unknown> {
  const place = await turns.enter(person)
  try {
    return await pool().run(task)
  } finally {
    place.leave()
  }
}

/**
 * Returns the bcrypt hash of a password of at most 72 bytes of UTF-8 (U-04). Throws RATE_LIMITED when too many callers
 * wait.
 */
export async function hashPassword(password: string, person = ''): Promise<string> {
  return String(await run(person, { password: keptPassword(password), cost }))
}

/**
 * Returns the hash of a password that a user chose. Throws VALIDATION_ERROR for one of the most common passwords,
 * unless the configuration allows these, and FORBIDDEN for an actor who uses a token.
 */
export async function hashChosenPassword(ctx: Context, password: string): Promise<string> {
  refuseToken(ctx)
  if (!ctx.config.allowCommonPasswords && (await isCommonPassword(keptPassword(password)))) {
    const message = 'is one of the most common passwords, which are guessed first; choose another one'
    throw validation([{ field: 'password', message }])
  }
  return hashPassword(password, ctx.budget.person)
}

/**
 * Returns whether the password matches the hash; false for an account without a hash, after the same work (U-05).
 * Throws RATE_LIMITED when too many callers wait.
 */
export async function verifyPassword({ budget }: Context, password: string, hash: string | null): Promise<boolean> {
  const kept = keptPassword(password)
  const matches =
    (await run(budget.person, { password: kept, hash: hash ?? decoy })) === true ||
    // Older versions hashed the characters as they were typed.
    (kept !== password && (await run(budget.person, { password, hash: hash ?? decoy })) === true)
  return hash !== null && matches
}

/** Stops the hashing thread when the process shuts down. */
export async function closePasswordThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
