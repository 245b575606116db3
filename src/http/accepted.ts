import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'

/** After how many seconds a client should ask for the first time what became of a job. */
const firstLook = '1'

/**
 * Says in the headers of every answer with 202 where its job, or what the job makes, can be read and when to look
 * there, so that clients can poll without knowing the body. Repeated answers of an Idempotency-Key pass here too. Must
 * be registered before what compresses answers.
 */
export function sayWhereJobsAre(server: FastifyInstance, { basePath }: Pick<Config, 'basePath'>): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 202 && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const { jobId, id = jobId } = JSON.parse(payload.toString()) as { jobId?: unknown; id?: unknown }
      if (typeof jobId === 'string' && typeof id === 'string') {
        // What has an id of its own beside that of its job is read below the path at which it was made.
        const list = id === jobId ? '/api/jobs' : (request.routeOptions.url ?? '')
        reply.header('location', `${basePath}${list}/${encodeURIComponent(id)}`).header('retry-after', firstLook)
      }
    }
    done(null, payload)
  })
}
