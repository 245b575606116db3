import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { worldKinds, type WorldKind } from './world-kinds.js'

export interface WorldObjectRow {
  worldId: string
  kind: WorldKind
  key: string
  name: string | null
  body: unknown
}

const columns = sql`o.world_id, o.kind, o.object_id as key, o.name, o.body`

/** Reads the objects of one kind of a world, for several such pairs at once; each array in its order. */
export async function selectArrays(db: Database, keys: readonly { worldId: string; kind: WorldKind }[]) {
  const { rows } = await sql<WorldObjectRow>`select ${columns}
      from unnest(${keys.map((key) => key.worldId)}::uuid[], ${keys.map((key) => key.kind)}::text[]) as k(world_id, kind)
      join world_objects o on o.world_id = k.world_id and o.kind = k.kind
     order by o.world_id, o.kind, o.position`.execute(db)
  return rows
}

export interface ObjectKey {
  worldId: string
  /** Null finds an object of any kind; if several kinds have the key, the first in the order of the arrays. */
  kind: WorldKind | null
  key: string
}

const kindOrder = sql`array_position(${sql.lit(`{${worldKinds.join(',')}}`)}::text[], o.kind)`

/** Reads one row for each existing key; `n` is the number of the key, counted from 1. */
export async function selectObjects(db: Database, keys: readonly ObjectKey[]) {
  const { rows } = await sql<WorldObjectRow & { n: number }>`select distinct on (k.n) k.n::int, ${columns}
      from unnest(${keys.map((key) => key.worldId)}::uuid[], ${keys.map((key) => key.kind)}::text[], ${keys.map((key) => key.key)}::text[])
           with ordinality as k(world_id, kind, key, n)
      join world_objects o on o.world_id = k.world_id and o.object_id = k.key and o.kind = coalesce(k.kind, o.kind)
     order by k.n, ${kindOrder}`.execute(db)
  return rows
}

/** The id of a world object in content of an author: it is looked up in the author's worlds. */
export interface OwnedObjectKey {
  userId: string
  projectId: string | null
  kind: WorldKind | null
  key: string
}

/**
 * Reads one row for each key that exists in the worlds of its user, in the named project's world before the personal
 * one. `access` is a condition on the alias w (worlds).
 */
export async function selectObjectsOfOwners(
  db: Database,
  keys: readonly OwnedObjectKey[],
  access: RawBuilder<SqlBool>,
) {
  const { rows } = await sql<WorldObjectRow & { n: number }>`select distinct on (k.n) k.n::int, ${columns}
      from unnest(${keys.map((key) => key.userId)}::uuid[], ${keys.map((key) => key.projectId)}::uuid[],
                  ${keys.map((key) => key.kind)}::text[], ${keys.map((key) => key.key)}::text[])
           with ordinality as k(user_id, project_id, kind, key, n)
      join world_states w on w.user_id = k.user_id and (w.project_id is null or w.project_id = k.project_id) and ${access}
      join world_objects o on o.world_id = w.id and o.object_id = k.key and o.kind = coalesce(k.kind, o.kind)
     order by k.n, w.project_id nulls last, ${kindOrder}`.execute(db)
  return rows
}
