import { sql } from 'kysely'
import type { Reach } from '../../access/abilities.js'
import { ownWorldWithin } from '../../access/comparisons.js'
import type { Database } from '../../database/driver/client.js'

export interface NamedObject {
  kind: 'entity' | 'event' | 'time'
  key: string
  name: string | null
  body: unknown
}

/**
 * Reads the entities (including locations), events and times of the user's personal world and of the user's world in
 * the project, in stored order.
 */
export async function selectWorldObjects(db: Database, who: Reach, projectId: string | null): Promise<NamedObject[]> {
  const { rows } = await sql<NamedObject>`
    select o.kind, o.object_id as key, o.name, o.body from world_states w join world_objects o on o.world_id = w.id
     where ${ownWorldWithin(who, 'w')} and (w.project_id is null or w.project_id = ${projectId}::uuid)
       and o.kind in ('entity', 'event', 'time')
     order by w.project_id nulls first, o.kind, o.position`.execute(db)
  return rows
}
