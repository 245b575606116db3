import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

export interface CipherKeys {
  /** The current key, 64 hexadecimal characters (32 bytes), with which all new secrets are encrypted. */
  key: string
  /** The key before the last rotation, used only to decrypt; null if there was no rotation. */
  previousKey: string | null
}

export interface Encrypted {
  encryptedKey: string
  /** Identifies the encryption key without revealing anything about it. */
  encryptionKeyId: string
}

/**
 * The row, user and provider to which a ciphertext belongs; it cannot be decrypted for any other. A null `userId` means
 * the shared pool.
 */
export interface KeyPlace {
  id: string
  userId: string | null
  provider: string
}

/**
 * The prefix of key ids in version 2, whose ciphertexts are bound to row, user and provider; a ciphertext under an id
 * without it is bound to its row only.
 */
const bound = 'v2:'

function fingerprint(key: string): string {
  return createHash('sha256').update(`parallax api keys ${key.toLowerCase()}`).digest('hex').slice(0, 16)
}

/** Returns the id of an encryption key, prefixed with the version of the format in which new ciphertexts are made. */
export function cipherKeyId(key: string): string {
  return bound + fingerprint(key)
}

/**
 * Returns the additional authenticated data of a ciphertext. In ciphertexts from before version 2 it is the row's id
 * alone.
 */
function placeText({ id, userId, provider }: KeyPlace, keyId: string): Buffer {
  const text = keyId.startsWith(bound) ? JSON.stringify(['parallax api key', 2, id, userId, provider]) : id
  return Buffer.from(text, 'utf8')
}

/**
 * Encrypts with AES-256-GCM under a new IV; the result is the base64 of IV, tag and ciphertext (AK-06). The row's id,
 * its user and the provider are authenticated too, so a ciphertext that was moved to another row, or whose row was
 * given to another user or provider, cannot be decrypted.
 */
export function encryptSecret({ key }: CipherKeys, place: KeyPlace, secret: string): Encrypted {
  const iv = randomBytes(ivBytes)
  const encryptionKeyId = cipherKeyId(key)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv, { authTagLength: tagBytes })
  cipher.setAAD(placeText(place, encryptionKeyId))
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return { encryptedKey: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64'), encryptionKeyId }
}

/**
 * Returns the secret; undefined when it was encrypted with neither key, or when its ciphertext was moved or tampered
 * with.
 */
export function decryptSecret(
  keys: CipherKeys,
  place: KeyPlace,
  { encryptedKey, encryptionKeyId }: Encrypted,
): string | undefined {
  const wanted = encryptionKeyId.startsWith(bound) ? encryptionKeyId.slice(bound.length) : encryptionKeyId
  const key = [keys.key, keys.previousKey].find((one) => one && fingerprint(one) === wanted)
  const bytes = Buffer.from(encryptedKey, 'base64')
  if (!key || bytes.length < ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(placeText(place, encryptionKeyId))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    // The authentication tag does not match: the bytes were changed, or the ciphertext belongs to another row, user or
    // provider.
    return undefined
  }
}
