import { type Context, transaction } from '../context.js'
import { lockKeysToRotate, updateCiphertext } from './api-key.sql.js'
import { cipherKeyId, decryptSecret, encryptSecret } from './key-cipher.js'

const batchSize = 20
const before = '00000000-0000-0000-0000-000000000000'

export interface Rotation {
  rotated: number
  /** Ids of keys that neither the present nor the previous encryption key opens. */
  unreadable: string[]
}

/**
 * Re-encrypts every stored API key with the present encryption key, a few at a time, so that requests wait for
 * milliseconds at most. May run while the API runs and may be repeated; passes go on until one finds nothing to do.
 */
export async function rotateKeys(ctx: Context): Promise<Rotation> {
  let rotated = 0
  for (;;) {
    const pass = await onePass(ctx)
    rotated += pass.rotated
    if (pass.rotated === 0) return { rotated, unreadable: pass.unreadable }
  }
}

async function onePass(ctx: Context): Promise<Rotation> {
  const keys = ctx.config.encryption
  const total: Rotation = { rotated: 0, unreadable: [] }
  for (let after = before; ;) {
    const last = await transaction(ctx, async (tx) => {
      const rows = await lockKeysToRotate(tx.db, cipherKeyId(keys.key), after, batchSize)
      for (const row of rows) {
        const secret = decryptSecret(keys, row.id, row)
        if (secret === undefined) total.unreadable.push(row.id)
        else {
          await updateCiphertext(tx.db, row.id, encryptSecret(keys, row.id, secret))
          total.rotated++
        }
      }
      return rows.at(-1)?.id
    })
    if (last === undefined) return total
    after = last
  }
}
