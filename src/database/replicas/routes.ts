import { metrics } from '@opentelemetry/api'
import type { Budget } from '../../lib/fairness/budget.js'
import { openDatabase, type Database } from '../driver/client.js'
import { databaseWithin } from '../driver/driver.js'
import type { Position, Replicas } from './replicas.js'
import { Route, type Counted, type Pools } from './route.js'

const reads = metrics
  .getMeter('parallax')
  .createCounter('database.reads', { description: 'Statements of requests that read, by the server that answered' })

/** Chooses the servers from which read-only requests read. */
export interface Routes {
  replicas: Replicas | null
  /**
   * Sets the route and database of a request's context, within its budget; `position` is the log position of the
   * primary when the request was admitted.
   */
  choose(ctx: { db: Database; route?: Route; budget: Budget }, position: Position | undefined): Promise<void>
  /** The numbers of reads so far, by server as in Counted. */
  counts: Record<Parameters<Counted>[0], number>
}

/** Returns the routes of reads to the primary and its replicas, if it has any. */
export function openRoutes(primary: Pools, replicas: Replicas | null): Routes {
  const counts = { primary: 0, replica: 0, again: 0 }
  const counted: Counted = (server) => {
    counts[server] += 1
    reads.add(1, { server })
  }
  // Requests without a usable replica share one route, which leads to the primary.
  const only = new Route(primary, null, replicas ? counted : undefined)
  const onlyDb = openDatabase(only)
  return {
    replicas,
    counts,
    async choose(ctx, position) {
      const copy = position && replicas ? await replicas.at(position) : null
      ctx.route = copy ? new Route(primary, copy, counted) : only
      ctx.db = databaseWithin(copy ? openDatabase(ctx.route) : onlyDb, ctx.budget)
    },
  }
}
