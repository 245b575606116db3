import { sql } from 'kysely'
import type { Database } from '../driver/client.js'
import { deleteOld } from '../partition/keep.js'

/** Removes the entries of the log of changes from before a moment; returns how many they were. */
export const deleteChangesBefore = (db: Database, before: Date): Promise<number> =>
  deleteOld(db, 'changes', before, sql`at < ${before}`)
