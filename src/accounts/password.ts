import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import { AppError } from '../lib/errors.js'

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

/** False for an account without hash, after the same work (U-05). */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await run({ password, hash: hash ?? decoy })
  return hash !== null && matches === true
}

export async function closePasswordThreads(): Promise<void> {
  await threads?.destroy()
  threads = undefined
}
