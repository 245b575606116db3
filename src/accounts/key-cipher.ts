import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

export interface CipherKeys {
  /** 64 hexadecimal characters (32 bytes); encrypts everything new. */
  key: string
  /** The key before the rotation, only to decrypt. */
  previousKey: string | null
}

export interface Encrypted {
  encryptedKey: string
  /** Names the key without telling anything about it. */
  encryptionKeyId: string
}

/** What a ciphertext belongs to; it opens nowhere else. `userId` null: the shared pool. */
export interface KeyPlace {
  id: string
  userId: string | null
  provider: string
}

/** Begins the ids under which ciphertexts are bound to their whole place; those of other ids know the row only. */
const bound = 'v2:'

function fingerprint(key: string): string {
  return createHash('sha256').update(`parallax api keys ${key.toLowerCase()}`).digest('hex').slice(0, 16)
}

/** Id of an encryption key, with the version of what is encrypted with it now. */
export function cipherKeyId(key: string): string {
  return bound + fingerprint(key)
}

/** What is authenticated beside the secret. Ciphertexts of before version 2 name the row alone. */
function placeText({ id, userId, provider }: KeyPlace, keyId: string): Buffer {
  const text = keyId.startsWith(bound) ? JSON.stringify(['parallax api key', 2, id, userId, provider]) : id
  return Buffer.from(text, 'utf8')
}

/**
 * AES-256-GCM; base64 of IV, tag, ciphertext (AK-06). The row's id, its user and the provider are authenticated too: a
 * ciphertext that was moved to another row, or whose row was given to another user or provider, is refused.
 */
export function encryptSecret({ key }: CipherKeys, place: KeyPlace, secret: string): Encrypted {
  const iv = randomBytes(ivBytes)
  const encryptionKeyId = cipherKeyId(key)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv, { authTagLength: tagBytes })
  cipher.setAAD(placeText(place, encryptionKeyId))
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return { encryptedKey: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64'), encryptionKeyId }
}

/** Undefined when neither key is the one it was encrypted with, or when it was moved or tampered with. */
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
    // The tag does not fit: changed bytes, or a ciphertext of another place.
    return undefined
  }
}
