import type { Static } from '@sinclair/typebox'
import type { MountRoutes } from '../../http/server.js'
import { updatesQuery } from './updates.shape.js'
import { updatesSince } from './updates.service.js'
import { watchOf } from './updates-watch.js'

/** Mounts the updates: which things have changed, for pages that show them. */
export const mountUpdates: MountRoutes = (server, services) => {
  server.get<{ Querystring: Static<typeof updatesQuery> }>(
    '/api/updates',
    { schema: { querystring: updatesQuery, tags: ['Changes'] }, config: { auth: 'required', lasting: true } },
    async ({ ctx, query: { since, wait = 0 }, method }) => updatesSince(ctx, since, method === 'HEAD' ? 0 : wait),
  )
  server.addHook('preClose', async () => watchOf(services).end())
}
