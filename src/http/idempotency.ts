import { createHmac } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ControlledTransaction } from 'kysely'
import { contextInTransaction, type Services } from '../context.js'
import type { Database } from '../database/driver/client.js'
import { databaseWithin } from '../database/driver/driver.js'
import type { DB } from '../database/schema.js'
import type { Place } from '../lib/fairness/places.js'
import { AppError, conflict, validation } from '../lib/errors.js'
import {
  forgetAnswers,
  keepAnswer,
  selectKeptAnswer,
  selectKeptBytes,
  shortAnswer,
  tryLockKey,
  type KeptAnswer,
} from './idempotency.sql.js'
import { LongAnswer, sendJson } from './send.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * False if the route ignores the header Idempotency-Key, because it is slow, works on files or has nothing to
     * repeat.
     */
    idempotencyKey?: boolean
  }
  interface FastifyRequest {
    keyed: Keyed | null
  }
}

/** A request that is running in a separate transaction. */
export interface Keyed {
  userId: string
  /** The Idempotency-Key under which its answer will be stored; null for a request without a key. */
  key: string | null
  requestHash: string
  transaction: ControlledTransaction<DB>
  /** The transaction holds a connection from start to end, so the number of such requests is limited for each user. */
  place: Place
  afterCommit(): Promise<void>
}

const keptMs = 24 * 3600 * 1000
/** Statuses of refusals that are not stored, because another attempt may succeed. */
const passing = new Set([401, 408, 429])

/**
 * Supports an Idempotency-Key on POST requests of signed-in users: the first request runs in one transaction that also
 * stores its answer, and a repeated request gets that answer for 24 hours. Throws CONFLICT for another request under
 * the key, while the first is still running, and if the answer was too long to be stored. A repeated request never has
 * a second effect. Must be registered before hooks that change outgoing payloads.
 */
export function acceptIdempotencyKeys(server: FastifyInstance, services: Services): void {
  server.decorateRequest('keyed', null)
  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = keyOf(request)
    const userId = request.ctx.actor?.userId
    if (key === undefined || userId === undefined) return
    const opened = await openKey(services, userId, key, hashesOf(request, services), request.ctx.clientGone())
    if ('kept' in opened) {
      return sendJson(reply.header('idempotency-replayed', 'true'), opened.kept.body ?? '', opened.kept.status)
    }
    const { ctx, afterCommit } = contextInTransaction(
      request.ctx,
      databaseWithin(opened.transaction, request.ctx.budget),
    )
    request.ctx = ctx
    request.keyed = { ...opened, afterCommit }
    return undefined
  }
  // Added only to the routes that accept keys, as the last hook before the handler: by then the caller and the body
  // have been checked.
  server.addHook('onRoute', (route) => {
    const takes = [route.method].flat().some((method) => takesIdempotencyKey(method, route.url, route.config ?? {}))
    if (takes) route.preHandler = [...[route.preHandler ?? []].flat(), start]
  })

  server.addHook('onSend', (request, reply, payload, done) => {
    const { keyed } = request
    if (!keyed) return done(null, payload)
    // If the commit fails, the error answer passes through this hook again.
    request.keyed = null
    settle(services, keyed, reply.statusCode, textOf(payload)).then(() => done(null, payload), done)
  })
}

/**
 * Begins the transaction of a request with a key, or returns the stored answer of an earlier one. `requestHashes` are
 * the hashes by which the earlier request is recognised; the first is stored with a new one. Throws CONFLICT for
 * another request under the key, and while the first is still running.
 */
export async function openKey(
  services: Services,
  userId: string,
  key: string,
  requestHashes: readonly string[],
  gone: AbortSignal,
): Promise<{ kept: KeptAnswer } | Omit<Keyed, 'afterCommit'>> {
  const open = await openTransaction(services, userId, gone)
  const { transaction, place } = open
  let kept: KeptAnswer | undefined
  try {
    if (!(await tryLockKey(transaction, userId, key))) {
      throw new AppError('CONFLICT', 'A request with this Idempotency-Key is still running', {
        extra: { retryAfter: 1 },
      })
    }
    kept = await selectKeptAnswer(transaction, userId, key, new Date(services.now().getTime() - keptMs))
    if (kept && !requestHashes.includes(kept.requestHash))
      throw conflict('This Idempotency-Key belongs to another request')
    if (kept && kept.body === null)
      throw new AppError('CONFLICT', 'This request was carried out; its answer was too long to be kept', {
        extra: { carriedOut: true, answeredWith: kept.status },
      })
  } catch (error) {
    await rollBack(transaction, place)
    throw error
  }
  if (!kept) return { ...open, key, requestHash: requestHashes[0]! }
  await rollBack(transaction, place)
  return { kept }
}

