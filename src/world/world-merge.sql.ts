import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { WorldKind } from './world-kinds.js'

export interface StoredObject {
  kind: WorldKind
  objectId: string
  body: Record<string, unknown>
}

export async function selectWorldObjects(db: Database, worldId: string): Promise<StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    select o.kind, o.object_id, o.body from world_objects o where o.world_id = ${worldId} order by o.kind, o.position`.execute(
    db,
  )
  return rows
}

/** Copies every object as it is, with its text and position. */
export async function copyObjects(db: Database, fromWorldId: string, toWorldId: string): Promise<void> {
  await sql`insert into world_objects (world_id, kind, position, body)
    select ${toWorldId}::uuid, o.kind, o.position, o.body from world_objects o where o.world_id = ${fromWorldId}`.execute(
    db,
  )
}

/** Appends objects after the existing ones of their kind, in their order. */
export async function appendObjects(
  db: Database,
  worldId: string,
  objects: readonly Pick<StoredObject, 'kind' | 'body'>[],
): Promise<void> {
  const rows = JSON.stringify(objects)
  await sql`insert into world_objects (world_id, kind, position, body)
    select ${worldId}::uuid, e.item ->> 'kind',
           coalesce((select max(o.position) from world_objects o where o.world_id = ${worldId} and o.kind = e.item ->> 'kind'), 0) + e.position,
           e.item -> 'body'
      from json_array_elements(${rows}::json) with ordinality as e(item, position)`.execute(db)
}
