import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { Readable } from 'node:stream'
import { atMost } from '../lib/at-most.js'
import { AppError } from '../lib/errors.js'
import { isForm } from './form.js'
import { leaveUnread } from './unread.js'

/**
 * The largest JSON body of a client that is not signed in, in bytes. Parsed, it takes up to twenty times as much
 * memory.
 */
const strangersBytes = 1024 * 1024

const tooLong = () => new AppError('PAYLOAD_TOO_LARGE', 'Payload too large')

/**
 * Refuses bodies over 1 MiB of clients that are not signed in with PAYLOAD_TOO_LARGE: they send only a login, the
 * selection of a model or a GraphQL operation.
 */
export function limitStrangersBodies(server: FastifyInstance): void {
  const shorten = async (request: FastifyRequest, _reply: unknown, payload: RequestPayload) => {
    if (request.ctx.actor || !(request.method === 'POST' || request.method === 'QUERY') || isForm(request))
      return payload
    const length = request.headers['content-length']
    if (length === undefined) {
      // The stream of the request is not destroyed, because the answer must reach a client that is still sending.
      const chunks = (payload as Readable).iterator({ destroyOnReturn: false }) as unknown as Readable
      return Readable.from(
        atMost(chunks, strangersBytes, () => {
          leaveUnread(request)
          return tooLong()
        }),
      )
    }
    if (Number(length) <= strangersBytes) return payload
    leaveUnread(request)
    throw tooLong()
  }
  server.addHook('onRoute', (route) => {
    const auth = route.config?.auth ?? 'public'
    if (auth === 'public' || auth === 'session') route.bodyLimit ??= strangersBytes
    if (auth === 'optional') route.preParsing = [shorten, ...[route.preParsing ?? []].flat()]
  })
}
