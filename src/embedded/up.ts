import type { ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openLine, type Line } from '@parallax/shared/line.js'
import { partVariable, type SaidByApi, type SaidToApi } from '@parallax/shared/part.js'
import { ConfigError, readConfig, type Config } from '../config.js'
import { checkFolders } from '../config-folders.js'
import { freePort } from '../database/launch/postmaster.js'
import { baseline, notInstalled } from './baseline.js'
import { embeddedEnvironment, embeddedFolders } from './environment.js'
import { lockInTurn } from './folder-lock.js'
import { keepPostgres, type KeptPostgres } from './keep-postgres.js'
import { clientHost, portFault } from './listen.js'
import { onConnection, onDemand, type PartOnDemand } from './on-demand.js'
import { watchNpm } from './parent.js'
import { closeFolder, createPrivately } from './private-folder.js'
import { fillSecrets, makeFolders, placeholderSecrets, type Secrets } from './secrets.js'
import { spawnPart, supervise, type Supervised } from './supervisor.js'

export interface UpOptions {
  /** Runs migrations and seed before the database is used. Breaks off when the signal aborts. */
  prepareDatabase(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void>
  /** Program and arguments before the command; by default the command line of this build. */
  program?: string[]
  print?: (line: string) => void
}

const sameSignalMs = 1000
/**
 * The default of V8 gives new objects half as much room. Of requests that wait for the database together, so many
 * objects then survive a collection that collecting takes a quarter of the time of large reads (docs/performance.md).
 */
const flagsOfApi = ['--max-semi-space-size=32']

interface Running {
  postgres?: Promise<KeptPostgres>
  api?: Supervised
  worker?: PartOnDemand
  modelService?: PartOnDemand
  /** Releases the lock on the data folder. */
  unlock?: () => void
  /** Aborted when everything has to stop. */
  over: AbortController
}

/**
 * Runs the database and the API under this one process, and a worker and the model service from their first use on;
 * where the environment names a database or a model service, that one is used instead (CF-13). Returns the exit code
 * once every part has ended: 0 after a signal, 1 when a part could not start or the API kept failing.
 */
export async function up(env: NodeJS.ProcessEnv, options: UpOptions): Promise<number> {
  const print =
    options.print ??
    ((line: string) => {
      process.stdout.write(`${line}\n`)
    })
  const running: Running = { over: new AbortController() }
  const signal = onSignals(env, () => {
    for (const part of partsOf(running)) part.kill()
  })
  let reason: string | undefined
  try {
    return await Promise.race([startAll(env, options, running, print), signal.first])
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error)
    return 1
  } finally {
    running.over.abort()
    await stopAll(running, print)
    running.unlock?.()
    signal.remove()
    // Printed last, below everything that the parts print while they end.
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
  const modelService = await checkVariables(
    env,
    embeddedEnvironment(dataDir, env, {
      databaseUrl: 'postgres://127.0.0.1',
      modelServicePort,
      secrets: placeholderSecrets(env),
    }),
    !env.MODEL_SERVICE_URL?.trim(),
  )
  createPrivately()
  const folders = Object.values(embeddedFolders(dataDir, env))
  makeFolders(dataDir, folders)
  running.unlock = await lockInTurn(dataDir, print, () => isOver(running))
  if (running.unlock === undefined) return 0
  const secrets = fillSecrets(dataDir, env)
  const closed = closeFolder(dataDir, [...folders, resolve(env.UPLOAD_PATH?.trim() || tmpdir())], running.over.signal)
  if (closed.found) print(`${dataDir} was open to other accounts of this machine; its files are private from now on.`)
  closed.end.catch((error: unknown) => print(`Not all files in ${dataDir} could be made private: ${String(error)}`))
  const environment = (databaseUrl: string) =>
    embeddedEnvironment(dataDir, env, { databaseUrl, modelServicePort, secrets: secrets.values })
  // With a placeholder, because the address of the database is not known yet.
  const config = readConfig(environment('postgres://127.0.0.1'))
  const fault = await portFault(config.host, config.port)
  if (fault !== undefined) throw new Error(fault)
  // A signal may have come in the meantime: parts started after it would not be stopped.
  if (isOver(running)) return 0

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
  const start = (
    name: string,
    command: string,
    ofPart: () => NodeJS.ProcessEnv,
    giveUp: (reason: string) => void,
    spawned: (child: ChildProcess) => void = () => undefined,
  ) => {
    const spawn = () => {
      const [node = '', ...args] = program
      const flags = command === 'serve' ? flagsOfApi : []
      const child = spawnPart([node, ...flags, ...args, command], { ...ofPart(), [partVariable]: 'true' })
      spawned(child)
      return child
    }
    return supervise({ name, spawn, print, giveUp })
  }
  // Empty until the database is ready; until then the API waits.
  let databaseUrl = ''
  let api: Line<SaidToApi, SaidByApi> | undefined
  const startApi = () =>
    start(
      'API',
      'serve',
      () => environment(databaseUrl),
      giveUp,
      (child) => {
        api = openLine(child, 'up')
        api.onMessage(() => running.worker?.wake())
      },
    )
  // Telemetry must start before the modules of a part are loaded, and its operators expect all parts to report.
  const isWatched = config.telemetry.endpoint !== null || config.telemetry.metricsPort !== null
  if (!env.DATABASE_URL?.trim()) {
    print('Starting the database.')
    running.postgres = keepPostgres(
      { dataDir, programs: env.PARALLAX_POSTGRES_BIN, log: { info: print, warn: print } },
      print,
      giveUp,
    )
    if (!isWatched) running.api = startApi()
  }
  if (modelService)
    running.modelService = await onConnection(
      modelServicePort,
      (giveUp, spawned) => start('model service', 'model-service', () => environment(''), giveUp, spawned),
      print,
    )
  running.worker = onDemand((giveUp) => start('worker', 'worker', () => environment(databaseUrl), giveUp), print)
  const database = await Promise.race([running.postgres, gaveUp])
  if (isOver(running)) return 0
  const prepared = environment(database?.url ?? '')
  print('Migrating the schema of the database.')
  await Promise.race([options.prepareDatabase(prepared, running.over.signal), gaveUp])
  if (isOver(running)) return 0
  databaseUrl = prepared.DATABASE_URL ?? ''
  if (running.api) api?.send({ databaseUrl })
  else running.api = startApi()
  const url = `http://${clientHost(config.host)}:${config.port}`
  if (await Promise.race([untilHealthy(url, running), gaveUp])) {
    print(welcome(url + config.basePath, config, secrets, env))
    if (isWatched) running.worker.wake()
    // Reports a faulty file of models now and not to the first user of a model.
    if (isWatched || modelService?.preload || env.MODEL_CONFIG_PATH?.trim()) running.modelService?.wake()
  }
  return gaveUp
}

/**
 * Returns the configuration of the model service, if it has to run. Throws one ConfigError with the faults of every
 * part's configuration and of the given folders, before anything is created or started.
 */
async function checkVariables(variables: NodeJS.ProcessEnv, env: NodeJS.ProcessEnv, withModelService: boolean) {
  const faults = new Set<string>()
  const service = withModelService ? await baseline() : undefined
  if (service === null) faults.add(notInstalled)
  const read = <T>(readOne: (env: NodeJS.ProcessEnv) => T): T | undefined => {
    try {
      return readOne(env)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const fault of error.faults) faults.add(fault)
      return undefined
    }
  }
  const own = read(readConfig)
  read(() => own && checkFolders(variables, own))
  const config = service ? read(service.readConfig) : undefined
  if (faults.size) throw new ConfigError([...faults])
  return config
}

