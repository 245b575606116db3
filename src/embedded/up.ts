import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config.js'
import type { Config } from '../config.js'
import { startEmbeddedPostgres } from '../database/embedded-postgres.js'
import type { EmbeddedPostgres } from '../database/embedded-postgres.js'
import { freePort, isAlive } from '../database/postmaster.js'
import { embeddedEnvironment, embeddedFolders } from './environment.js'
import { clientHost, portFault } from './listen.js'
import { fillSecrets, makeFolders } from './secrets.js'
import type { Secrets } from './secrets.js'
import { supervise } from './supervisor.js'
import type { Supervised } from './supervisor.js'

export interface UpOptions {
  /** Migrations and seed, run before anything uses the database. */
  prepareDatabase(url: string, env: NodeJS.ProcessEnv): Promise<void>
  /** Program and arguments before the command; by default the command line of this build. */
  program?: string[]
  print?: (line: string) => void
}

const sameSignalMs = 1000

interface Running {
  postgres?: Promise<EmbeddedPostgres>
  children: Supervised[]
  stopped: boolean
}

/**
 * Runs everything that is not configured otherwise under one process: database, model service, API and worker (CF-13).
 * Returns the exit code once all of it has ended: 0 after a signal, 1 when it could not start or a part kept failing.
 */
export async function up(env: NodeJS.ProcessEnv, options: UpOptions): Promise<number> {
  const print =
    options.print ??
    ((line: string) => {
      process.stdout.write(`${line}\n`)
    })
  const running: Running = { children: [], stopped: false }
  const signal = onSignals(() => {
    for (const child of running.children) child.kill()
  })
  try {
    return await Promise.race([startAll(env, options, running, print), signal.first])
  } catch (error) {
    print(error instanceof Error ? error.message : String(error))
    return 1
  } finally {
    running.stopped = true
    await stopAll(running, print)
    signal.remove()
  }
}

/** Starts everything and settles only when a part gives up or cannot start. */
async function startAll(
  env: NodeJS.ProcessEnv,
  options: UpOptions,
  running: Running,
  print: (line: string) => void,
): Promise<number> {
  const dataDir = resolve(env.PARALLAX_DATA_DIR?.trim() || '.data')
  makeFolders(dataDir, Object.values(embeddedFolders(dataDir, env)))
  const secrets = fillSecrets(dataDir, env)
  const modelServicePort = await freePort()
  const environment = (databaseUrl: string) =>
    embeddedEnvironment(dataDir, env, { databaseUrl, modelServicePort, secrets: secrets.values })
  // Faults of the configuration must show before anything is started; the address of the database is not known yet.
  const config = readConfig(environment('postgres://127.0.0.1'))
  const fault = await portFault(config.host, config.port)
  if (fault !== undefined) throw new Error(fault)

  let giveUp: (reason: string) => void = () => undefined
  const gaveUp = new Promise<never>((_, fail) => {
    giveUp = (reason) => fail(new Error(reason))
  })
  gaveUp.catch(() => undefined)
  // The built program itself: going through bin/ again could rebuild it under the parts that run already.
  const program = options.program ?? [
    process.execPath,
    ...process.execArgv,
    fileURLToPath(new URL('../main.js', import.meta.url)),
  ]
  const start = (name: string, command: string, childEnv: NodeJS.ProcessEnv) => {
    if (!running.stopped)
      running.children.push(supervise({ name, command: [...program, command], env: childEnv, print, giveUp }))
  }
  if (!env.DATABASE_URL?.trim())
    running.postgres = startEmbeddedPostgres({
      dataDir,
      programs: env.PARALLAX_POSTGRES_BIN,
      log: { info: print, warn: print },
    })
  if (!env.MODEL_SERVICE_URL?.trim()) start('model service', 'model-service', environment(''))
  const database = await Promise.race([running.postgres, gaveUp])
  if (running.stopped) return 0
  if (database !== undefined) watchPostgres(database, running).catch((error: Error) => giveUp(error.message))
  const filled = environment(database?.url ?? '')
  await Promise.race([options.prepareDatabase(filled.DATABASE_URL ?? '', filled), gaveUp])
  start('worker', 'worker', filled)
  start('API', 'serve', filled)
  const url = `http://${clientHost(config.host)}:${config.port}`
  if (await Promise.race([untilHealthy(url, running), gaveUp])) print(welcome(url, config, secrets, env))
  return gaveUp
}

async function untilHealthy(url: string, running: Running): Promise<boolean> {
  while (!running.stopped) {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.status === 200) return true
    await sleep(100)
  }
  return false
}

function welcome(url: string, config: Config, secrets: Secrets, env: NodeJS.ProcessEnv): string {
  const password = secrets.made.includes('ADMIN_PASSWORD')
    ? `${secrets.values.ADMIN_PASSWORD} (made now, kept in ${secrets.file})`
    : env.ADMIN_PASSWORD?.trim()
      ? 'the value of ADMIN_PASSWORD'
      : `see ${secrets.file}`
  return [
    `Parallax is ready on ${url}`,
    config.serviceMode === 'single-user'
      ? '  Sign in    not needed (single-user mode)'
      : `  Sign in    user admin, password ${password}`,
    `  GraphiQL   ${url}/graphql`,
    `  API docs   ${url}/docs`,
    `  Videos     ${config.files.root}`,
    '  Stop       Ctrl-C',
  ].join('\n')
}

/** The API first, so that nothing new comes in; then what it used, the database last. */
async function stopAll(running: Running, print: (line: string) => void): Promise<void> {
  if (running.children.length > 0) print('Stopping.')
  for (const child of [...running.children].reverse()) await child.stop()
  // A start that failed was reported where it was awaited.
  const postgres = await running.postgres?.catch(() => undefined)
  await postgres?.stop()
}

/** Rejects when the database server ends while it is needed; starting again recovers it. */
async function watchPostgres(postgres: EmbeddedPostgres, running: Running): Promise<never> {
  while (running.stopped || isAlive(postgres.pid)) await sleep(1000, undefined, { ref: false })
  throw new Error(
    'The embedded Postgres ended unexpectedly: start again, no committed change is lost. ' +
      'Its log is postgres.log beside the database.',
  )
}

/**
 * The first SIGINT, SIGTERM or SIGHUP resolves `first` with exit code 0; a further one calls `again`. npm repeats the
 * Ctrl-C that the terminal has already sent to every process: what follows within a second is the same signal.
 */
function onSignals(again: () => void) {
  let first: (code: number) => void = () => undefined
  let seenAt: number | undefined
  const listener = () => {
    if (seenAt !== undefined && Date.now() - seenAt > sameSignalMs) again()
    seenAt ??= Date.now()
    first(0)
  }
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.on(name, listener)
  return {
    first: new Promise<number>((done) => {
      first = done
    }),
    remove: () => {
      for (const name of names) process.removeListener(name, listener)
    },
  }
}