/** Opens a transaction for a request without a key. */
export async function openTransaction(
  services: Services,
  userId: string,
  gone: AbortSignal,
): Promise<Omit<Keyed, 'afterCommit'>> {
  const place = await services.admission.enter('keyed', userId, gone)
  try {
    const transaction = await services.db.startTransaction().execute()
    return { userId, key: null, requestHash: '', transaction, place }
  } catch (error) {
    place.leave()
    throw error
  }
}

/**
 * Ends the transaction of a request with a key. A successful answer is stored in the transaction of its effect. A
 * refusal has no effect: everything is rolled back, and only the refusal is stored. After a fault of the server, or a
 * refusal that another attempt may escape, nothing is stored, so that the request can be repeated. `refused` is the
 * status of the outcome if the status of the answer differs from it, as in GraphQL.
 */
export async function settle(
  services: Services,
  keyed: Keyed,
  status: number,
  body: string | null,
  refused = status,
): Promise<void> {
  const { userId, key, requestHash, transaction, place, afterCommit } = keyed
  const keep = async (db: Database, kept: string) => {
    if (key === null) return
    const at = services.now()
    const body = (await hasRoomFor(db, userId, kept, at)) ? kept : null
    await keepAnswer(db, userId, key, { requestHash, status, body }, at)
  }
  if (refused >= 400) {
    await rollBack(transaction, place)
    if (refused < 500 && !passing.has(refused) && body !== null) await keep(services.db, body)
    return
  }
  try {
    if (body !== null) await keep(transaction, body)
    await transaction.commit().execute()
  } catch (error) {
    if (!transaction.isCommitted) await rollBack(transaction, place)
    throw error
  } finally {
    place.leave()
  }
  await afterCommit()
}

async function rollBack(transaction: ControlledTransaction<DB>, place: Place): Promise<void> {
  try {
    await transaction.rollback().execute()
  } finally {
    place.leave()
  }
}

/** The longest stored answer, and the total of one user's stored answers, in bytes. */
const mostOfAnswer = 8 * 1024 * 1024
const mostOfUser = 64 * 1024 * 1024
/** If a user's answers need room, long ones older than this are deleted, because clients repeat a request soon. */
const soonMs = 3600 * 1000

async function hasRoomFor(db: Database, userId: string, body: string, at: Date): Promise<boolean> {
  const length = Buffer.byteLength(body)
  if (length <= shortAnswer) return true
  if (length > mostOfAnswer) return false
  if ((await selectKeptBytes(db, userId)) + length <= mostOfUser) return true
  await forgetAnswers(db, userId, new Date(at.getTime() - soonMs))
  return (await selectKeptBytes(db, userId)) + length <= mostOfUser
}

/**
 * Returns whether a route accepts Idempotency-Key: a POST route below /api that requires sign-in and does not opt out.
 */
export function takesIdempotencyKey(
  method: unknown,
  url: string,
  { auth, idempotencyKey }: FastifyContextConfig,
): boolean {
  return (
    method === 'POST' &&
    url.startsWith('/api/') &&
    idempotencyKey !== false &&
    (auth === 'required' || auth === 'admin')
  )
}

/** Returns the key of a request; undefined if it has none or its route ignores it. */
function keyOf(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions
  if (!takesIdempotencyKey(request.method, url, config)) return undefined
  return keyIn(request.headers['idempotency-key'])
}

/**
 * Returns the key in the header; undefined without the header. Throws VALIDATION_ERROR for a value that is not a valid
 * key.
 */
export function keyIn(key: string | string[] | undefined): string | undefined {
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw validation([{ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }])
}

/**
 * Returns HMAC-SHA256 hashes of method, URL and body, under the session secret and, during its rotation, also under the
 * previous one. They are keyed because a body may contain a password, which must not be guessable from the stored hash.
 */
export function hashesOf(request: FastifyRequest, { config }: Services): string[] {
  // With a token that is limited to projects, the same text is another request, because its answer may differ.
  const { onlyProjects } = request.ctx.actor ?? {}
  const parts = [request.method, request.url, request.body ?? null]
  const text = JSON.stringify(onlyProjects ? [...parts, onlyProjects] : parts)
  const { secret, previousSecret } = config.session
  return [secret, ...(previousSecret ? [previousSecret] : [])].map((key) =>
    createHmac('sha256', key).update(text).digest('hex'),
  )
}

/** Returns a payload as text; null for a stream, which cannot be stored. */
function textOf(payload: unknown): string | null {
  if (payload === null || payload === undefined) return ''
  if (typeof payload === 'string') return payload
  if (payload instanceof LongAnswer) return payload.text()
  return Buffer.isBuffer(payload) ? payload.toString('utf8') : null
}
