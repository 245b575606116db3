import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { BaseLogger } from 'pino'
import { sqlStateOf } from '../lib/constraints.js'
import { connecting, textOptions } from './driver/client.js'
import { onConnection } from './driver/on-connection.js'
import { cancel, type Client } from './driver/within-budget.js'

// PostgreSQL plans by statistics that autovacuum collects up to a minute after many rows were inserted; until then it
// assumes the old distribution of values. Code that has loaded many rows reports it here.

export interface Statistics {
  /**
   * Collects in the background the statistics of those tables that have grown much. To be called after `rows` rows (by
   * default enough for a check) were committed. Never throws; after a failure, autovacuum collects them later.
   */
  loaded(tables: readonly string[], rows?: number): void
  /** Cancels a running collection, and starts no more. */
  close(): Promise<void>
}

/** Loads of fewer rows are left to autovacuum. */
const few = 100
/** In milliseconds: loads within `settleMs` are handled together, and tables are checked at most once in `pauseMs`. */
const settleMs = 500
const pauseMs = 10_000

/**
 * Opens the collection of statistics in the database of the URL. It uses a separate connection, which is open only
 * while it works. Processes need no coordination: a table that another process has just analysed no longer counts as
 * grown.
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

/** Analyses the tables that have grown. Returns those to try again because they were locked. */
async function collected(
  url: string,
  tables: readonly string[],
  signal: AbortSignal,
  log: Pick<BaseLogger, 'debug'>,
): Promise<string[]> {
  const config = { ...connecting(url, textOptions), application_name: 'parallax statistics' }
  try {
    return await onConnection(config, async (client) => {
      // PostgreSQL reports tables that it omits, because they belong to another role, in notices.
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

// The cost delay is that of autovacuum. The wait for a lock is shorter than `deadlock_timeout` (a second), after which
// PostgreSQL would cancel an autovacuum that holds the lock.
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
 * Selects the tables that have grown by a tenth and 8 pages (64 kB) since their last analysis. The planner itself
 * scales the number of rows with the pages; it cannot know the new numbers of distinct values. Counting rows would need
 * another statement for each load, or the cumulative statistics, which a process may report ten seconds late.
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
