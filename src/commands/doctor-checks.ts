import { sql } from 'kysely'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import type { Config, RedisAddress } from '../config.js'
import { jobTypes } from '../job-types.js'
import { openDatabase, openPool, textSettings, type Database } from '../database/driver/client.js'
import { explained } from '../database/driver/connection-fault.js'
import { pendingMigrations, SchemaFault } from '../database/migrate/migrate.js'
import { baseline } from '../embedded/baseline.js'
import { openModelService } from '../models/model-client.js'
import { countBroken, invariants } from '../operations/invariant.sql.js'
import { openQueue } from '../queue/queue.js'
import {
  checkAdminPassword,
  checkCollector,
  checkKnowledgeBase,
  checkLeftContent,
  checkMovedBoxes,
  checkStoredKeys,
  checkUserNames,
  checkVideos,
} from './doctor-outside.js'
import type { Add } from './finding.js'

/**
 * Checks every part that the configuration names. `modelService` is false if the model service cannot be asked, because
 * only a running `up` knows its address.
 */
export async function checkParts(config: Config, modelService: boolean, add: Add): Promise<void> {
  await checkAdminPassword(config, add)
  await checkDatabase(config, add)
  if (config.database.directUrl !== config.database.url) await checkPooler(config, add)
  await checkQueue(config, add)
  if (modelService) await checkModelService(config, add)
  await checkCollector(config, add)
  await checkKnowledgeBase(config, add)
  const { files, uploadPath } = config
  if (files.type !== 'objstore') await checkFolder('STORAGE_PATH', files.root, constants.R_OK, 'fault', add)
  await checkVideos(config, add)
  if (files.thumbnails.type === 'local')
    await checkFolder('THUMBNAIL_PATH', files.thumbnails.root, constants.W_OK, 'note', add)
  // A missing folder is made with the first frozen export.
  if (files.exports.type === 'local' && existsSync(files.exports.root))
    await checkFolder('EXPORT_PATH', files.exports.root, constants.W_OK, 'note', add)
  await checkFolder('UPLOAD_PATH', uploadPath, constants.W_OK, 'fault', add)
  const service = await baseline()
  if (service)
    for (const program of ['ffmpeg', 'ffprobe'] as const) await checkProgram(program, service.programPath, add)
}

async function checkDatabase(config: Config, add: Add): Promise<void> {
  const pool = openPool({ url: config.database.directUrl, max: 1, name: 'parallax doctor' }, () => undefined)
  try {
    const db = openDatabase(pool)
    const { rows } = await sql<{ version: string; number: number }>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int as number`.execute(
      db,
    )
    const { version = '?', number = 0 } = rows[0] ?? {}
    add({
      state: number >= 140_000 ? 'ok' : 'fault',
      text: `database: PostgreSQL ${version}${number >= 140_000 ? '' : '; 14 or newer is needed'}`,
    })
    await checkExtensions(db, add)
    const pending = await pendingMigrations(config.database.directUrl)
    const list = pending.join(', ')
    if (pending.length)
      return add({
        state: 'fault',
        text: `schema: ${pending.length} migrations are pending (${list}); run \`parallax migrate\``,
      })
    add({ state: 'ok', text: 'schema: up to date' })
    await checkLog(db, add)
    await checkInvariants(db, add)
    await checkStoredKeys(db, config, add)
    await checkMovedBoxes(db, add)
    await checkUserNames(db, add)
    await checkLeftContent(db, add)
  } catch (error) {
    add({
      state: 'fault',
      text: `${error instanceof SchemaFault ? 'schema' : 'database'}: ${messageOf(explained(error))}`,
    })
  } finally {
    await pool.end()
  }
}

/** Checks the settings that a pooler must give its connections to the server, because we cannot set them through it. */
async function checkPooler({ database }: Config, add: Add): Promise<void> {
  const { url, prepared } = database
  const pool = openPool({ url, max: 1, name: 'parallax doctor', pooled: true, prepared }, () => undefined)
  try {
    const { rows } = await pool.query<{ jit: string; timeout: string; settings: Record<string, string> }>(
      `select current_setting('jit') as jit, current_setting('statement_timeout') as timeout,
              (select json_object_agg(name, current_setting(name)) from unnest($1::text[]) as name) as settings`,
      [Object.keys(textSettings)],
    )
    const { jit, timeout, settings = {} } = rows[0] ?? {}
    const wrong = Object.entries(textSettings).filter(([name, value]) => settings[name] !== value)
    for (const [name, value] of wrong)
      add({ state: 'fault', text: `pooler: ${name} of its connections is ${settings[name]}, not ${value}` })
    if (!wrong.length) add({ state: 'ok', text: 'pooler: its connections have the settings that texts depend on' })
    if (jit !== 'off')
      add({ state: 'note', text: 'pooler: jit is on and may slow down large reads; set it to off in connect_query' })
    if (timeout === '0')
      add({ state: 'note', text: 'pooler: no statement_timeout; statements of requests run without end' })
  } catch (error) {
    add({ state: 'fault', text: `pooler: ${messageOf(explained(error))}` })
  } finally {
    await pool.end()
  }
}

