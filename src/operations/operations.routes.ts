import type { FastifyInstance } from 'fastify'
import type { MountRoutes } from '../http/server.js'
import { textOfBody } from '../http/validation.js'
import { AppError } from '../lib/errors.js'
import { isObject } from '../lib/json-walk.js'
import { parseJson } from '../lib/validate.js'
import { readiness, startDraining, threadsHang } from './health.service.js'
import { idMappingOf } from './server-config.service.js'
import { relayTraces } from './trace-relay.service.js'

const largestTrace = 1024 * 1024
const schema = { tags: ['Operations'] }

export const mountOperationsRoutes: MountRoutes = async (server, services) => {
  const probe = { schema, config: { auth: 'public', unlimited: true } } as const
  server.get('/api/health', probe, async (request, reply) => {
    const timestamp = request.ctx.now().toISOString()
    if (threadsHang()) return reply.status(503).send({ status: 'hanging', timestamp })
    return { status: 'healthy', timestamp }
  })
  server.get('/api/health/ready', probe, async (request, reply) => {
    const state = await readiness(request.ctx)
    return reply.status(state.status === 'ready' ? 200 : 503).send(state)
  })
  server.addHook('preClose', async () => startDraining(services))

  await idMappingOf(services)
  await server.register(mountTraceRelay)
}

/**
 * Mounts the relay in its own Fastify scope, in which JSON bodies stay bytes and the limit of a body is 1 MiB, lower
 * than elsewhere.
 */
async function mountTraceRelay(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: largestTrace },
    async (_request: unknown, body: Buffer) => body,
  )
  scope.post<{ Body: Buffer | undefined }>(
    '/api/telemetry/traces',
    { schema, bodyLimit: largestTrace, config: { auth: 'public' } },
    async (request) => {
      const body = request.body
      if (!body?.length) throw new AppError('PARSE_ERROR', 'Invalid JSON body')
      const content = parseJson(textOfBody(request, body), 'Invalid JSON body')
      if (!isObject(content)) throw new AppError('VALIDATION_ERROR', 'The body must be a JSON object')
      await relayTraces(request.ctx, body, request.headers['content-type'] ?? 'application/json')
      return { status: 'ok' }
    },
  )
}
