import { sql } from 'kysely'
import type { Database } from '../database/driver/client.js'
import type { WorldKind } from './world-kinds.js'

interface ObjectId {
  kind: WorldKind
  objectId: string
}

/** Returns which of these objects exist in a world. */
export async function selectObjectIds(db: Database, worldId: string, ids: readonly string[]): Promise<ObjectId[]> {
  const { rows } = await sql<ObjectId>`
    select o.kind, o.object_id from world_objects o where o.world_id = ${worldId} and o.object_id = any(${ids}::text[])`.execute(
    db,
  )
  return rows
}

/** Moves objects of one world after those of another, unchanged and in their order. */
export async function moveObjects(
  db: Database,
  fromWorldId: string,
  toWorldId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    with behind as (
      select kind, max(position) as position from world_objects where world_id = ${toWorldId} group by kind),
    placed as (
      select o.kind, o.object_id,
             coalesce(b.position, 0) + row_number() over (partition by o.kind order by o.position) as position
        from world_objects o left join behind b using (kind)
       where o.world_id = ${fromWorldId} and o.object_id = any(${ids}::text[]))
    update world_objects o set world_id = ${toWorldId}, position = p.position
      from placed p
     where o.world_id = ${fromWorldId} and o.kind = p.kind and o.object_id = p.object_id`.execute(db)
}