/** Checks that PostgreSQL offers the extensions pg_trgm and pgcrypto (CF-14). */
async function checkExtensions(db: Database, add: Add): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_available_extensions where name in ('pg_trgm', 'pgcrypto') order by name`.execute(db)
  const missing = ['pg_trgm', 'pgcrypto'].filter((name) => !rows.some((row) => row.name === name))
  if (missing.length)
    add({ state: 'fault', text: `extensions: ${missing.join(' and ')} cannot be installed on this database server` })
  else add({ state: 'ok', text: 'extensions: pg_trgm and pgcrypto are there' })
}

/** Checks that the functions that write the log of changes do not use JIT, which would take seconds at each write. */
async function checkLog(db: Database, add: Add): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where t.tgname ~ '_logged_(insert|update|delete)$' and not coalesce('jit=off' = any(p.proconfig), false)
     order by 1`.execute(db)
  if (rows.length === 0) return add({ state: 'ok', text: 'log of changes: it is written without JIT' })
  const names = rows.map(({ name }) => name).join(', ')
  add({
    state: 'fault',
    text: `log of changes: JIT slows down ${names}; \`alter function … set jit = off\` mends that`,
  })
}

async function checkInvariants(db: Database, add: Add): Promise<void> {
  for (const invariant of invariants) {
    const count = await countBroken(db, invariant)
    if (count > 0) add({ state: 'fault', text: `data: broken ${count} times: ${invariant.rule}` })
    else add({ state: 'ok', text: `data: ${invariant.rule}` })
  }
}

async function checkQueue(config: Config, add: Add): Promise<void> {
  const queue = openQueue(
    { redis: config.redis, databaseUrl: config.database.directUrl },
    jobTypes.map(({ name }) => name),
    pino({ level: 'silent' }),
  )
  const name = config.redis ? `Redis ${placeOf(config.redis)}` : 'PostgreSQL'
  const answers = await queue.ping()
  add({
    state: answers ? 'ok' : 'fault',
    text: `queue: ${name} ${answers ? 'answers' : 'does not answer; jobs wait in the database'}`,
  })
  await queue.close()
}

function placeOf({ host, port, sentinels, name, cluster }: RedisAddress): string {
  if (cluster) return `Cluster, of which ${cluster.length} nodes are known,`
  return sentinels ? `at ${name} of ${sentinels.length} sentinels` : `at ${host}:${port}`
}

async function checkModelService(config: Config, add: Add): Promise<void> {
  const answers = await openModelService(config.modelService).ping()
  const text = `model service: ${config.modelService.url} ${answers ? 'answers' : 'does not answer; jobs, thumbnails and detections fail'}`
  add({ state: answers ? 'ok' : 'fault', text })
}

async function checkFolder(
  name: string,
  path: string,
  mode: number,
  otherwise: 'note' | 'fault',
  add: Add,
): Promise<void> {
  const can = mode === constants.W_OK ? 'written to' : 'read'
  try {
    if (!(await stat(path)).isDirectory()) throw new Error('it is not a folder')
    await access(path, mode)
    add({ state: 'ok', text: `${name}: ${path} can be ${can}` })
  } catch (error) {
    add({ state: otherwise, text: `${name}: ${path} cannot be ${can}: ${messageOf(error)}` })
  }
}

async function checkProgram<P extends string>(program: P, pathOf: (program: P) => string, add: Add): Promise<void> {
  try {
    const path = pathOf(program)
    const { stdout } = await promisify(execFile)(path, ['-version'], { timeout: 10_000 })
    add({ state: 'ok', text: `${program}: ${/version (\S+)/.exec(stdout)?.[1] ?? 'of unknown version'} at ${path}` })
  } catch (error) {
    add({ state: 'note', text: `${program}: ${messageOf(error)} (needed only where the baseline model service runs)` })
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
