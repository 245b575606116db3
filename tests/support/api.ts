import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import bcrypt from 'bcryptjs'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { seed } from '../../db/seed.js'
import { createApi } from '../../src/api.js'
import { createApp, type App } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import type { Services } from '../../src/context.js'
import { spellingOf } from '../../src/lib/user-name.js'
import { newId } from '../../src/lib/uuid.js'
import { holdAgainstContract, noteContract } from './contract.js'
import { freshDatabase } from './database.js'
import { holdErrors } from './graph-errors.js'
import { recordRoutes } from './record-routes.js'
import { adminPassword, secrets } from './secrets.js'

export { adminPassword }
/**
 * The hash of `password-1` that test users are inserted with. Its bcrypt cost is low: at the cost that the server uses,
 * each login would take a quarter of a second.
 */
const knownHash = bcrypt.hashSync('password-1', 4)

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
  text: string
}

export interface GraphError {
  message: string
  path?: unknown[]
  extensions: Record<string, any>
}

export interface Person {
  id: string
  username: string
  cookie: string
  get<T = any>(path: string, headers?: Record<string, string>): Promise<Answer<T>>
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  patch<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  delete<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
  /** Sends a GraphQL request and returns its `data` and `errors` as answered. */
  graph<T = any>(query: string, variables?: Record<string, unknown>): Promise<{ data: T; errors?: GraphError[] }>
  request(path: string, init?: RequestInit): Promise<Response>
}

export interface TestApi {
  url: string
  app: App
  server: FastifyInstance
  folder: string
  /** The server's clock, which a test can move forward; `forward` takes milliseconds. */
  clock: { now(): Date; forward(ms: number): void; reset(): void }
  anonymous: Person
  /** Signs in the seeded administrator (multi-user mode). */
  admin(): Promise<Person>
  /** Signs in; throws unless the login answers 200. */
  signIn(username: string, password: string): Promise<Person>
  /** Makes a new user who is signed in, without a login request. */
  person(name?: string): Promise<Person>
  /** A client that sends this cookie. */
  as(cookie: string, id?: string, username?: string): Person
  /** A client that sends this token, and no cookie. */
  byToken(token: string): Person
  stop(): Promise<void>
}

/**
 * Starts the whole API in this process, on a fresh database and a free port of the loopback interface. `servers` holds
 * environment variables that are URLs of database servers, such as a proxy or replicas; the API is given the URLs of
 * its database there.
 */
export async function startApi(
  env: Record<string, string> = {},
  overrides: Partial<Services> = {},
  servers: Record<string, string> = {},
): Promise<TestApi> {
  // What seeds another administrator or a default user begins with an empty database.
  const isSeeded = !['SERVICE_MODE', 'SINGLE_USER_MODE', ...Object.keys(secrets)].some((name) => name in env)
  const database = await freshDatabase(servers, isSeeded ? 'parallax_seeded' : 'parallax_template')
  const folder = mkdtempSync(join(tmpdir(), 'parallax-test-'))
  // A STORAGE_PATH that the environment names must exist, also for workers that a test starts with it.
  mkdirSync(join(folder, 'videos'))
  const config = readConfig({
    ...database.variables,
    ...secrets,
    STORAGE_PATH: join(folder, 'videos'),
    THUMBNAIL_PATH: join(folder, 'thumbnails'),
    EXPORT_PATH: join(folder, 'exports'),
    UPLOAD_PATH: folder,
    MODEL_SERVICE_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    RATE_LIMIT_DISABLED: 'true',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...env,
  })
  let offset = 0
  const clock = {
    now: () => new Date(Date.now() + offset),
    forward: (ms: number) => void (offset += ms),
    reset: () => void (offset = 0),
  }
  const app = createApp(config, pino({ level: config.logLevel }), { now: clock.now, ...overrides })
  await seed(app.services.db, config)
  const server = await createApi(app)
  recordRoutes(server.server)
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const as = (cookie: string, id = '', username = '') => personAt(url, cookie, id, username)

  async function signIn(username: string, password: string): Promise<Person> {
    const answer = await as('').post('/api/auth/login', { username, password })
    if (answer.status !== 200) throw new Error(`login of ${username} answered ${answer.status}: ${answer.text}`)
    return as(answer.headers.getSetCookie()[0]?.split(';')[0] ?? '', answer.body.user.id, username)
  }

  return {
    url,
    app,
    server,
    folder,
    clock,
    as,
    byToken: (token) => as(`Bearer ${token}`),
    anonymous: as(''),
    signIn,
    admin: () => signIn('admin', adminPassword),
    async person(name = `user-${newId().slice(-8)}`) {
      const { openSession } = await import('../../src/accounts/session.service.js')
      const id = newId()
      await app.services.db
        .insertInto('users')
        .values({
          id,
          username: name,
          spelling: spellingOf(name),
          displayName: name,
          email: `${name}@example.org`,
          passwordHash: knownHash,
        })
        .execute()
      const session = await openSession(app.context(), id, 7, { ipAddress: null, userAgent: 'tests' })
      return as(`session_token=${session.sealed}`, id, name)
    },
    async stop() {
      // A test that left a response unread must not keep the server from closing.
      const impatient = setTimeout(() => server.server.closeAllConnections(), 3000)
      await server.close()
      clearTimeout(impatient)
      await app.close()
      await database.drop()
      noteContract()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A client of the server at `url` that sends this cookie, or a token as `Bearer …`; `id` and `username` are only carried
 * along.
 */
export function personAt(url: string, cookie: string, id: string, username: string): Person {
  const who: Record<string, string> = cookie.startsWith('Bearer ')
    ? { authorization: cookie }
    : cookie
      ? { cookie }
      : {}
  const request = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...who, ...init.headers }, redirect: 'manual' })
  const send =
    (method: string) =>
    async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const response = await request(path, {
        method,
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      })
      const answer = await answerOf(response)
      holdAgainstContract({
        method,
        path,
        status: answer.status,
        contentType: response.headers.get('content-type'),
        text: answer.text,
        ...(body !== undefined && { sent: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return answer
    }
  return {
    id,
    username,
    cookie,
    request,
    get: (path, headers) => send('GET')(path, undefined, headers),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    async graph(query, variables) {
      const response = await request('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      const answer = (await response.json()) as { errors?: GraphError[] }
      holdErrors(answer.errors)
      return answer as never
    },
  }
}

async function answerOf(response: Response): Promise<Answer<any>> {
  const text = await response.text()
  const json =
    response.headers.get('content-type')?.includes('json') && !response.headers.get('content-type')?.includes('ndjson')
  return { status: response.status, headers: response.headers, text, body: json && text ? JSON.parse(text) : undefined }
}