async function untilHealthy(url: string, running: Running): Promise<boolean> {
  while (!isOver(running)) {
    if (await isHealthy(url)) return true
    await sleep(50)
  }
  return false
}

/** Whether the API is healthy. Uses `http`, because the modules behind `fetch` take 5 MB. */
function isHealthy(url: string): Promise<boolean> {
  return new Promise((done) => {
    const request = get(`${url}/api/health`, { timeout: 5000 }, (answer) => {
      answer.resume()
      done(answer.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => done(false))
  })
}

function welcome(url: string, config: Config, secrets: Secrets, env: NodeJS.ProcessEnv): string {
  const { values, made, file } = secrets
  // The password is not printed into a journal or a file, which other accounts may read.
  const isShown = made.includes('ADMIN_PASSWORD') && process.stdout.isTTY
  const kept = !env.ADMIN_PASSWORD?.trim()
  const password = isShown ? `${values.ADMIN_PASSWORD} (made now, kept in ${file})` : `see ${file}`
  return [
    `Parallax is ready on ${url}`,
    config.serviceMode === 'single-user'
      ? '  Sign in    not needed (single-user mode)'
      : `  Sign in    user admin, password ${kept ? password : 'the value of ADMIN_PASSWORD'}`,
    `  GraphiQL   ${url}/graphql`,
    `  API docs   ${url}/docs`,
    `  Videos     ${config.files.root}`,
    '  Stop       Ctrl-C',
  ].join('\n')
}

const isOver = ({ over }: Running) => over.signal.aborted

/** The parts in the order in which they are stopped. */
const partsOf = ({ api, worker, modelService }: Running): Supervised[] =>
  [api, worker, modelService].filter((part) => part !== undefined)

/** Stops the API first, so that no new work comes in, then the parts that it uses, and the database last. */
async function stopAll(running: Running, print: (line: string) => void): Promise<void> {
  const parts = partsOf(running)
  if (parts.length > 0) print('Stopping.')
  for (const part of parts) await part.stop()
  // A failed start was reported where it was awaited.
  const postgres = await running.postgres?.catch(() => undefined)
  await postgres?.stop()
}

/**
 * The first SIGINT, SIGTERM or SIGHUP resolves `first` with exit code 0; a further signal calls `again`. The terminal
 * sends Ctrl-C to every process and npm sends it once more, so signals within a second after the first count as the
 * same signal. The end of npm counts as a signal too.
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
