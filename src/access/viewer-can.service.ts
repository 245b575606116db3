import type { Context } from '../context.js'
import { abilitiesOf } from './abilities.js'
import { selectVerdicts, type ContentKey } from './viewer-can.sql.js'

const nothing = { update: false, delete: false, share: false, review: false }

/**
 * Returns what the actor may do with each row, one entry for each key in the order of the keys; all false for anonymous
 * callers and for rows that do not exist.
 */
export async function viewerCan(ctx: Context, keys: readonly ContentKey[]): Promise<(typeof nothing)[]> {
  if (!ctx.actor) return keys.map(() => nothing)
  const verdicts = await selectVerdicts(ctx.db, await abilitiesOf(ctx), keys)
  const byKey = new Map(verdicts.map(({ kind, id, ...verdict }) => [`${kind}/${id}`, verdict]))
  return keys.map(({ kind, id }) => byKey.get(`${kind}/${id}`) ?? nothing)
}
