import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { abilitySlots } from '../access/ability-slots.js'
import type { RuleForm, WithAbilities } from '../access/abilities.js'
import { among } from '../access/measure.js'
import { visible } from '../access/rules.js'
import type { Database } from '../database/driver/client.js'
import { slot, statement, statementsBy, type StatementTarget } from '../database/driver/statement.js'
import type { RawRow } from '../database/driver/wire-client.js'
import { textsAt } from '../database/rows/row-printer.js'
import type { ForkedFrom } from '../lib/forked-from.js'
import { worldKinds, type WorldKind } from './world-kinds.js'
import { lookedUpIn, lookupOrder } from './worlds-of-text.js'

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

/** The id of a world object in content of an author: it is looked up in the author's worlds, then in the project's. */
export interface OwnedObjectKey {
  userId: string
  projectId: string | null
  kind: WorldKind | null
  key: string
}

interface Wanted<K> {
  keys: readonly K[]
  /** Whether the documents of the objects are read; otherwise `body` is null. */
  bodies: boolean
}

type OwnedWanted = Wanted<OwnedObjectKey> & WithAbilities

const kindOrder = sql`array_position(${sql.lit(`{${worldKinds.join(',')}}`)}::text[], o.kind)`

/** Selects one object for each key; k.n is the number of the key, counted from 1. */
const onePerKey = (bodies: boolean) =>
  sql`select distinct on (k.n) k.n, o.world_id, o.kind, o.object_id, o.name, ${bodies ? sql`o.body` : sql`null`}`
const columnsOfOne = ['n', 'worldId', 'kind', 'key', 'name', 'body'].map((name, column) => ({ name, column }))

function objectsIn(rows: readonly RawRow[]): (WorldObjectRow & { n: number })[] {
  return rows.map((row) => {
    const [n, worldId, kind, key, name, body] = textsAt(row, columnsOfOne)
    const document = JSON.parse(body ?? 'null') as unknown
    return { n: Number(n), worldId: worldId!, kind: kind as WorldKind, key: key!, name: name ?? null, body: document }
  })
}

const ofKeys = (of: (key: ObjectKey) => string | null) => slot<Wanted<ObjectKey>>(({ keys }) => keys.map(of))
const byKeys = statementsBy<Wanted<ObjectKey>, boolean>(String, (bodies) =>
  statement(
    () => sql`${onePerKey(bodies)}
      from unnest(${ofKeys(({ worldId }) => worldId)}::uuid[], ${ofKeys(({ kind }) => kind)}::text[],
                  ${ofKeys(({ key }) => key)}::text[])
           with ordinality as k(world_id, kind, key, n)
      join world_objects o on o.world_id = k.world_id and o.object_id = k.key and o.kind = coalesce(k.kind, o.kind)
     order by k.n, ${kindOrder}`,
  ),
)

/** Reads one row for each existing key; `n` is the number of the key, counted from 1. */
export async function selectObjects(on: StatementTarget, input: Wanted<ObjectKey>) {
  return objectsIn(await byKeys(input.bodies).bytes(on, input))
}

const ofOwned = (of: (key: OwnedObjectKey) => string | null) => slot<OwnedWanted>(({ keys }) => keys.map(of))
const keysOwned = sql`unnest(${ofOwned(({ userId }) => userId)}::uuid[], ${ofOwned(({ projectId }) => projectId)}::uuid[],
                  ${ofOwned(({ kind }) => kind)}::text[], ${ofOwned(({ key }) => key)}::text[])
           with ordinality as k(user_id, project_id, kind, key, n)`
const objectOfKey = sql`o.object_id = k.key and o.kind = coalesce(k.kind, o.kind)`
const byOwners = statementsBy<OwnedWanted, { form: RuleForm; bodies: boolean }>(
  ({ form, bodies }) => `${form}/${bodies}`,
  ({ form, bodies }) =>
    statement(
      () => sql`${onePerKey(bodies)}
      from ${keysOwned}
      join world_states w on w.user_id = k.user_id and (w.project_id is null or w.project_id = k.project_id)
       and ${among(visible(abilitySlots(form), 'world_state', 'w'))}
      join world_objects o on o.world_id = w.id and ${objectOfKey}
     order by k.n, w.project_id nulls last, ${kindOrder}`,
    ),
)

/**
 * Reads one row for each key that exists in those worlds of its user that the actor may read, in the named project's
 * world before the personal one.
 */
export async function selectObjectsOfOwners(on: StatementTarget, input: OwnedWanted) {
  return objectsIn(await byOwners({ form: input.abilities.form, bodies: input.bodies }).bytes(on, input))
}

const ofText = { author: sql`k.user_id`, projectId: sql`k.project_id` }
const byProjects = statementsBy<OwnedWanted, { form: RuleForm; bodies: boolean }>(
  ({ form, bodies }) => `${form}/${bodies}`,
  ({ form, bodies }) =>
    statement(
      () => sql`select k.n, x.id, x.kind, x.object_id, x.name, ${bodies ? sql`x.body` : sql`null`}
      from ${keysOwned}
      cross join lateral (
        select w.id, w.user_id, w.project_id, o.kind, o.object_id, o.name, o.body
          from world_states w join world_objects o on o.world_id = w.id and ${objectOfKey}
         where ${lookedUpIn(ofText, 'w')}
         order by ${lookupOrder(ofText, 'w')}, ${kindOrder} limit 1) x
     where ${among(visible(abilitySlots(form), 'world_state', 'x'))}
     order by k.n`,
    ),
)

/**
 * Does the same for keys that are found in no world of the user that the actor may read: reads the objects of the other
 * members' worlds in the project to which they lead. It is a statement of its own because it searches the worlds of all
 * members, while nearly every reference is to an object of its author.
 */
export async function selectObjectsOfProjects(on: StatementTarget, input: OwnedWanted) {
  return objectsIn(await byProjects({ form: input.abilities.form, bodies: input.bodies }).bytes(on, input))
}

/** Reads the sources of those objects that are copies. `access` is a condition on the alias w (worlds). */
export async function selectSourcesOfObjects(
  db: Database,
  keys: readonly { owner: string; kind: string; key: string }[],
  access: RawBuilder<SqlBool>,
) {
  const of = (member: 'owner' | 'kind' | 'key') => keys.map((key) => key[member])
  const { rows } = await sql<{ id: string; forkedFrom: ForkedFrom }>`
    select o.world_id || '/' || o.kind || '/' || o.object_id as id, o.forked_from
      from unnest(${of('owner')}::uuid[], ${of('kind')}::text[], ${of('key')}::text[]) as k(world_id, kind, key)
      join world_objects o on o.world_id = k.world_id and o.kind = k.kind and o.object_id = k.key
      join world_states w on w.id = o.world_id
     where o.forked_from is not null and ${access}`.execute(db)
  return rows
}
