import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig, type Config } from '../config.js'
import { freePort } from '../database/launch/postmaster.js'
import { baseline, notInstalled } from './baseline.js'
import { embeddedEnvironment, embeddedFolders } from './environment.js'
import { lockInTurn } from './folder-lock.js'
import { keepPostgres, type KeptPostgres } from './keep-postgres.js'
import { clientHost, portFault } from './listen.js'
import { watchNpm } from './parent.js'
import { fillSecrets, makeFolders, placeholderSecrets, type Secrets } from './secrets.js'
import { spawnPart, supervise, type Supervised } from './supervisor.js'

export interface UpOptions {
  /** Migrations and seed, run before anything uses the database. */
  prepareDatabase(env: NodeJS.ProcessEnv): Promise<void>
  /** Program and arguments before the command; by default the command line of this build. */
  program?: string[]
  print?: (line: string) => void
}

const sameSignalMs = 1000

interface Running {
  postgres?: Promise<KeptPostgres>
  children: Supervised[]
  /** Releases the lock on the data folder. */
  unlock?: () => void
  stopped: boolean
}

/**
 * Runs the database, the model service, the API and a worker under this one process; where the environment names a
 * database or a model service, that one is used instead (CF-13). Returns the exit code once all of it has ended: 0
 * after a signal, 1 when it could not start or a part kept failing.
 */
export async function up(env: NodeJS.ProcessEnv, options: UpOptions): Promise<number> {
  const print =
    options.print ??
    ((line: string) => {
      process.stdout.write(`${line}\n`)
    })
  const running: Running = { children: [], stopped: false }
  const signal = onSignals(env, () => {
    for (const child of running.children) child.kill()
  })
  let reason: string | undefined
  try {
    return await Promise.race([startAll(env, options, running, print), signal.first])
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error)
    return 1
  } finally {
    running.stopped = true
    await stopAll(running, print)
    running.unlock?.()
    signal.remove()
    // Printed last, below everything that the parts still had to say.
    if (reason !== undefined) print(reason)
  }
}

/** Starts everything. Rejects when a part cannot start or gives up; resolves only when a signal stopped the start. */
async function startAll(
  env: NodeJS.ProcessEnv,
  options: UpOptions,
  running: Running,
  print: (line: string) => void,
): Promise<number> {
  const dataDir = resolve(env.PARALLAX_DATA_DIR?.trim() || '.data')
  const modelServicePort = await freePort()
  await checkVariables(
    embeddedEnvironment(dataDir, env, {
      databaseUrl: 'postgres://127.0.0.1',
      modelServicePort,
      secrets: placeholderSecrets(env),
    }),
    !env.MODEL_SERVICE_URL?.trim(),
  )
  makeFolders(dataDir, Object.values(embeddedFolders(dataDir, env)))
  running.unlock = await lockInTurn(dataDir, print, () => running.stopped)
  if (running.unlock === undefined) return 0
  const secrets = fillSecrets(dataDir, env)
  const environment = (databaseUrl: string) =>
    embeddedEnvironment(dataDir, env, { databaseUrl, modelServicePort, secrets: secrets.values })
  // With a placeholder, because the address of the database is not known yet.
  const config = readConfig(environment('postgres://127.0.0.1'))
  const fault = await portFault(config.host, config.port)
  if (fault !== undefined) throw new Error(fault)
  // A signal may have come in the meantime: nobody would stop what is started after it.
  if (running.stopped) return 0

  let giveUp: (reason: string) => void = () => undefined
  const gaveUp = new Promise<never>((_, fail) => {
    giveUp = (reason) => fail(new Error(reason))
  })
  gaveUp.catch(() => undefined)
  // The built program is started directly: going through bin/ could rebuild it under the parts that are already
  // running.
  const program = options.program ?? [
    process.execPath,
    ...process.execArgv,
    fileURLToPath(new URL('../main.js', import.meta.url)),
  ]
  const start = (name: string, command: string, childEnv: NodeJS.ProcessEnv) => {
    if (!running.stopped)
      running.children.push(supervise({ name, spawn: () => spawnPart([...program, command], childEnv), print, giveUp }))
  }
  if (!env.DATABASE_URL?.trim())
    running.postgres = keepPostgres(
      { dataDir, programs: env.PARALLAX_POSTGRES_BIN, log: { info: print, warn: print } },
      print,
      giveUp,
    )
  if (!env.MODEL_SERVICE_URL?.trim()) start('model service', 'model-service', environment(''))
  const database = await Promise.race([running.postgres, gaveUp])
  if (running.stopped) return 0
  const filled = environment(database?.url ?? '')
  await Promise.race([options.prepareDatabase(filled), gaveUp])
  start('worker', 'worker', filled)
  start('API', 'serve', filled)
  const url = `http://${clientHost(config.host)}:${config.port}`
  if (await Promise.race([untilHealthy(url, running), gaveUp]))
    print(welcome(url + config.basePath, config, secrets, env))
  return gaveUp
}

/** Throws one ConfigError with the faults of every part's configuration, before anything is created or started. */
async function checkVariables(env: NodeJS.ProcessEnv, withModelService: boolean): Promise<void> {
  const faults = new Set<string>()
  const service = withModelService ? await baseline() : undefined
  if (service === null) faults.add(notInstalled)
  for (const read of [readConfig, ...(service ? [service.readConfig] : [])]) {
    try {
      read(env)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const fault of error.faults) faults.add(fault)
    }
  }
  if (faults.size) throw new ConfigError([...faults])
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

/** Stops the API first, so that no new work comes in, then the parts that it used, and the database last. */
async function stopAll(running: Running, print: (line: string) => void): Promise<void> {
  if (running.children.length > 0) print('Stopping.')
  for (const child of [...running.children].reverse()) await child.stop()
  // A start that failed was reported where it was awaited.
  const postgres = await running.postgres?.catch(() => undefined)
  await postgres?.stop()
}

/**
 * The first SIGINT, SIGTERM or SIGHUP resolves `first` with exit code 0; a further one calls `again`. The terminal
 * sends Ctrl-C to every process and npm sends it once more, so what follows within a second counts as the same signal.
 * The end of npm counts as a signal too.
 */
function onSignals(env: NodeJS.ProcessEnv, again: () => void) {
  let first: (code: number) => void = () => undefined
  let seenAt: number | undefined
  const listener = () => {
    if (seenAt !== undefined && Date.now() - seenAt > sameSignalMs) again()
    seenAt ??= Date.now()
    first(0)
  }
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.on(name, listener)
  const unwatch = watchNpm(env, listener)
  return {
    first: new Promise<number>((done) => {
      first = done
    }),
    remove: () => {
      unwatch()
      for (const name of names) process.removeListener(name, listener)
    },
  }
}
