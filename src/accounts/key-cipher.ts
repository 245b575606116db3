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

export function cipherKeyId(key: string): string {
  return createHash('sha256').update(`parallax api keys ${key.toLowerCase()}`).digest('hex').slice(0, 16)
}

/**
 * AES-256-GCM; base64 of IV, tag, ciphertext (AK-06). The row's id is authenticated too: a ciphertext moved to another
 * row is refused.
 */
export function encryptSecret({ key }: CipherKeys, rowId: string, secret: string): Encrypted {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(rowId, 'utf8'))
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return {
    encryptedKey: Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64'),
    encryptionKeyId: cipherKeyId(key),
  }
}

/** Undefined when neither key is the one it was encrypted with, or when it was tampered with. */
export function decryptSecret(
  keys: CipherKeys,
  rowId: string,
  { encryptedKey, encryptionKeyId }: Encrypted,
): string | undefined {
  const key = [keys.key, keys.previousKey].find((one) => one && cipherKeyId(one) === encryptionKeyId)
  const bytes = Buffer.from(encryptedKey, 'base64')
  if (!key || bytes.length < ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(rowId, 'utf8'))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    // The tag does not fit: changed bytes, or a ciphertext of another row.
    return undefined
  }
}
