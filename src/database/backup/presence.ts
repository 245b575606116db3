import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * The key of an advisory lock: every server and worker holds it shared for as long as it runs, and a restore holds it
 * exclusively.
 */
const presenceKey = 727_274_002
const retryMs = 1000

export interface Presence {
  end(): Promise<void>
}

/**
 * Holds a shared advisory lock as a sign that a server uses the database. Uses a separate connection, because pools
 * close idle ones, and reopens it if it is lost. While a restore holds the lock, waits for it in the background.
 */
export function bePresent(url: string): Presence {
  let ended = false
  let client: pg.Client | undefined
  const stay = async () => {
    while (!ended) {
      let stood = false
      const own = new pg.Client({ connectionString: url, application_name: 'parallax presence', keepAlive: true })
      client = own
      const lost = new Promise<void>((done) => {
        own.on('error', () => done())
        own.on('end', () => done())
      })
      try {
        await own.connect()
        await own.query('select pg_advisory_lock_shared($1)', [presenceKey])
        stood = true
        await lost
      } catch {
        // Not logged, because the rest of the server reports an unreachable database.
      }
      await own.end().catch(() => undefined)
      // Reconnects at once if the lock was held, so that a restore finds no gap. Otherwise the database is unreachable
      // and the next attempt has to wait.
      if (!ended && !stood) await sleep(retryMs, undefined, { ref: false })
    }
  }
  const stayed = stay()
  return {
    async end() {
      ended = true
      await client?.end().catch(() => undefined)
      await stayed
    },
  }
}

/**
 * Takes the lock exclusively until the end of the transaction. Returns false if a server or another restore holds it.
 */
export async function excludeServers(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_xact_lock($1) as alone', [
    presenceKey,
  ])
  return rows[0]?.alone ?? false
}
