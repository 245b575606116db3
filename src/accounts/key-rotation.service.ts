import { type Context, transaction } from '../context.js'
import { lockKeysToRotate, updateCiphertext } from './api-key.sql.js'
import { cipherKeyId, decryptSecret, encryptSecret } from './key-cipher.js'

const batchSize = 20
const before = '00000000-0000-0000-0000-000000000000'

export interface Rotation {
  rotated: number
  /** The ids of stored keys that neither the current nor the previous encryption key can decrypt. */
  unreadable: string[]
}

/**
 * Re-encrypts every stored API key whose encryption-key id is not the current one, because it was encrypted with
 * another encryption key or in an older format. It works in small batches, so that requests wait for row locks for
 * milliseconds at most. It may run while the API runs and may be repeated; it makes passes until a pass finds no keys
 * to re-encrypt. Stored keys are re-encrypted only here, not at the start of a server: during a rolling update,
 * processes of the previous version must still be able to read every key.
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
    const { rotated, unreadable, last } = await transaction(ctx, async (tx) => {
      const rows = await lockKeysToRotate(tx.db, cipherKeyId(keys.key), after, batchSize)
      const shut: string[] = []
      for (const row of rows) {
        const secret = decryptSecret(keys, row, row)
        if (secret === undefined) shut.push(row.id)
        else await updateCiphertext(tx.db, row.id, encryptSecret(keys, row, secret))
      }
      return { rotated: rows.length - shut.length, unreadable: shut, last: rows.at(-1)?.id }
    })
    total.rotated += rotated
    total.unreadable.push(...unreadable)
    if (last === undefined) return total
    after = last
  }
}
