import { createHash, randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** Returns a new session token: 64 hexadecimal characters (32 random bytes). */
export function newToken(): string {
  return randomBytes(32).toString('hex')
}

/**
 * Returns the SHA-256 of a token in hexadecimal. The database stores only this, which does not open a session by itself
 * (U-09).
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export interface SealKeys {
  secret: string
  previousSecret: string | null
}

/**
 * A cache of token hashes by cookie, with room for a few thousand: unsealing a cookie takes a quarter of a millisecond,
 * and hashing its token another few microseconds. The session row still decides whether the session is valid.
 */
const opened = new Map<string, string | null>()
const capacity = 5000

/**
 * Returns the value of the cookie: the token, sealed by iron-session with the newest secret (AU-07). The value itself
 * does not expire; the session row does.
 */
export function sealToken(token: string, keys: SealKeys): Promise<string> {
  return sealData({ token }, { password: { 2: keys.secret }, ttl: 0 })
}

/**
 * Returns the hash of the token inside a cookie, or null if this server did not seal it. A cached hash is returned
 * directly, without a promise.
 */
export function tokenHashOf(sealed: string, keys: SealKeys): Promise<string | null> | string | null {
  const cached = opened.get(sealed)
  return cached === undefined ? openSeal(sealed, keys) : cached
}

async function openSeal(sealed: string, keys: SealKeys): Promise<string | null> {
  const token = await unsealToken(sealed, keys)
  const hash = token && hashToken(token)
  if (opened.size >= capacity) opened.delete(opened.keys().next().value ?? '')
  opened.set(sealed, hash)
  return hash
}

/** Returns the token inside a cookie, or null if this server did not seal it. */
async function unsealToken(sealed: string, keys: SealKeys): Promise<string | null> {
  const password: Record<string, string> = { 2: keys.secret }
  if (keys.previousSecret) password['1'] = keys.previousSecret
  try {
    const token = await unsealWith(sealed, password)
    if (token !== null || !keys.previousSecret) return token
    // A cookie that was sealed before the rotation names the same secret id, 2, which then belonged to the secret that
    // is now the previous one.
    return await unsealWith(sealed, { 2: keys.previousSecret })
  } catch {
    // An invalid seal is treated as no session.
    return null
  }
}

async function unsealWith(sealed: string, password: Record<string, string>): Promise<string | null> {
  const content = await unsealData<{ token?: unknown }>(sealed, { password, ttl: 0 })
  return typeof content.token === 'string' ? content.token : null
}
