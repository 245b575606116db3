import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { forkedFromSql } from '../database/rows/forked-from.js'
import type { WorldKind } from './world-kinds.js'

export interface StoredObject {
  worldId: string
  kind: WorldKind
  objectId: string
  body: Record<string, unknown>
}

export async function selectWorldObjects(db: Database, worldId: string): Promise<StoredObject[]> {
  const { rows } = await sql<StoredObject>`
    select o.world_id, o.kind, o.object_id, o.body from world_objects o where o.world_id = ${worldId} order by o.kind, o.position`.execute(
    db,
  )
  return rows
}

/** The source of a copy: an object has no version of its own, so that of its world counts. */
const source = (key: RawBuilder<unknown>) => forkedFromSql(sql`w.id || '/' || ${key}`, sql`w.version`)

/** Copies every object as it is, with its text and position. */
export async function copyObjects(db: Database, fromWorldId: string, toWorldId: string): Promise<void> {
  await sql`insert into world_objects (world_id, kind, position, body, forked_from)
    select ${toWorldId}::uuid, o.kind, o.position, o.body, ${source(sql`o.kind || '/' || o.object_id`)}
      from world_objects o join world_states w on w.id = o.world_id where o.world_id = ${fromWorldId}`.execute(db)
}

/**
 * Appends copies of objects after the existing ones of their kind, in their order. Each is named by its source, and has
 * the body of the copy.
 */
export async function appendObjects(db: Database, worldId: string, objects: readonly StoredObject[]): Promise<void> {
  const rows = JSON.stringify(objects)
  await sql`insert into world_objects (world_id, kind, position, body, forked_from)
    select ${worldId}::uuid, e.item ->> 'kind',
           coalesce((select max(o.position) from world_objects o where o.world_id = ${worldId} and o.kind = e.item ->> 'kind'), 0) + e.position,
           e.item -> 'body', ${source(sql`(e.item ->> 'kind') || '/' || (e.item ->> 'objectId')`)}
      from json_array_elements(${rows}::json) with ordinality as e(item, position)
      join world_states w on w.id = (e.item ->> 'worldId')::uuid`.execute(db)
}
