import { sql } from 'kysely'
import type { Database } from '../driver/client.js'

/** An event that changed no row. */
export interface Note {
  kind: 'export'
  ownerId: string
  projectId: string | null
  details: object
}

/** Adds an entry to the log of changes that no trigger writes; its actor is that of the statement. */
export async function insertNote(db: Database, { kind, ownerId, projectId, details }: Note): Promise<void> {
  await sql`insert into changes (kind, operation, owner_id, project_id, actor_id, via, via_id, request_id, details)
    select ${kind}, 'insert', ${ownerId}::uuid, ${projectId}::uuid, nullif(o[1], '')::uuid, nullif(o[2], ''),
           nullif(o[3], ''), nullif(o[4], ''), ${JSON.stringify(details)}::json
      from string_to_array(current_setting('parallax.origin', true), '|') o`.execute(db)
}

/**
 * Runs `act`, which deletes rows because their parent is deleted, in the transaction of the caller, and marks the
 * entries so that the trash does not list them. Deletions by the cascade of a foreign key do not need it.
 */
export async function deletingWithParent(db: Database, act: () => Promise<void>): Promise<void> {
  await sql`select set_config('parallax.with_parent', 'true', true)`.execute(db)
  await act()
  await sql`select set_config('parallax.with_parent', '', true)`.execute(db)
}
