import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Held by every server and worker for as long as it runs, together; by a restore alone. */
const presenceKey = 727_274_002
const retryMs = 1000

export interface Presence {
  end(): Promise<void>
}

/**
 * Says in the database that a server runs on it, whatever its other connections do: pools close idle ones. The
 * connection is made again where it is lost. A restore meanwhile lets nobody in, and is waited for.
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
        // The database is away, as everything else of the server says.
      }
      await own.end().catch(() => undefined)
      // Made again at once where it had stood, so that a restore finds no gap; a database that is away is asked later.
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

/** Until the end of the transaction no server is let in; false where one runs. */
export async function excludeServers(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_xact_lock($1) as alone', [
    presenceKey,
  ])
  return rows[0]?.alone ?? false
}
