import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../database/launch/embedded-postgres.js'
import type { EmbeddedPostgres, EmbeddedPostgresOptions } from '../database/launch/embedded-postgres.js'
import { isAlive } from '../database/launch/postmaster.js'

/** A PostgreSQL server that is kept running. */
export interface KeptPostgres {
  url: string
  /** Stops watching, and stops the server. */
  stop(): Promise<void>
}

const lookMs = 200
const longestPauseMs = 8000
const mostTries = 6

/**
 * Starts the PostgreSQL server of a data folder, and restarts it on the same port whenever it ends; the server recovers
 * every committed change from its write-ahead log. Calls `giveUp` when six starts in a row have failed.
 */
export async function keepPostgres(
  options: EmbeddedPostgresOptions,
  print: (line: string) => void,
  giveUp: (reason: string) => void,
): Promise<KeptPostgres> {
  let current: EmbeddedPostgres = await startEmbeddedPostgres(options)
  const { url } = current
  const stopped = new AbortController()
  const watching = watch()

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      if (isAlive(current.pid)) {
        await sleep(lookMs, undefined, { signal: stopped.signal }).catch(() => undefined)
        continue
      }
      print('The database ended: starting it again, no committed change is lost.')
      // Cleans up after the server that has ended.
      await current.stop()
      const next = await startAgain()
      if (next === undefined) return
      current = next
    }
  }

  async function startAgain(): Promise<EmbeddedPostgres | undefined> {
    for (let tries = 1; !stopped.signal.aborted; tries += 1) {
      try {
        return await startEmbeddedPostgres({ ...options, port: Number(new URL(url).port) })
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (tries === mostTries) {
          giveUp(`The database could not be started again: ${reason}`)
          return undefined
        }
        const pauseMs = Math.min(250 * 2 ** tries, longestPauseMs)
        print(`The database did not start: trying again in ${pauseMs / 1000} s. ${reason}`)
        await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
    return undefined
  }
  return {
    url,
    async stop() {
      stopped.abort()
      await watching
      await current.stop()
    },
  }
}
