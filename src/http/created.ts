import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'
import { LongAnswer } from './send.js'

/** Returns the path of a resource that a request has created, from its id and the body of the request. */
export type Located = (id: string, body: unknown) => string

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path at which a GET reads what the route creates. */
    located?: Located
  }
}

/** Returns the paths of resources that are read below this path by their ids. */
export const below =
  (path: `/api/${string}`): Located =>
  (id) =>
    `${path}/${encodeURIComponent(id)}`

/**
 * Adds Location to answers with 201 of routes that are `located`, and of a PUT that creates its own resource. The id is
 * read from the answer, so that repeated answers of an Idempotency-Key have the header too. Must be registered before
 * the compression of answers.
 */
export function sayWhereCreated(server: FastifyInstance, { basePath }: Pick<Config, 'basePath'>): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode === 201) {
      const { located } = request.routeOptions.config
      const id = located && idAtBeginning(payload)
      if (id !== undefined) reply.header('location', basePath + located!(id, request.body))
      else if (request.method === 'PUT') reply.header('location', basePath + request.url.split('?')[0]!)
    }
    done(null, payload)
  })
}

/**
 * Returns the id of an answer that begins with it, or whose first member does. An answer may hold a whole tree of
 * claims, so it is not parsed.
 */
function idAtBeginning(payload: unknown): string | undefined {
  const text = payload instanceof LongAnswer ? payload.beginning : payload
  const first = Buffer.isBuffer(text) ? text.toString('latin1', 0, 200) : typeof text === 'string' ? text : ''
  return /^\{(?:"\w+":\{)?"id":"([^"\\]+)"/.exec(first)?.[1]
}
