import { sql } from 'kysely'
import type { Database } from '../driver/client.js'

/** An event that changed no row. */
export interface Note {
  kind: 'export'
  ownerId: string
  projectId: string | null
  details: object
}

/** Adds an entry that no trigger writes to the log of changes; its author is the statement's, as for other entries. */
export async function insertNote(db: Database, { kind, ownerId, projectId, details }: Note): Promise<void> {
  await sql`insert into changes (kind, operation, owner_id, project_id, actor_id, via, via_id, request_id, details)
    select ${kind}, 'insert', ${ownerId}::uuid, ${projectId}::uuid, nullif(o[1], '')::uuid, nullif(o[2], ''),
           nullif(o[3], ''), nullif(o[4], ''), ${JSON.stringify(details)}::json
      from string_to_array(current_setting('parallax.origin', true), '|') o`.execute(db)
}

/**
 * Runs `act`, which deletes rows because their parent is deleted, within the caller's transaction, so that the trash
 * does not list them. Rows that foreign keys delete by cascade do not need it.
 */
export async function deletingWithParent(db: Database, act: () => Promise<void>): Promise<void> {
  await sql`select set_config('parallax.with_parent', 'true', true)`.execute(db)
  await act()
  await sql`select set_config('parallax.with_parent', '', true)`.execute(db)
}
