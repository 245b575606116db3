import type pg from 'pg'
import { connecting, textOptions } from '../driver/client.js'
import { onConnection } from '../driver/on-connection.js'
import { inShortTransaction, waitForTurn, withPatience, type OnProgress } from '../migrate/patience.js'
import { copyAll, noteChanges, replayChanges, stopNoting } from './copy.js'
import { copyStatements, indexStatements, leafStatement, readShape, type Shape } from './shape.js'
import {
  applicationName,
  defaultParts,
  formerSchema,
  hashLeaves,
  isTimed,
  partitioningOf,
  partsSchema,
  selectPartitioned,
  timeLeaves,
  type Leaf,
  type PartitionableTable,
} from './tables.js'
import { verify } from './verify.js'

// Turns a whole table into a partitioned one while people read and write it. The rows are copied into a new table, and
// triggers note which rows change in the meantime; these are copied again until few are left. Then one transaction of
// some milliseconds copies the last of them and gives the new table the name of the old one.
//
// Alternatives: the old table cannot become a partition by a hash, since its rows belong into all of them. Triggers
// that write the copy at once would make every request pay for its indexes, and a fault of the copy would fail the
// request. Logical replication needs a right and a setting (wal_level) that a provider may not give.

/** SQLSTATE of a row whose parent was deleted a moment ago: what was read is no longer so, and is read again. */
const parentGone = '23503'
/** The number of noted changes that are few enough to be copied while everybody waits. */
const few = 500
/**
 * How long a statement waits for a lock, in milliseconds, that holds other locks already. Others may want these: who
 * inserts a claim has read the shares and wants the claims. PostgreSQL looks for a deadlock after a second and ends the
 * statement that looks; whoever gives up long before that is never what somebody else fails for.
 */
const briefMs = 50

/** The outcome of a conversion. */
export interface Partitioned {
  rows: number
  parts: number
  /** How long nobody could use the table, in milliseconds. */
  switchMs: number
}

/**
 * Partitions a table of the database at `url`; `parts` counts for tables that are partitioned by a hash. Does nothing
 * and returns null where it is partitioned, except to finish what a conversion left to do that was broken off after the
 * switch; one that was broken off before it is undone first. On any error, and when `signal` aborts, the table is as
 * before. Throws where the copy differs from the table.
 */
export function partition(
  url: string,
  table: PartitionableTable,
  parts = defaultParts,
  onProgress: OnProgress = () => undefined,
  signal?: AbortSignal,
): Promise<Partitioned | null> {
  const config = { ...connecting(url, textOptions), application_name: applicationName }
  return onConnection(config, async (client) => {
    await client.query('set statement_timeout = 0; set client_min_messages = warning')
    await waitForTurn(client)
    let done: Partitioned | null = null
    if (!(await selectPartitioned(client)).has(table)) {
      await abandon(client, table, onProgress)
      const stopCancelling = cancelOn(signal, url, client)
      try {
        done = await convert(client, table, parts, onProgress, signal)
      } catch (error) {
        await stopCancelling()
        await abandon(client, table, onProgress).catch(() => undefined)
        throw signal?.aborted ? new Error(`${table} is as before: it was not partitioned`, { cause: error }) : error
      }
      await stopCancelling()
    }
    await finish(client, table, onProgress)
    return done
  })
}

/**
 * Partitions a table that has no rows; one that has some is left as it is: its conversion takes time, and servers of an
 * older version may be at work on it.
 */
export async function partitionIfEmpty(url: string, table: PartitionableTable): Promise<'partitioned' | 'has rows'> {
  const isReady = await onConnection({ connectionString: url, application_name: applicationName }, async (client) => {
    if ((await selectPartitioned(client)).has(table)) return true
    const { rows } = await client.query(`select from public.${table} limit 1`)
    return rows.length === 0 ? false : null
  })
  if (isReady === null) return 'has rows'
  if (!isReady) await partition(url, table)
  return 'partitioned'
}

async function convert(
  client: pg.Client,
  table: PartitionableTable,
  parts: number,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<Partitioned> {
  const { unit } = partitioningOf(table)
  const shape = await readShape(client, table)
  const leaves = isTimed(table) ? timeLeaves(table, Date.now()) : hashLeaves(table, parts)
  for (const statement of copyStatements(table, shape, `${isTimed(table) ? 'range' : 'hash'} (id)`))
    await client.query(statement)
  for (const { name, bound } of leaves)
    await client.query(leafStatement(`${partsSchema}.${table}`, name, bound, shape.options))
  const patiently = <T>(act: () => Promise<T>) =>
    withPatience(
      table,
      onProgress,
      () => {
        signal?.throwIfAborted()
        return act()
      },
      [parentGone],
    )

  await patiently(() => inShortTransaction(client, () => noteChanges(client, table, unit)))
  const rows = await copyAll(client, table, unit, shape, onProgress)
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const definition of shape.indexes) {
    onProgress(`${table}: ${definition.replace(/ ON .*/, '').toLowerCase()}`)
    const names = leaves.map(({ name }) => name)
    const { onLeaves, onParent, adoptions } = indexStatements(definition, table, `${partsSchema}.${table}`, names)
    for (const { sql } of onLeaves) await client.query(sql)
    for (const statement of [onParent, ...adoptions]) await client.query(statement)
  }
  await addForeignKeys(client, table, shape, leaves, patiently)
  const replay = () =>
    patiently(() => inShortTransaction(client, () => replayChanges(client, table, unit, shape), briefMs))
  while ((await replay()) > 0);
  await client.query(`vacuum (analyze) ${partsSchema}.${table}`)
  onProgress(`${table}: comparing the copy with the table`)
  await verify(client, table, unit, shape)

  let switchMs = 0
  await patiently(async () => {
    // What was noted while the last attempt waited for the lock.
    while ((await replay()) > few);
    await inShortTransaction(client, async () => {
      await client.query(`lock table public.${table} in access exclusive mode`)
      const began = performance.now()
      await client.query(`set local lock_timeout = ${briefMs}`)
      for (const referring of new Set(shape.incoming.map((one) => one.table)))
        await client.query(`lock table ${referring} in access exclusive mode`)
      while ((await replayChanges(client, table, unit, shape)) > 0);
      signal?.throwIfAborted()
      await switchTables(client, table, shape)
      switchMs = performance.now() - began
    })
  })
  return { rows, parts: leaves.length, switchMs }
}

