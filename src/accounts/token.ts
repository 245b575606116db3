import { createHash, randomBytes } from 'node:crypto'
import { sealData, unsealData } from 'iron-session'

/** 64 hexadecimal characters (32 random bytes). */
export function newToken(): string {
  return randomBytes(32).toString('hex')
}

/** What the database keeps of a token: it opens nothing by itself (U-09). */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export interface SealKeys {
  secret: string
  previousSecret: string | null
}

/**
 * What the database keeps of the tokens of the last few thousand cookies: unsealing costs a quarter of a millisecond,
 * hashing another few microseconds. The session row still decides.
 */
const opened = new Map<string, string | null>()
const capacity = 5000

/**
 * The cookie's value: the token sealed by iron-session with the newest secret (AU-07). Expiry is the row's business.
 */
export function sealToken(token: string, keys: SealKeys): Promise<string> {
  return sealData({ token }, { password: { 2: keys.secret }, ttl: 0 })
}

/** The hash of the token inside a cookie, or null when it was not sealed by this server; at once where it is known. */
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

/** The token inside a cookie, or null when it was not sealed by this server. */
export async function unsealToken(sealed: string, keys: SealKeys): Promise<string | null> {
  const password: Record<string, string> = { 2: keys.secret }
  if (keys.previousSecret) password['1'] = keys.previousSecret
  try {
    const token = await unsealWith(sealed, password)
    if (token !== null || !keys.previousSecret) return token
    // A cookie sealed before the rotation carries the id of the secret that was newest then.
    return await unsealWith(sealed, { 2: keys.previousSecret })
  } catch {
    // Not a seal of ours at all: the same as no valid session.
    return null
  }
}

async function unsealWith(sealed: string, password: Record<string, string>): Promise<string | null> {
  const content = await unsealData<{ token?: unknown }>(sealed, { password, ttl: 0 })
  return typeof content.token === 'string' ? content.token : null
}
