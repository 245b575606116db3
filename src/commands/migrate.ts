import { seed } from '../../db/seed.js'
import { closePasswordThreads } from '../accounts/password.js'
import { fillSpellings } from '../accounts/spelling.sql.js'
import type { Config } from '../config.js'
import { switchChangeLog } from '../database/changes/switch.js'
import { openDatabase, openPool, type Database } from '../database/driver/client.js'
import { migrate } from '../database/migrate/migrate.js'
import type { OnProgress } from '../database/migrate/patience.js'
import { setUp, waitForDatabase } from './process.js'

/**
 * Applies pending migrations and switches the log of changes on or off (HISTORY_DAYS). Returns the names of the
 * migrations.
 */
async function bringUpToDate({ database, changes }: Config, onProgress: OnProgress): Promise<string[]> {
  const { directUrl: url } = database
  const applied = await migrate(url, onProgress)
  await switchChangeLog(url, changes.historyDays > 0, onProgress)
  return applied
}

/** Applies pending migrations and seeds the database, as `up` does before the database is used. */
export async function prepareDatabase(config: Config, onProgress: OnProgress = () => undefined): Promise<void> {
  await bringUpToDate(config, onProgress)
  await inDatabase(config, (db) => seed(db, config)).finally(closePasswordThreads)
}

async function inDatabase({ database }: Config, act: (db: Database) => Promise<void>): Promise<void> {
  const pool = openPool({ url: database.directUrl, max: 2, name: 'parallax seed' }, () => undefined)
  await act(openDatabase(pool)).finally(() => pool.end())
}

/** The command `migrate`: applies pending migrations. Returns the exit code. */
export async function migrateCommand(): Promise<number> {
  const ready = setUp()
  if (!ready || !(await waitForDatabase(ready.config.database.url, ready.log))) return 1
  const applied = await bringUpToDate(ready.config, (what) => ready.log.info(what))
  await inDatabase(ready.config, fillSpellings)
  ready.log.info(applied.length ? `applied ${applied.join(', ')}` : 'the schema is up to date')
  return 0
}

/** The command `seed`: applies pending migrations and seeds the database. Returns the exit code. */
export async function seedCommand(): Promise<number> {
  const ready = setUp()
  if (!ready || !(await waitForDatabase(ready.config.database.url, ready.log))) return 1
  await prepareDatabase(ready.config, (what) => ready.log.info(what))
  ready.log.info('seeded')
  return 0
}
