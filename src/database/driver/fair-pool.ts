import pg from 'pg'
import { SharedPlaces, type Place, type PlaceCounts } from '../../lib/fairness/places.js'

type Connected = Parameters<pg.Pool['connect']>[0]

/** The source of connections: a pool, or a connection that is already held. */
export type Connections = Pick<pg.Pool, 'connect'>

/**
 * A pool whose connections are taken in turns by person. node-postgres hands out connections in the order of arrival,
 * so that 800 requests of one user would delay those of all others. Here each waiting user gets a connection in turn,
 * and a quarter of the pool is reserved for users who hold no connection. A wait ends after `connectionTimeoutMillis`,
 * as in node-postgres.
 */
export class FairPool extends pg.Pool {
  private readonly places: SharedPlaces

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number; application_name: string }) {
    super(config)
    const { max, connectionTimeoutMillis: waitMs } = config
    const limits = { inAll: max, perUser: max, waiting: { inAll: Infinity, perUser: Infinity }, waitMs }
    // The message of node-postgres, by which callers recognise a busy pool (lib/constraints.ts).
    this.places = new SharedPlaces(limits, () => new Error('timeout exceeded when trying to connect'))
  }

  /** The numbers of checked-out connections and of requests that wait for one. */
  get counts(): PlaceCounts {
    return this.places.counts
  }

  /** Checks out a connection for the work of a user; '' is the server itself. */
  async connectFor(person: string): Promise<pg.PoolClient> {
    const place = this.places.tryEnter(person) ?? (await this.places.enter(person))
    return this.connectIn(place)
  }

  private async connectIn(place: Place): Promise<pg.PoolClient> {
    let client: pg.PoolClient
    try {
      client = await super.connect()
    } catch (error) {
      place.leave()
      throw error
    }
    const release = client.release.bind(client)
    client.release = (broken) => {
      release(broken)
      place.leave()
    }
    return client
  }

  override connect(): Promise<pg.PoolClient>
  override connect(act: Connected): void
  override connect(act?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.connectFor('')
    if (!act) return connected
    connected.then(
      (client) => act(undefined, client, (broken) => client.release(broken)),
      (error: Error) => act(error, undefined, () => undefined),
    )
    return undefined
  }
}

/** Returns the numbers of checked-out connections of a pool and of requests that wait for one. */
export const countsOf = (pool: pg.Pool): PlaceCounts =>
  pool instanceof FairPool ? pool.counts : { running: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }

/** Checks out a connection for the work of a person, in turns if the pool is a FairPool. */
export const connectFor = (pool: Connections, person = ''): Promise<pg.PoolClient> =>
  pool instanceof FairPool ? pool.connectFor(person) : pool.connect()
