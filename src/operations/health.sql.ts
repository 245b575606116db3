import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'

/** True once the database has answered; throws when it cannot. */
export async function answers(db: Database): Promise<true> {
  await sql`select 1`.execute(db)
  return true
}
