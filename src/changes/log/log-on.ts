import type { Config } from '../../config.js'
import { conflict } from '../../lib/errors.js'

/** Throws CONFLICT if the log of changes, from which everything here is read, is switched off. */
export function requireLog({ config }: { config: Config }): void {
  if (config.changes.historyDays === 0) throw conflict('The server keeps no log of changes: HISTORY_DAYS is 0')
}
