import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'

/** After how many seconds a client should ask for the first time what became of a job. */
const firstLook = '1'

/**
 * Says in the headers of every answer with 202 where its job can be read and when to look there, so that clients can
 * poll without knowing the body. Repeated answers of an Idempotency-Key pass here too. Must be registered before what
 * compresses answers.
 */
export function sayWhereJobsAre(server: FastifyInstance, { basePath }: Pick<Config, 'basePath'>): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 202 && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const { jobId } = JSON.parse(payload.toString()) as { jobId?: unknown }
      if (typeof jobId === 'string')
        reply.header('location', `${basePath}/api/jobs/${encodeURIComponent(jobId)}`).header('retry-after', firstLook)
    }
    done(null, payload)
  })
}
