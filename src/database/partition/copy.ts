import type pg from 'pg'
import type { OnProgress } from '../migrate/patience.js'
import type { Shape } from './shape.js'
import { partsSchema, type Partitioning } from './tables.js'

type Unit = Partitioning['unit']

const notes = (table: string) => `${partsSchema}.${table}_changes`
const noting = (table: string) => `${partsSchema}.note_${table}()`
const events = ['insert', 'update', 'delete'] as const
const triggerOf = (event: string) => `parallax_partition_${event}`

/** How many rows one statement copies, and how many noted changes one copies again. */
const rowsAtATime = 10_000
const changesAtATime = 2000

/**
 * Lets triggers note the unit of every row that changes from now on. Whoever changes the table at the moment ends
 * first: a trigger is created under a lock that excludes writers.
 */
export async function noteChanges(client: pg.ClientBase, table: string, unit: Unit): Promise<void> {
  await client.query(
    `create table ${notes(table)} (seq bigint generated always as identity primary key, unit uuid not null)`,
  )
  await client.query(`create function ${noting(table)} returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into ${notes(table)} (unit) select distinct ${unit} from gone; end if;
  if tg_op <> 'DELETE' then insert into ${notes(table)} (unit) select distinct ${unit} from come; end if;
  return null;
end $$`)
  for (const event of events) {
    const gone = event === 'insert' ? '' : 'old table as gone'
    const come = event === 'delete' ? '' : 'new table as come'
    await client.query(`create trigger ${triggerOf(event)} after ${event} on public.${table}
      referencing ${gone} ${come} for each statement execute function ${noting(table)}`)
  }
}

/** The statements that end the noting, wherever it stands. */
export const stopNoting = (table: string): string[] => [
  ...events.map((event) => `drop trigger if exists ${triggerOf(event)} on public.${table}`),
  `drop function if exists ${noting(table)}`,
  `drop table if exists ${notes(table)}`,
]

/**
 * Copies all rows, some thousand at a time, in the order of their units, so that no transaction stays open for long.
 * Returns how many rows were copied.
 */
export async function copyAll(
  client: pg.ClientBase,
  table: string,
  unit: Unit,
  { columns }: Shape,
  onProgress: OnProgress,
): Promise<number> {
  const list = columns.join(', ')
  const expected = await client.query<{ rows: number }>(
    `select greatest(reltuples, 0)::bigint as rows from pg_class where oid = $1::regclass`,
    [`public.${table}`],
  )
  const about = Number(expected.rows[0]?.rows ?? 0)
  let copied = 0
  let told = 0
  for (let last: string | undefined; ;) {
    const after = last === undefined ? '' : `where ${unit} > '${last}'`
    const { rows } = await client.query<{ unit: string }>(
      `select ${unit} as unit from public.${table} ${after} order by ${unit} offset ${rowsAtATime - 1} limit 1`,
    )
    const upTo = rows[0]?.unit
    const range = upTo === undefined ? after : `${after === '' ? 'where' : `${after} and`} ${unit} <= '${upTo}'`
    const { rowCount } = await client.query(
      `insert into ${partsSchema}.${table} (${list}) select ${list} from public.${table} ${range}`,
    )
    copied += rowCount ?? 0
    if (copied - told >= 20 * rowsAtATime || upTo === undefined) {
      told = copied
      onProgress(`${table}: ${copied} rows copied, of about ${Math.max(about, copied)}`)
    }
    if (upTo === undefined) return copied
    last = upTo
  }
}

/**
 * Brings the oldest noted changes into the copy, in the open transaction; returns how many were noted. A row that
 * changes in the meantime is noted again.
 */
export async function replayChanges(
  client: pg.ClientBase,
  table: string,
  unit: Unit,
  { columns }: Shape,
): Promise<number> {
  const { rows } = await client.query<{ unit: string }>(
    `delete from ${notes(table)} where seq in (select seq from ${notes(table)} order by seq limit ${changesAtATime})
     returning unit`,
  )
  if (rows.length === 0) return 0
  const units = [[...new Set(rows.map((row) => row.unit))]]
  const list = columns.join(', ')
  const changed = columns.filter((name) => name !== 'id')
  await client.query(
    `delete from ${partsSchema}.${table} c where ${unit} = any($1::uuid[])
        and not exists (select from public.${table} o where o.id = c.id)`,
    units,
  )
  // Changed in place: a row that is deleted and written again would take along what refers to it.
  await client.query(
    `insert into ${partsSchema}.${table} (${list}) select ${list} from public.${table} where ${unit} = any($1::uuid[])
     on conflict (id) do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    units,
  )
  return rows.length
}
