import pg from 'pg'
import { explained } from './connection-fault.js'

/**
 * Opens a connection of its own, runs `act` on it and closes it. When the connection is lost, the statements on it
 * reject and nothing else happens. Throws LastingFault where trying again cannot help.
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
