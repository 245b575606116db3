import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Database } from '../database/driver/client.js'
import { slot, statement, type StatementTarget } from '../database/driver/statement.js'
import { differing } from '../database/rows/differing.js'
import { arrayOf, number, objectOf, plain, text, timestamp } from '../database/rows/print.js'
import { bytesAt } from '../database/rows/record-read.js'
import { textAt } from '../database/rows/row-printer.js'
import { worldArrays, type WorldKind } from './world-kinds.js'

const itemsOf = (kind: WorldKind) =>
  sql<string>`(select ${arrayOf(sql`o.body::text`, sql`o.position`)} from world_objects o where o.world_id = w.id and o.kind = ${sql.lit(kind)})`

/** The copies among the objects of a world (copiesInWorld); the index world_objects_forked finds them. */
const copy = objectOf({
  kind: plain('o.kind'),
  objectId: text('o.object_id'),
  id: text(sql`(o.forked_from ->> 'id')`),
  version: number(sql`(o.forked_from ->> 'version')`),
})
const copies = sql<string>`(
  select ${arrayOf(copy, sql`o.kind, o.position`)} from world_objects o where o.world_id = w.id and o.forked_from is not null)`

/** A world (alias w) as the REST routes answer it. */
const printed = objectOf({
  id: plain('w.id'),
  userId: plain('w.user_id'),
  projectId: plain('w.project_id'),
  ...Object.fromEntries(Object.entries(worldArrays).map(([name, kind]) => [name, itemsOf(kind)])),
  forkedFrom: copies,
  createdAt: timestamp('w.created_at'),
  updatedAt: timestamp('w.updated_at'),
})

/** The owner of a world; `projectId` is null for the personal one (RF-11). */
export interface WorldOwner {
  userId: string
  projectId: string | null
}

const worldText = statement<WorldOwner>(() => {
  const [userId, projectId] = [slot<WorldOwner>((one) => one.userId), slot<WorldOwner>((one) => one.projectId)]
  return sql`select w.version, ${printed} from world_states w
    where w.user_id = ${userId} and w.project_id is not distinct from ${projectId}::uuid`
})

const ofOwner = ({ userId, projectId }: WorldOwner) =>
  sql<SqlBool>`w.user_id = ${userId} and w.project_id is not distinct from ${projectId}::uuid`

/**
 * Returns the text of a world as the bytes from the database: converting them to a string and back took 20 ms a
 * megabyte.
 */
export async function selectWorldText(on: StatementTarget, owner: WorldOwner) {
  const [row] = await worldText.bytes(on, owner)
  return row && { version: Number(textAt(row, 0)), text: bytesAt(row, 1) }
}

/** Reads a world as JSON text. `access` is a condition on the alias w (worlds). */
export async function selectWorldTextById(db: Database, id: string, access: RawBuilder<SqlBool>) {
  const { rows } = await sql<{
    text: string
  }>`select ${printed} as text from world_states w where w.id = ${id} and ${access}`.execute(db)
  return rows[0]
}

const columns = ['id', 'userId', 'projectId', 'version', 'createdAt', 'updatedAt'] as const

export function selectWorld(db: Database, owner: WorldOwner) {
  return db.selectFrom('worldStates as w').select(columns).where(ofOwner(owner)).executeTakeFirst()
}

/** Reads worlds by id. `access` is a condition on the alias w (worlds). */
export function selectWorldsByIds(db: Database, ids: readonly string[], access: RawBuilder<SqlBool>) {
  return db.selectFrom('worldStates as w').select(columns).where('id', 'in', ids).where(access).execute()
}