/**
 * Adds the foreign keys to other tables. PostgreSQL before 18 adds one to a partitioned table only by checking all its
 * rows under a lock of the other table, so each part gets its own, which is checked without such a lock, and that of
 * the whole then adopts them.
 */
async function addForeignKeys(
  client: pg.Client,
  table: string,
  { outgoing }: Shape,
  leaves: readonly Leaf[],
  patiently: <T>(act: () => Promise<T>) => Promise<T>,
): Promise<void> {
  const add = (to: string, name: string, definition: string) =>
    patiently(() =>
      inShortTransaction(client, () => client.query(`alter table ${to} add constraint ${name} ${definition}`), briefMs),
    )
  for (const { name, definition, toItself } of outgoing) {
    if (toItself) continue
    for (const leaf of leaves) {
      await add(`${partsSchema}.${leaf.name}`, name, `${definition} not valid`)
      await client.query(`alter table ${partsSchema}.${leaf.name} validate constraint ${name}`)
    }
    await add(`${partsSchema}.${table}`, name, definition)
  }
}

/** Gives the copy the name of the table, in the open transaction, which holds the locks. */
async function switchTables(client: pg.ClientBase, table: string, { incoming, triggers }: Shape): Promise<void> {
  const statements = [
    ...stopNoting(table),
    ...incoming.map((one) => `alter table ${one.table} drop constraint ${one.name}`),
    `alter table public.${table} set schema ${formerSchema}`,
    `alter table ${partsSchema}.${table} set schema public`,
    ...triggers,
    // The rows that are there were checked by the keys that were just dropped; `finish` has them checked again.
    ...incoming.map((one) => `alter table ${one.table} add constraint ${one.name} ${one.definition} not valid`),
  ]
  for (const statement of statements) await client.query(statement)
}

/** Has the foreign keys to the table checked that the switch made anew, and removes the former table. */
async function finish(client: pg.Client, table: string, onProgress: OnProgress): Promise<void> {
  const { rows } = await client.query<{ name: string; referring: string }>(
    `select conname as name, conrelid::regclass::text as referring from pg_constraint
      where contype = 'f' and confrelid = $1::regclass and conparentid = 0 and not convalidated`,
    [`public.${table}`],
  )
  for (const { name, referring } of rows) await client.query(`alter table ${referring} validate constraint ${name}`)
  await dropTable(client, `${formerSchema}.${table}`, table, onProgress)
  await dropSchemaIfEmpty(client, formerSchema)
}

/**
 * Once `signal` aborts, cancels whatever statement the connection runs until the returned function is called. A
 * statement may just have ended when it is cancelled, so it is done again and again.
 */
function cancelOn(signal: AbortSignal | undefined, url: string, client: pg.Client): () => Promise<void> {
  const { processID } = client as pg.Client & { processID?: number }
  let cancelling: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const cancel = () => {
    cancelling = onConnection({ connectionString: url }, (other) =>
      other.query('select pg_cancel_backend($1)', [processID]),
    ).catch(() => undefined)
  }
  const begin = () => (timer = setInterval(cancel, 200))
  signal?.addEventListener('abort', begin)
  return async () => {
    signal?.removeEventListener('abort', begin)
    clearInterval(timer)
    await cancelling
  }
}

/** Removes what a conversion left that ended before its switch. */
async function abandon(client: pg.Client, table: string, onProgress: OnProgress): Promise<void> {
  const { rows } = await client.query(`select to_regnamespace($1) is not null as found`, [partsSchema])
  if (!rows[0]?.found) return
  await withPatience(table, onProgress, () =>
    inShortTransaction(client, async () => {
      for (const statement of stopNoting(table)) await client.query(statement)
    }),
  )
  await dropTable(client, `${partsSchema}.${table}`, table, onProgress)
  await dropSchemaIfEmpty(client, partsSchema)
  await dropSchemaIfEmpty(client, formerSchema)
}

/** Drops a table that nobody uses; its foreign keys need the tables that they refer to for a moment. */
async function dropTable(client: pg.Client, name: string, table: string, onProgress: OnProgress): Promise<void> {
  const drop = () => client.query(`drop table if exists ${name} cascade`)
  await withPatience(table, onProgress, () => inShortTransaction(client, drop, briefMs))
}

async function dropSchemaIfEmpty(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query(
    `select from pg_namespace n where nspname = $1
        and not exists (select from pg_class where relnamespace = n.oid)
        and not exists (select from pg_proc where pronamespace = n.oid)`,
    [schema],
  )
  if (rows.length) await client.query(`drop schema ${schema}`)
}
