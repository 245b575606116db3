import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'
import { below } from './created.js'

/** The value of Retry-After: the seconds after which a client should first ask for the state of a job. */
const firstLook = '1'

/**
 * Adds Location and Retry-After to every answer with 202, so that clients can poll the job or its result without
 * knowing the body. This includes repeated answers of an Idempotency-Key. Must be registered before the compression of
 * answers.
 */
export function sayWhereJobsAre(server: FastifyInstance, { basePath }: Pick<Config, 'basePath'>): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 202 && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const { jobId, id = jobId } = JSON.parse(payload.toString()) as { jobId?: unknown; id?: unknown }
      if (typeof jobId === 'string' && typeof id === 'string') {
        // A resource whose id differs from that of its job is read where its route says, or else below the path at
        // which it was created.
        const { url = '', config } = request.routeOptions
        const place = id === jobId ? below('/api/jobs') : (config.located ?? below(url as `/api/${string}`))
        reply.header('location', basePath + place(id, request.body)).header('retry-after', firstLook)
      }
    }
    done(null, payload)
  })
}