/** Reads the worlds of projects, those of the user first, then oldest first. `access` is a condition on the alias w. */
export function selectWorldsOfProjects(
  db: Database,
  userId: string | null,
  ids: readonly string[],
  access: RawBuilder<SqlBool>,
) {
  return db
    .selectFrom('worldStates as w')
    .select(columns)
    .where('projectId', 'in', ids)
    .where(access)
    .orderBy(sql`w.user_id is distinct from ${userId}`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}

/** Inserts a world unless the owner already has one, even one that another request is creating at this moment. */
export async function insertWorld(db: Database, row: WorldOwner & { id: string; at: Date }): Promise<void> {
  const { id, userId, projectId, at } = row
  await sql`insert into world_states (id, user_id, project_id, created_at, updated_at)
    values (${id}, ${userId}, ${projectId}, ${at}, ${at}) on conflict do nothing`.execute(db)
}

/**
 * Locks a world until the transaction ends and returns its id and version; undefined if it does not exist or is not at
 * `ifVersion`.
 */
export async function lockWorld(db: Database, owner: WorldOwner, ifVersion?: number) {
  let query = db.selectFrom('worldStates as w').select(['id', 'version']).where(ofOwner(owner)).forNoKeyUpdate()
  if (ifVersion !== undefined) query = query.where('version', '=', ifVersion)
  return query.executeTakeFirst()
}

/** Raises the version of a world whose objects have changed. */
export async function raiseWorld(db: Database, id: string, at: Date): Promise<void> {
  await sql`${raised(id, at, sql`true`)}`.execute(db)
}

const raised = (id: string, at: Date, where: RawBuilder<unknown>) =>
  sql`update world_states w set version = w.version + 1, updated_at = ${at} where w.id = ${id}::uuid and ${where}`

/**
 * Replaces all objects of some kinds by those of the arrays. Objects that stay as they are are not written: of a
 * thousand objects that a front end saves as a whole, one has changed. Raises the version of the world if anything has
 * changed.
 */
export async function replaceObjects(
  db: Database,
  worldId: string,
  arrays: readonly NewArray[],
  at: Date,
): Promise<void> {
  const kinds = arrays.map(({ kind }) => kind)
  await sql`
    with given as (
      select ${worldId}::uuid as world_id, k.kind, e.body ->> 'id' as object_id, e.position, e.body
        from unnest(${kinds}::text[], ${arrays.map(({ json }) => json)}::text[]) as k(kind, items)
       cross join json_array_elements(k.items::json) with ordinality as e(body, position)
    ), held as (
      select o.ctid as row, o.world_id, o.kind, o.object_id, o.position, o.body
        from world_objects o where o.world_id = ${worldId}::uuid and o.kind = any(${kinds}::text[])
    ), ${differing({ owner: 'world_id', id: 'object_id' })}, removed as (
      delete from world_objects o where o.ctid = any(array(select row from differing where body is null))
    ), written as (
      insert into world_objects (world_id, kind, position, body)
      select d.world_id, d.kind, d.position, d.body from differing d where d.body is not null
      on conflict (world_id, kind, object_id) do update set position = excluded.position, body = excluded.body
    )
    ${raised(worldId, at, sql`exists (select from differing)`)}`.execute(db)
}

/** The new array of one kind of objects, as JSON text. */
export interface NewArray {
  kind: WorldKind
  json: string
}

export const worldActs = ['create', 'update', 'delete'] as const

/**
 * Returns which acts the new arrays represent for the existing objects of a world; a different order of the objects
 * does not count. With `only`, compares the arrays only for the object with this id.
 */
export async function selectWorldActs(
  db: Database,
  worldId: string,
  arrays: readonly NewArray[],
  only?: string,
): Promise<Record<(typeof worldActs)[number], boolean>> {
  const kinds = arrays.map(({ kind }) => kind)
  const { rows } = await sql<Record<(typeof worldActs)[number], boolean>>`
    with given as materialized (
      select k.kind, e.body ->> 'id' as object_id, e.body
        from unnest(${kinds}::text[], ${arrays.map(({ json }) => json)}::text[]) as k(kind, items)
        cross join json_array_elements(k.items::json) as e(body)),
    held as materialized (
      select o.kind, o.object_id, o.body from world_objects o where o.world_id = ${worldId} and o.kind = any(${kinds}::text[]) and o.object_id = coalesce(${only ?? null}, o.object_id))
    select exists (select from given g left join held o using (kind, object_id) where o.kind is null) as create,
           exists (select from given g join held o using (kind, object_id) where o.body::jsonb <> g.body::jsonb) as update,
           exists (select from held o left join given g using (kind, object_id) where g.kind is null) as delete`.execute(
    db,
  )
  return rows[0] ?? { create: false, update: false, delete: false }
}

/** Deletes all objects of a world; returns their kinds and ids. */
export async function deleteObjects(db: Database, worldId: string): Promise<ObjectOfKind[]> {
  const { rows } = await sql<ObjectOfKind>`
    delete from world_objects where world_id = ${worldId} returning kind, object_id`.execute(db)
  return rows
}

/** An object of a world: its kind, and its id within the array of its kind. */
export interface ObjectOfKind {
  kind: WorldKind
  objectId: string
}

/**
 * Stores an object, passed as JSON text: replaces the object with its id, or adds it after the others of its kind.
 * Returns it with the version of the world if that was raised, which it is not for an unchanged object.
 */
export async function upsertObject(
  db: Database,
  worldId: string,
  { kind, objectId }: ObjectOfKind,
  body: string,
  at: Date,
) {
  const { rows } = await sql<{ text: string; name: string | null; isNew: boolean; version: number | null }>`
    with held as materialized (
      select coalesce(max(o.position), 0) as last, max(o.body::text) filter (where o.object_id = ${objectId}) as body,
          max(o.name) filter (where o.object_id = ${objectId}) as name
        from world_objects o where o.world_id = ${worldId} and o.kind = ${kind}
    ), written as (
      insert into world_objects (world_id, kind, position, body)
      select ${worldId}::uuid, ${kind}, held.last + 1, ${body}::json from held where not is_same_json(held.body, ${body})
      on conflict (world_id, kind, object_id) do update set body = excluded.body
      returning body::text as text, name
    ), raised as (${raised(worldId, at, sql`exists (select from written)`)} returning version)
    select coalesce(w.text, held.body) as text, case when w.text is null then held.name else w.name end as name,
        held.body is null as "isNew", (select version from raised) as version
      from held left join written w on true`.execute(db)
  return rows[0]
}

/** Deletes an object of a world, raises the world's version and returns it; undefined if the object did not exist. */
export async function deleteObject(
  db: Database,
  worldId: string,
  { kind, objectId }: ObjectOfKind,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    with gone as (
      delete from world_objects o where o.world_id = ${worldId} and o.kind = ${kind} and o.object_id = ${objectId}
      returning o.kind)
    ${raised(worldId, at, sql`exists (select from gone)`)} returning version`.execute(db)
  return rows[0]?.version
}

/** Selects a world of this user by its id. */
export function selectOwnWorld(db: Database, userId: string, id: string) {
  return db
    .selectFrom('worldStates')
    .select(columns)
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Selects an object of a world as JSON text. */
export async function selectObjectText(db: Database, worldId: string, { kind, objectId }: ObjectOfKind) {
  const row = await db
    .selectFrom('worldObjects')
    .select(sql<string>`body::text`.as('text'))
    .where('worldId', '=', worldId)
    .where('kind', '=', kind)
    .where('objectId', '=', objectId)
    .executeTakeFirst()
  return row?.text
}
