import type { Config } from '../../config.js'
import { conflict } from '../../lib/errors.js'

/** Throws CONFLICT where the log of changes is switched off, which everything here is read from. */
export function requireLog({ config }: { config: Config }): void {
  if (config.changes.historyDays === 0) throw conflict('The server keeps no log of changes: HISTORY_DAYS is 0')
}
