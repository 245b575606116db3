import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAll, isStale } from '../../bin/build.mjs'
import { freePort } from '../../src/database/launch/postmaster.js'
import { environmentOf, interpolate, readCompose } from './compose.js'
import { freshDatabase } from './database.js'
import { hasNginx, nginxArguments, startNameServer } from './nginx.js'

export const hasRedis = spawnSync('redis-server', ['--version']).error === undefined

export interface Part {
  name: string
  child: ChildProcess
  /** What it has written so far to standard output and standard error. */
  output(): string
  /** Sends the signal and waits; returns the exit code, or null when the signal killed the process (SIGKILL). */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export interface Topology {
  /** Base URL of the proxy in front of the API processes. */
  url: string
  databaseUrl: string
  videos: string
  apis: Part[]
  workers: Part[]
  stop(): Promise<(number | null)[]>
}

const secrets = {
  POSTGRES_PASSWORD: 'unused',
  REDIS_PASSWORD: 'redis-password-1',
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
  ADMIN_PASSWORD: 'admin-password-1',
  MODEL_SERVICE_ADMIN_TOKEN: 'token',
  LOG_LEVEL: 'info',
}

/**
 * Runs the services of docker-compose.yml as local processes, two each of `api` and `worker`, with the environment that
 * docker-compose.yml and the Dockerfile give them. Only addresses, ports and folders are local ones, and job leases are
 * shorter.
 */
export async function startTopology(): Promise<Topology> {
  if (isStale()) await buildAll()
  const compose = readCompose()
  const folder = mkdtempSync(join(tmpdir(), 'parallax-topology-'))
  const folders = Object.fromEntries(
    ['videos', 'thumbnails', 'model-thumbnails', 'uploads', 'redis', 'nginx'].map((name) => [name, join(folder, name)]),
  )
  for (const path of Object.values(folders)) mkdirSync(path)
  for (const name of ['dust-storm.webm', 'dust-storm.info.json'])
    copyFileSync(join('tests/fixtures/videos', name), join(folders['videos'] ?? '', name))
  const database = await freshDatabase()
  const [redisPort = 0, modelPort = 0, proxyPort = 0, port = 0, ...ports] = await freePorts(6)
  // The processes of the API have a port in common, as containers have.
  const hosts = ['127.0.0.1', '127.0.0.2']
  const here: Record<string, string> = {
    DATABASE_URL: database.url,
    REDIS_HOST: '127.0.0.1',
    REDIS_PORT: String(redisPort),
    MODEL_SERVICE_URL: `http://127.0.0.1:${modelPort}`,
    HOST: '127.0.0.1',
    MODEL_SERVICE_HOST: '127.0.0.1',
    MODEL_SERVICE_PORT: String(modelPort),
    JOB_LEASE_SECONDS: '2',
    UPLOAD_PATH: folders['uploads'] ?? '',
  }
  const all: Part[] = []
  const start = (service: string, more: Record<string, string> = {}): Part => {
    const given = { ...imageEnvironment(), ...environmentOf(compose, service, secrets) }
    const env = Object.fromEntries(
      Object.entries({ ...given, ...here, ...more }).map(([name, value]) => [name, localPath(value, folder)]),
    )
    const [command] = compose.services[service]?.command ?? []
    // The image of the model service starts it by itself.
    const program = command === undefined ? [`${service}/dist/main.js`] : ['dist/src/main.js', command]
    return run(`${service}${all.length}`, process.execPath, program, { PATH: process.env['PATH'] ?? '', ...env })
  }
  const keep = (part: Part) => {
    all.push(part)
    return part
  }

  keep(
    run('redis', 'redis-server', [
      '--bind',
      '127.0.0.1',
      '--port',
      String(redisPort),
      '--dir',
      folders['redis'] ?? '',
      '--requirepass',
      secrets.REDIS_PASSWORD,
      '--maxmemory-policy',
      'noeviction',
    ]),
  )
  keep(start('model-service'))
  const prepared = start('prepare')
  if ((await ended(prepared.child)) !== 0) throw new Error(`prepare failed: ${prepared.output()}`)
  const apis = hosts.map((HOST) => keep(start('api', { HOST, PORT: String(port), METRICS_PORT: '0' })))
  const workers = ports.map((one) => keep(start('worker', { METRICS_PORT: String(one) })))
  await Promise.all(hosts.map((host) => answering(`http://${host}:${port}/api/health/ready`)))
  await Promise.all(ports.map((one) => answering(`http://127.0.0.1:${one}/metrics`)))
  const names = await startNameServer(hosts)
  const at = { listen: proxyPort, names: names.port, api: port }
  const proxy = hasNginx
    ? keep(run('proxy', 'nginx', nginxArguments(folders['nginx'] ?? '', at)))
    : await startRoundRobin(proxyPort, hosts, port)
  const url = `http://127.0.0.1:${proxyPort}`
  await answering(`${url}/api/health`)
  return {
    url,
    databaseUrl: database.url,
    videos: folders['videos'] ?? '',
    apis,
    workers,
    async stop() {
      if ('close' in proxy) await proxy.close()
      await names.close()
      // In reverse order of start, so that what others depend on ends last.
      const codes: (number | null)[] = []
      for (const part of [...all].reverse()) codes.push(await part.end('SIGTERM'))
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
      return codes
    },
  }
}

/** Reads the ENV lines of the Dockerfile, with build arguments at their defaults. */
function imageEnvironment(): Record<string, string> {
  const pairs = (keyword: string) =>
    readFileSync('Dockerfile', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith(`${keyword} `))
      .flatMap((line) =>
        line
          .slice(keyword.length + 1)
          .split(' ')
          .map((pair) => pair.split('=') as [string, string]),
      )
  const args = Object.fromEntries(pairs('ARG'))
  return Object.fromEntries(pairs('ENV').map(([name, value]) => [name, interpolate(value, args)]))
}

/** Maps a path inside the containers to a folder below `folder`; other values stay as they are. */
function localPath(value: string, folder: string): string {
  return /^\/(videos|thumbnails|model-thumbnails|uploads)$/.test(value) ? join(folder, value) : value
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

export function run(name: string, program: string, args: string[], env?: Record<string, string>): Part {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...(env && { env }) })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    name,
    child,
    output: () => output,
    async end(signal) {
      const over = ended(child)
      child.kill(signal)
      return over
    },
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done) => child.once('exit', done))
}

async function answering(url: string): Promise<void> {
  for (const until = Date.now() + 40_000; Date.now() < until;) {
    if (
      await fetch(url).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error(`${url} did not answer`)
}

/**
 * Stands in for nginx where that is not installed: passes requests to the API processes in turn (round robin), and to
 * the next one when a connection fails.
 */
async function startRoundRobin(port: number, hosts: string[], api: number): Promise<{ close(): Promise<void> }> {
  let turn = 0
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => forward(turn++, hosts.length))
    const forward = (at: number, left: number): void => {
      const headers = {
        ...request.headers,
        'x-forwarded-for': [request.headers['x-forwarded-for'], request.socket.remoteAddress]
          .filter(Boolean)
          .join(', '),
      }
      const onward = httpRequest(
        {
          port: api,
          host: hosts[at % hosts.length] ?? '',
          path: request.url ?? '/',
          method: request.method ?? 'GET',
          headers,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      onward.on('error', () =>
        left > 1 && !response.headersSent
          ? forward(at + 1, left - 1)
          : response.headersSent
            ? response.destroy()
            : response.writeHead(502).end(),
      )
      onward.end(Buffer.concat(parts))
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
