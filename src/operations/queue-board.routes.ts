import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import type { Services } from '../context.js'
import { pagePolicy } from '../http/page-policy.js'
import type { MountRoutes } from '../http/server.js'

const path = '/admin/queues'

/**
 * Bull Board, the dashboard of the queues, for administrators only (CF-11). It is a separate Fastify server behind one
 * route, which injects requests into it. It is created at the first request, because its packages take a good part of a
 * second to load, and kept apart because its routes and error bodies are not ours.
 */
export const mountQueueBoard: MountRoutes = (server, services) => {
  let board: Promise<FastifyInstance> | undefined
  for (const url of [path, `${path}/*`]) {
    server.all(url, { schema: { hide: true }, config: { auth: 'admin' } }, async (request, reply) => {
      board ??= openBoard(services)
      const { method, headers, body } = request
      const inner = await board
      const answer = await inner.inject({
        method: method as 'GET',
        url: request.url,
        headers: { accept: headers.accept ?? '*/*', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const type = answer.headers['content-type']
      if (type !== undefined) reply.type(String(type))
      reply.header('content-security-policy', pagePolicy)
      return reply.status(answer.statusCode).send(answer.rawPayload)
    })
  }
  server.addHook('onClose', async () => {
    await (await board)?.close()
  })
}

async function openBoard({ queue, config }: Pick<Services, 'queue' | 'config'>): Promise<FastifyInstance> {
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ])
  const adapter = new FastifyAdapter().setBasePath(config.basePath + path)
  createBullBoard({ queues: queue.boards().map((one) => new BullMQAdapter(one)), serverAdapter: adapter })
  const inner = Fastify({ routerOptions: { ignoreTrailingSlash: true } })
  await inner.register(adapter.registerPlugin(), { prefix: path })
  await inner.ready()
  return inner
}
