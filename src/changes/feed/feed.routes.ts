import type { Static } from '@sinclair/typebox'
import { refuseOldProtocol, sendStreamed } from '../../http/send-streamed.js'
import type { MountRoutes } from '../../http/server.js'
import { openFeed } from './feed.service.js'
import { feedQuery } from './feed.shape.js'
import { watchOf } from './feed-watch.js'

/** Mounts the feed: the changes since a position, as lines of JSON. */
export const mountFeed: MountRoutes = (server, services) => {
  server.get<{ Querystring: Static<typeof feedQuery> }>(
    '/api/changes',
    {
      schema: { querystring: feedQuery, tags: ['Export'] },
      config: { auth: 'required', streamed: true, lasting: true },
      preHandler: refuseOldProtocol,
    },
    async (request, reply) => {
      const { kinds, wait = 0, ...query } = request.query
      const named = (kinds ?? '').split(',').map((kind) => kind.trim())
      const parameters = { ...query, kinds: named.filter(Boolean) }
      const feed = await openFeed(request.ctx, parameters, request.method === 'HEAD' ? 0 : wait)
      return sendStreamed(request, reply, feed, { 'content-type': 'application/x-ndjson; charset=utf-8' })
    },
  )
  server.addHook('preClose', async () => watchOf(services).end())
}
