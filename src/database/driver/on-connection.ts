import pg from 'pg'
import { explained } from './connection-fault.js'

/**
 * Runs `act` on a separate connection and closes it. If the connection is lost, its statements reject, and no event
 * ends the process. Throws LastingFault if a retry cannot help.
 */
export async function onConnection<T>(config: pg.ClientConfig, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await opened(config)
  try {
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  try {
    const client = new pg.Client(config)
    client.on('error', () => undefined)
    await client.connect()
    return client
  } catch (error) {
    throw explained(error)
  }
}
