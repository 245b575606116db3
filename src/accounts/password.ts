import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { Context } from '../context.js'
import { AppError, validation } from '../lib/errors.js'
import { isCommonPassword } from './common-passwords.js'

/** Cost factor 12 (spec: passwords are stored only as an adaptive hash with this cost). */
const cost = 12
/** Compared against when an account is unknown, so that both refusals take the same time (AU-02). */
const decoy = '$2b$12$f1SOBsPwl9SeJhxw9/w.tONfVnKesGRMMXJpFVbMDcg.nJJZLp38e'

let threads: Piscina | undefined

/**
 * One hashing thread: requests keep a core; a bounded queue turns a login storm into refusals, not into minutes of
 * waiting.
 */
function pool(): Piscina {
  threads ??= new Piscina({
    filename: fileURLToPath(new URL('./password-worker.mjs', import.meta.url)),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: 200,
  })
  return threads
}

async function run(task: { password: string; hash?: string; cost?: number }): Promise<unknown> {
  if (pool().queueSize >= 200) {
    throw new AppError('RATE_LIMITED', 'Rate limit exceeded', { extra: { retryAfter: 10 } })
  }
  return pool().run(task)
}

/** bcrypt hash of at most 72 bytes of UTF-8. */
export async function hashPassword(password: string): Promise<string> {
  return String(await run({ password, cost }))
}

/** The hash of a password that somebody chose; VALIDATION_ERROR for one of those that everybody tries first. */
export async function hashChosenPassword(ctx: Context, password: string): Promise<string> {
  if (!ctx.config.allowCommonPasswords && (await isCommonPassword(password))) {
    const message = 'is one of the most common passwords, which are guessed first; choose another one'
    throw validation([{ field: 'password', message }])
  }
  return hashPassword(password)
}

/** False for an account without hash, after the same work (U-05). */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await run({ password, hash: hash ?? decoy })
  return hash !== null && matches === true
}

export async function closePasswordThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
