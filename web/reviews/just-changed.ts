import { onUpdates } from '../lib/updates.js'

/** For how long a change by another user counts as not seen yet, in milliseconds. */
const unseenMs = 3_000

/** When others have changed things, by id; `*` stands for things whose ids are not known. */
const changes = new Map<string, number>()

onUpdates(({ updates }) => {
  const now = Date.now()
  for (const [id, at] of changes) if (now - at > unseenMs) changes.delete(id)
  for (const { ids } of updates) for (const id of ids ?? ['*']) changes.set(id, now)
})

/**
 * Returns whether another user has changed a thing in the last seconds. The page shows the change already, but the
 * reviewer may still judge what was there before.
 */
export function isJustChanged({ id }: { id: string }): boolean {
  const at = Math.max(changes.get(id) ?? 0, changes.get('*') ?? 0)
  return Date.now() - at < unseenMs
}
