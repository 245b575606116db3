import { sql } from 'kysely'
import type { Abilities } from '../../access/abilities.js'
import { among } from '../../access/measure.js'
import { visible } from '../../access/rules.js'
import type { Database } from '../../database/driver/client.js'
import { lookedUpIn, lookupOrder } from '../../world/worlds-of-text.js'

export interface NamedObject {
  kind: 'entity' | 'event' | 'time'
  key: string
  name: string | null
  body: unknown
}

/**
 * Reads the entities (including locations), events and times of the user's worlds and of the other worlds of the
 * project that the user may read, each in stored order.
 */
export async function selectWorldObjects(
  db: Database,
  abilities: Abilities,
  userId: string,
  projectId: string | null,
): Promise<NamedObject[]> {
  const text = { author: sql`${userId}::uuid`, projectId: sql`${projectId}::uuid` }
  const { rows } = await sql<NamedObject>`
    select o.kind, o.object_id as key, o.name, o.body from world_states w join world_objects o on o.world_id = w.id
     where ${lookedUpIn(text, 'w')} and ${among(visible(abilities, 'world_state', 'w'))}
       and o.kind in ('entity', 'event', 'time')
     order by w.project_id nulls first, ${lookupOrder(text, 'w')}, o.kind, o.position`.execute(db)
  return rows
}
