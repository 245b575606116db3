import { cipherKeyId, decryptSecret, encryptSecret } from '../../accounts/key-cipher.js'
import { type Context, transaction } from '../../context.js'
import { lockWebhooksToRotate, updateWebhook } from './webhook.sql.js'
import { placeOf } from './webhook.service.js'

/**
 * Re-encrypts the secrets of webhooks that are encrypted by another key than the current key, in one transaction,
 * because there are few of them. May be repeated. Returns the number of changed webhooks, and the ids of the webhooks
 * with a secret that neither the current nor the previous key can decrypt.
 */
export function rotateWebhookKeys(ctx: Context): Promise<{ rotated: number; unreadable: string[] }> {
  const keys = ctx.config.encryption
  return transaction(ctx, async (tx) => {
    const unreadable: string[] = []
    const rows = await lockWebhooksToRotate(tx.db, cipherKeyId(keys.key))
    for (const { id, encryptedSecret, encryptionKeyId, previousSecret, previousKeyId } of rows) {
      const anew = (encryptedKey: string, keyId: string) => {
        const secret = decryptSecret(keys, placeOf(id), { encryptedKey, encryptionKeyId: keyId })
        return secret === undefined ? undefined : encryptSecret(keys, placeOf(id), secret)
      }
      const newest = anew(encryptedSecret, encryptionKeyId)
      if (!newest) {
        unreadable.push(id)
        continue
      }
      const former = previousSecret !== null && previousKeyId !== null ? anew(previousSecret, previousKeyId) : undefined
      await updateWebhook(tx.db, id, {
        encryptedSecret: newest.encryptedKey,
        encryptionKeyId: newest.encryptionKeyId,
        previousSecret: former?.encryptedKey ?? null,
        previousKeyId: former?.encryptionKeyId ?? null,
        ...(!former && { previousUntil: null }),
      })
    }
    return { rotated: rows.length - unreadable.length, unreadable }
  })
}
