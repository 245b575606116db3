import { sql } from 'kysely'
import type { Database } from '../../../database/driver/client.js'
import { AppError } from '../../../lib/errors.js'

// An import reads stored rows, unites them with lines in this process and writes them back; no other transaction may
// change them in between. The rows are locked in the order that all transactions follow
// (docs/decisions/0009-lock-order.md).

/** Locks the caller's personal world and returns its id; null if it does not exist yet. */
export async function holdWorld(db: Database, userId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from world_states
    where user_id = ${userId} and project_id is null
    for no key update`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Locks the stored rows that lines are written into. Throws SERVER_BUSY if one of them was deleted after the plan found
 * it; the plan must then be made again.
 */
export async function holdRows(db: Database, table: 'personas' | 'annotations'): Promise<void> {
  const kind = table === 'personas' ? 'persona' : 'annotation'
  const { rows } = await sql<{ whole: boolean }>`with met as (
      select distinct existing_id::uuid as id
      from import_lines
      where kind = ${kind} and state = 'import' and act in ('replace', 'merge', 'extend', 'overwrite')
    ), held as (
      select t.id
      from ${sql.table(table)} t
      where t.id in (select id from met)
      order by t.id
      for no key update
    )
    select (select count(*) from met) = (select count(*) from held) as whole`.execute(db)
  if (rows[0]?.whole) return
  throw new AppError('SERVER_BUSY', 'What the file goes into was deleted meanwhile; try again', {
    extra: { retryAfter: 1 },
  })
}
