import { createHmac } from 'node:crypto'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ControlledTransaction } from 'kysely'
import { contextInTransaction, type Services } from '../context.js'
import type { DB } from '../database/schema.js'
import { AppError, conflict, validation } from '../lib/errors.js'
import { keepAnswer, selectKeptAnswer, tryLockKey, type KeptAnswer } from './idempotency.sql.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False where Idempotency-Key is not looked at: the route is slow, works on files or has nothing to repeat. */
    idempotencyKey?: boolean
  }
  interface FastifyRequest {
    keyed: Keyed | null
  }
}

/** A request that carries a key and is running in a transaction of its own. */
export interface Keyed {
  userId: string
  key: string
  requestHash: string
  transaction: ControlledTransaction<DB>
  afterCommit(): Promise<void>
}

const keptMs = 24 * 3600 * 1000
/** Refusals that another attempt may escape. */
const passing = new Set([401, 408, 429])

/**
 * Lets POST requests of signed-in users carry an Idempotency-Key: the first one runs in one transaction that also keeps
 * its answer, a repeated one gets that answer for 24 hours. CONFLICT for another request under the same key and while
 * the first runs. Must be registered before anything that changes payloads on the way out.
 */
export function acceptIdempotencyKeys(server: FastifyInstance, services: Services): void {
  server.decorateRequest('keyed', null)
  const start = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = keyOf(request)
    const userId = request.ctx.actor?.userId
    if (key === undefined || userId === undefined) return
    const opened = await openKey(services, userId, key, hashesOf(request, services))
    if ('kept' in opened) {
      reply.header('idempotency-replayed', 'true').header('content-type', 'application/json; charset=utf-8')
      return reply.status(opened.kept.status).send(opened.kept.body)
    }
    const { ctx, afterCommit } = contextInTransaction(request.ctx, opened.transaction)
    request.ctx = ctx
    request.keyed = { ...opened, afterCommit }
    return undefined
  }
  // Only on the routes that take keys, as the last hook before the handler: who may call and what the body holds has
  // been checked.
  server.addHook('onRoute', (route) => {
    const takes = [route.method].flat().some((method) => takesIdempotencyKey(method, route.url, route.config ?? {}))
    if (takes) route.preHandler = [...[route.preHandler ?? []].flat(), start]
  })

  server.addHook('onSend', (request, reply, payload, done) => {
    const { keyed } = request
    if (!keyed) return done(null, payload)
    // The answer to a failed commit comes through here again.
    request.keyed = null
    settle(services, keyed, reply.statusCode, textOf(payload)).then(() => done(null, payload), done)
  })
}

/**
 * Begins the transaction of a request that carries a key, or finds the answer of the one before. CONFLICT for another
 * request under the key, and while the first runs.
 */
export async function openKey(
  services: Services,
  userId: string,
  key: string,
  requestHashes: readonly string[],
): Promise<{ kept: KeptAnswer } | Omit<Keyed, 'afterCommit'>> {
  const transaction = await services.db.startTransaction().execute()
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
  } catch (error) {
    await transaction.rollback().execute()
    throw error
  }
  if (!kept) return { userId, key, requestHash: requestHashes[0]!, transaction }
  await transaction.rollback().execute()
  return { kept }
}

/**
 * An answer of success is kept in the transaction of the effect. A refusal has no effect: everything is rolled back and
 * only the refusal kept. A fault leaves nothing behind, so that the request can be repeated. `refused` is the status
 * that the outcome stands for, where that of the answer does not say it.
 */
export async function settle(
  services: Services,
  keyed: Keyed,
  status: number,
  body: string | null,
  refused = status,
): Promise<void> {
  const { userId, key, requestHash, transaction, afterCommit } = keyed
  const answer = { requestHash, status, body: body ?? '' }
  if (refused >= 400) {
    await transaction.rollback().execute()
    if (refused < 500 && !passing.has(refused) && body !== null)
      await keepAnswer(services.db, userId, key, answer, services.now())
    return
  }
  try {
    if (body !== null) await keepAnswer(transaction, userId, key, answer, services.now())
    await transaction.commit().execute()
  } catch (error) {
    if (!transaction.isCommitted) await transaction.rollback().execute()
    throw error
  }
  await afterCommit()
}

/** POST of signed-in users, unless the route says otherwise. */
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

/** Undefined where there is none or the route does not look at it. */
function keyOf(request: FastifyRequest): string | undefined {
  const { url = '', config } = request.routeOptions
  if (!takesIdempotencyKey(request.method, url, config)) return undefined
  return keyIn(request.headers['idempotency-key'])
}

/** The key of a header that is there; VALIDATION_ERROR for one that is none. */
export function keyIn(key: string | string[] | undefined): string | undefined {
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw validation([{ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' }])
}

/**
 * Keyed: a body may hold a password, which nobody shall guess from what is stored. The second one is that under the
 * secret before a rotation.
 */
export function hashesOf(request: FastifyRequest, { config }: Services): string[] {
  const text = JSON.stringify([request.method, request.url, request.body ?? null])
  const { secret, previousSecret } = config.session
  return [secret, ...(previousSecret ? [previousSecret] : [])].map((one) =>
    createHmac('sha256', one).update(text).digest('hex'),
  )
}

/** Null for a stream, which cannot be kept. */
function textOf(payload: unknown): string | null {
  if (payload === null || payload === undefined) return ''
  if (typeof payload === 'string') return payload
  return Buffer.isBuffer(payload) ? payload.toString('utf8') : null
}
