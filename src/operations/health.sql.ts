import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'

/** Returns true once the database has answered; throws when the database cannot be reached. */
export async function answers(db: Database): Promise<true> {
  await sql`select 1`.execute(db)
  return true
}
