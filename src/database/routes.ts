import { metrics } from '@opentelemetry/api'
import { openDatabase, type Database } from './client.js'
import type { Position, Replicas } from './replicas.js'
import { Route, type Counted, type Pools } from './route.js'

const reads = metrics
  .getMeter('parallax')
  .createCounter('database.reads', { description: 'Statements of requests that read, by the server that answered' })

/** Chooses where a request that changes nothing reads. */
export interface Routes {
  replicas: Replicas | null
  /** Puts the way of its reads into a context; `position` is that of the primary when the request was let in. */
  choose(ctx: { db: Database; route?: Route }, position: Position | undefined): Promise<void>
  /** Statements so far: `again` are those that a replica failed to answer. */
  counts: Record<Parameters<Counted>[0], number>
}

export function openRoutes(primary: Pools, replicas: Replicas | null): Routes {
  const counts = { primary: 0, replica: 0, again: 0 }
  const counted: Counted = (server) => {
    counts[server] += 1
    reads.add(1, { server })
  }
  // Without replicas there is one way for all.
  const only = new Route(primary, null, replicas ? counted : undefined)
  const onlyDb = openDatabase(only)
  return {
    replicas,
    counts,
    async choose(ctx, position) {
      const copy = position && replicas ? await replicas.at(position) : null
      ctx.route = copy ? new Route(primary, copy, counted) : only
      ctx.db = copy ? openDatabase(ctx.route) : onlyDb
    },
  }
}
