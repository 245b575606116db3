import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { observePlaces } from '../lib/fairness/observe.js'
import { SharedPlaces } from '../lib/fairness/places.js'
import { giveWay } from '../lib/fairness/turns.js'
import type { Services } from '../context.js'
import { isForm } from './form.js'

/**
 * The number of requests of one person that may wait for a place; each is a connection whose body has not been read
 * yet.
 */
const mostWaiting = 2_000

/**
 * Limits the requests of one person that run at a time to REQUEST_CONCURRENCY_PER_USER; others wait, before their
 * bodies are read, until an answer to that person has been sent. Two hundred simultaneous answers to one user take
 * hundreds of megabytes and are serialised in the same round of the event loop. People never wait here for each other;
 * a client that is not signed in counts as its network. Answers that may take minutes (exports, streams, followers) and
 * uploads have separate limits.
 */
export function placeRequests(server: FastifyInstance, { config }: Pick<Services, 'config'>): void {
  const refuse = () =>
    new AppError('RATE_LIMITED', 'Too many of your requests are waiting; try again later', { extra: { retryAfter: 5 } })
  const limits = {
    inAll: Infinity,
    perUser: config.requestsPerUser,
    waiting: { inAll: Infinity, perUser: mostWaiting },
    waitMs: config.places.waitMs,
  }
  const places = new SharedPlaces(limits, refuse)
  const enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { budget } = request.ctx
    const place = places.tryEnter(budget.person) ?? (await places.enter(budget.person, request.ctx.clientGone()))
    if (reply.raw.closed) place.leave()
    else reply.raw.once('close', () => place.leave())
  }
  server.addHook('onRequest', (request, reply, done) => {
    const { lasting, streamed, unlimited } = request.routeOptions.config
    if (lasting || streamed || unlimited || isForm(request)) done()
    else enter(request, reply).then(() => done(), done)
  })
  const endObserving = observePlaces(() => [['request', places.counts]])
  server.addHook('onClose', async () => endObserving())
}

/**
 * The steps of reading a longer body, in bytes, are done in turns: for ten megabytes, decoding takes about 35 ms,
 * JSON.parse 35 ms and validation 20 ms.
 */
const longBody = 1 << 15

/** Waits for the person's turn before the next step of reading a long body. */
export async function turnToRead(request: FastifyRequest, bytes: Buffer): Promise<void> {
  if (bytes.length > longBody) await giveWay(request.ctx.budget)
}
