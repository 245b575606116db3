import { createHash, randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** A new session token: 64 hexadecimal characters (32 random bytes). */
export function newToken(): string {
  return randomBytes(32).toString('hex')
}

/**
 * The SHA-256 of a token in hexadecimal. The database stores only this, which does not open a session by itself (U-09).
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export interface SealKeys {
  secret: string
  previousSecret: string | null
}

/**
 * A cache of token hashes, by the cookies they came in, with room for a few thousand: unsealing a cookie costs a
 * quarter of a millisecond, hashing its token another few microseconds. The session row still decides whether the
 * session is valid.
 */
const opened = new Map<string, string | null>()
const capacity = 5000

/**
 * The value of the cookie: the token, sealed by iron-session with the newest secret (AU-07). It does not expire by
 * itself; the session row does.
 */
export function sealToken(token: string, keys: SealKeys): Promise<string> {
  return sealData({ token }, { password: { 2: keys.secret }, ttl: 0 })
}

/**
 * The hash of the token inside a cookie, or null when this server did not seal it; not a promise where the cache has
 * it.
 */
export function tokenHashOf(sealed: string, keys: SealKeys): Promise<string | null> | string | null {
  const known = opened.get(sealed)
  return known === undefined ? openSeal(sealed, keys) : known
}

async function openSeal(sealed: string, keys: SealKeys): Promise<string | null> {
  const token = await unsealToken(sealed, keys)
  const hash = token && hashToken(token)
  if (opened.size >= capacity) opened.delete(opened.keys().next().value ?? '')
  opened.set(sealed, hash)
  return hash
}

/** The token inside a cookie, or null when this server did not seal it. */
async function unsealToken(sealed: string, keys: SealKeys): Promise<string | null> {
  const password: Record<string, string> = { 2: keys.secret }
  if (keys.previousSecret) password['1'] = keys.previousSecret
  try {
    const token = await unsealWith(sealed, password)
    if (token !== null || !keys.previousSecret) return token
    // A cookie that was sealed before the rotation names the same secret id, 2, which stood for the previous secret
    // then.
    return await unsealWith(sealed, { 2: keys.previousSecret })
  } catch {
    // Not a valid seal at all: it counts as no valid session.
    return null
  }
}

async function unsealWith(sealed: string, password: Record<string, string>): Promise<string | null> {
  const content = await unsealData<{ token?: unknown }>(sealed, { password, ttl: 0 })
  return typeof content.token === 'string' ? content.token : null
}
