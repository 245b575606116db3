import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { sqlStateOf } from '../lib/constraints.js'
import { connecting, textOptions } from './driver/client.js'
import { onConnection } from './driver/on-connection.js'
import { cancel, type Client } from './driver/within-budget.js'

// PostgreSQL plans by statistics that autovacuum collects up to a minute after many rows were inserted; until then it
// assumes the old size of the table and the old distribution of its values. Code that has loaded many rows reports it
// here.

export interface Statistics {
  /**
   * Collects the statistics of those tables that have grown much, in the background. Call it once `rows` rows (many if
   * not given) are committed. Returns at once and never throws. After a failure, autovacuum collects them later.
   */
  loaded(tables: readonly string[], rows?: number): void
  /** Cancels a running collection, and starts no more. */
  close(): Promise<void>
}

/** Fewer rows than this are left to autovacuum. */
const few = 100
/** Loads that follow each other this fast are noticed together, and tables are looked at no more often than this. */
const settleMs = 500
const pauseMs = 10_000

/**
 * Opens the collection of statistics in the database of the URL, on a connection that is there only meanwhile and takes
 * none away from requests. Several processes need not agree: a table that another one has just analysed has not grown.
 */
export function openStatistics(url: string, log: Pick<BaseLogger, 'debug'>): Statistics {
  const waiting = new Set<string>()
  const closed = new AbortController()
  let work: Promise<void> | undefined

  async function collect(): Promise<void> {
    const pause = (ms: number) => sleep(ms, undefined, { signal: closed.signal, ref: false })
    await pause(settleMs)
    while (waiting.size) {
      const tables = [...waiting]
      waiting.clear()
      for (const table of await collected(url, tables, closed.signal, log)) waiting.add(table)
      await pause(pauseMs)
    }
  }
  return {
    loaded(tables, rows = few) {
      if (rows < few || closed.signal.aborted) return
      for (const table of tables) waiting.add(table)
      work ??= collect()
        .catch(() => undefined)
        .finally(() => (work = undefined))
    },
    async close() {
      closed.abort()
      await work
    },
  }
}

/** Analyses those tables that have grown; returns those that are to be tried again, since others held them. */
async function collected(
  url: string,
  tables: readonly string[],
  signal: AbortSignal,
  log: Pick<BaseLogger, 'debug'>,
): Promise<string[]> {
  const config = { ...connecting(url, textOptions), application_name: 'parallax statistics' }
  try {
    return await onConnection(config, async (client) => {
      // PostgreSQL says by notices which tables it leaves out because they belong to another role.
      client.on('notice', ({ message }) => log.debug({ notice: message }, 'statistics'))
      const breakOff = () => void cancel(client as pg.Client & Client)
      signal.addEventListener('abort', breakOff)
      try {
        return await analyzeGrown(client, tables, signal, log)
      } finally {
        signal.removeEventListener('abort', breakOff)
      }
    })
  } catch (err) {
    log.debug({ err, tables }, 'statistics could not be collected')
    return []
  }
}

// Waits as autovacuum does, and for a lock so briefly that autovacuum is not cancelled in its favour (which happens
// after deadlock_timeout, a second).
const settings = `set statement_timeout = '5min'; set lock_timeout = '500ms'; set vacuum_cost_delay = '2ms'`

async function analyzeGrown(
  client: pg.Client,
  tables: readonly string[],
  signal: AbortSignal,
  log: Pick<BaseLogger, 'debug'>,
): Promise<string[]> {
  await client.query(settings)
  const held: string[] = []
  for (const table of await selectGrown(client, tables)) {
    if (signal.aborted) break
    const began = performance.now()
    try {
      await client.query(`analyze public.${table}`)
      log.debug({ table, ms: Math.round(performance.now() - began) }, 'statistics collected')
    } catch (err) {
      if (sqlStateOf(err) === lockNotAvailable) held.push(table)
      else log.debug({ err, table }, 'statistics could not be collected')
    }
  }
  return held
}

const lockNotAvailable = '55P03'

/**
 * Selects the tables that have more pages than at their last analysis by a tenth, and by as many as decide about a plan
 * (8, which are 64 kB). The planner multiplies by the pages itself; what grows with them and what it does not know are
 * the numbers of different values. Counting rows would cost each load a statement, or reading the cumulative
 * statistics, which a process may report ten seconds late.
 */
async function selectGrown(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select given.name
       from unnest($1::text[]) as given(name)
       -- Has no rows for a table without partitions.
       left join lateral pg_partition_tree(format('public.%I', given.name)::regclass) as tree on tree.isleaf
       join pg_class as part on part.oid = coalesce(tree.relid, format('public.%I', given.name)::regclass)
      group by given.name
     having sum(pg_relation_size(part.oid) / current_setting('block_size')::int) > 1.1 * sum(part.relpages) + 8
      order by given.name`,
    [tables],
  )
  return rows.map(({ name }) => name)
}
