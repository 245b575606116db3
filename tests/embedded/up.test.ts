import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startThrowawayPostgres } from '../../src/database/launch/embedded-postgres.js'
import { freePort, isAlive, readPostmaster } from '../../src/database/launch/postmaster.js'
import { buildScript, giveCluster, removeScripts, startScript, temporaryFolder } from './scripts.js'
import type { Started } from './scripts.js'

/** The environment variables that the manual of libpq lists. */
const ofLibpq = (
  'PGHOST PGHOSTADDR PGPORT PGDATABASE PGUSER PGPASSWORD PGPASSFILE PGREQUIREAUTH PGCHANNELBINDING PGSERVICE ' +
  'PGSERVICEFILE PGOPTIONS PGAPPNAME PGSSLMODE PGREQUIRESSL PGSSLNEGOTIATION PGSSLCOMPRESSION PGSSLCERT PGSSLKEY ' +
  'PGSSLCERTMODE PGSSLROOTCERT PGSSLCRL PGSSLCRLDIR PGSSLSNI PGREQUIREPEER PGSSLMINPROTOCOLVERSION ' +
  'PGSSLMAXPROTOCOLVERSION PGGSSENCMODE PGKRBSRVNAME PGGSSLIB PGGSSDELEGATION PGCONNECT_TIMEOUT PGCLIENTENCODING ' +
  'PGTARGETSESSIONATTRS PGLOADBALANCEHOSTS PGMINPROTOCOLVERSION PGMAXPROTOCOLVERSION PGDATESTYLE PGTZ PGGEQO ' +
  'PGSYSCONFDIR PGLOCALEDIR'
).split(' ')

describe('parallax up', () => {
  let dataDir: string
  let port: number
  let started: Started[] = []

  /** Starts `up` with nothing configured but the data folder and the port. */
  const start = (more: Record<string, string> = {}): Started => {
    const env = { PATH: process.env.PATH, PARALLAX_DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', ...more }
    const one = startScript(buildScript('run-up.ts'), [buildScript('part.ts')], { env })
    started.push(one)
    return one
  }
  const ready = (one: Started) => vi.waitFor(() => expect(one.output()).toContain('Parallax is ready'), 20_000)
  const journal = () =>
    existsSync(join(dataDir, 'journal')) ? readFileSync(join(dataDir, 'journal'), 'utf8').trim().split('\n') : []
  const parts = () =>
    journal()
      .map((line) => line.split(' '))
      .map(([name, what, pid]) => ({ name, what, pid: Number(pid) }))
  const alive = () => {
    const pids = new Set([...parts().map((part) => part.pid), readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0])
    return [...pids].filter((pid) => pid > 0 && isAlive(pid))
  }
  /** Waits until all four parts run: the API may be ready before the others have logged their start. */
  const allParts = () => vi.waitFor(() => expect(alive()).toHaveLength(4), 10_000)
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`)
    return (await answer.json()) as { starts: number; environment: Record<string, string> }
  }

  beforeEach(async () => {
    dataDir = temporaryFolder()
    port = await freePort()
    started = []
  })
  afterEach(async () => {
    for (const one of started) one.child.kill('SIGTERM')
    await Promise.all(started.map((one) => one.ended))
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterAll(removeScripts)

  it('CF-13: fills in what is not configured, prepares the database and says where everything is', async () => {
    const one = start()
    await ready(one)
    const { starts, environment } = await health()
    expect(starts).toBe(1)
    expect(environment).toMatchObject({
      STORAGE_PATH: join(dataDir, 'videos'),
      THUMBNAIL_PATH: join(dataDir, 'thumbnails'),
      MODEL_SERVICE_VIDEO_ROOT: join(dataDir, 'videos'),
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
    })
    expect(environment.DATABASE_URL).toMatch(/^postgres:\/\/parallax:.+@127\.0\.0\.1:\d+\/parallax$/)
    expect(environment.MODEL_SERVICE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(environment.SESSION_SECRET?.length).toBeGreaterThanOrEqual(32)
    expect(environment.API_KEY_ENCRYPTION_KEY).toMatch(/^[0-9a-f]{64}$/)
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['videos', 'thumbnails', 'secrets.json']))
    // A journal or a file gets no password, only a terminal does.
    expect(one.output()).toContain(`user admin, password see ${join(dataDir, 'secrets.json')}`)
    expect(one.output()).not.toContain(environment.ADMIN_PASSWORD)
    expect(one.output()).toContain(`http://127.0.0.1:${port}/graphql`)
    expect(one.output()).toContain(`http://127.0.0.1:${port}/docs`)
  })

  it('AM-05: a later start keeps data and secrets and says where the password is', async () => {
    const first = start()
    await ready(first)
    const before = await health()
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const second = start()
    await ready(second)
    const after = await health()
    expect(after.starts).toBe(2)
    expect(after.environment.SESSION_SECRET).toBe(before.environment.SESSION_SECRET)
    expect(after.environment.ADMIN_PASSWORD).toBe(before.environment.ADMIN_PASSWORD)
    expect(second.output()).not.toContain(before.environment.ADMIN_PASSWORD)
    expect(second.output()).toContain(join(dataDir, 'secrets.json'))
  })

  it.skipIf(spawnSync('script', ['--version']).error !== undefined)(
    'AM-05: shows the made password on a terminal, once',
    async () => {
      await giveCluster(dataDir)
      const command = `"${process.execPath}" "${buildScript('run-up.ts')}" "${buildScript('part.ts')}"`
      const env = { PATH: process.env.PATH, PARALLAX_DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' }
      for (const isFirst of [true, false]) {
        const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
        let text = ''
        child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
        const ended = new Promise((done) => child.once('exit', done))
        await vi.waitFor(() => expect(text).toContain('Parallax is ready'), 20_000)
        const { environment } = await health()
        const pid = Number(readFileSync(join(dataDir, 'parallax.pid'), 'utf8').split(' ')[0])
        process.kill(pid, 'SIGTERM')
        await ended
        expect(text.includes(`user admin, password ${environment.ADMIN_PASSWORD}`)).toBe(isFirst)
      }
    },
  )

  it('CF-13: lets no variable that describes another PostgreSQL server reach its own', async () => {
    const lib = fileURLToPath(new URL('../../node_modules/pg/lib/', import.meta.url))
    const source = ['connection-parameters.js', 'client.js'].map((file) => readFileSync(join(lib, file), 'utf8')).join()
    const ofDriver = [
      ...[...source.matchAll(/\bPG[A-Z_]+/g)].map(([name]) => name),
      ...[...source.matchAll(/\bval\('(\w+)', config\)/g)].map(([, key = '']) => `PG${key.toUpperCase()}`),
    ]
    expect(ofDriver).toEqual(expect.arrayContaining(['PGSSLMODE', 'PGSSLNEGOTIATION', 'PGREPLICATION', 'PGOPTIONS']))
    const values: Record<string, string> = {
      PGSSLMODE: 'require',
      PGSSLNEGOTIATION: 'direct',
      PGREPLICATION: 'database',
      PGOPTIONS: '-c no_such_setting=on',
      PGCLIENT_ENCODING: 'LATIN1',
      PGPORT: '1',
      PGHOST: '203.0.113.1',
      PGCONNECT_TIMEOUT: '1',
    }
    const all = Object.fromEntries(
      [...new Set([...ofDriver, ...ofLibpq])].map((name) => [name, values[name] ?? 'other']),
    )
    const one = start(all)
    await ready(one)
    expect((await health()).environment).toMatchObject({ variables: '' })
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(alive()).toEqual([])
  })

  it('stops its database when the start fails after it', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    one.child.kill('SIGTERM')
    await one.ended
    writeFileSync(join(dataDir, 'postgres-password'), 'another one')
    const again = start()
    await vi.waitFor(() => expect(again.output()).toContain('The database runs on PostgreSQL'), 20_000)
    expect(await again.ended).toBe(1)
    expect(again.output()).toMatch(/password authentication failed for user "parallax"\s*$/)
    expect(alive()).toEqual([])
  })

  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  it.each(signals)('CF-12: %s stops API, worker, model service and database in this order', async (signal) => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    await allParts()
    one.child.kill(signal)
    expect(await one.ended).toBe(0)
    expect(
      parts()
        .filter((part) => part.what === 'end')
        .map((part) => part.name),
    ).toEqual(['serve', 'worker', 'model-service'])
    expect(alive()).toEqual([])
  })

  it('a second signal kills what does not end', async () => {
    await giveCluster(dataDir)
    const one = start({ STUBBORN: 'serve' })
    await ready(one)
    await allParts()
    one.child.kill('SIGINT')
    await vi.waitFor(() => expect(journal().join()).toContain('serve refuses'), 5000)
    expect(alive()).toHaveLength(4)
    await sleep(1100)
    one.child.kill('SIGINT')
    expect(await one.ended).toBe(0)
    expect(alive()).toEqual([])
  })

  it('takes the repeated signal of one Ctrl-C under npm for one', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    await allParts()
    one.child.kill('SIGINT')
    await sleep(50)
    one.child.kill('SIGINT')
    expect(await one.ended).toBe(0)
    expect(
      parts()
        .filter((part) => part.what === 'end')
        .map((part) => part.name),
    ).toEqual(['serve', 'worker', 'model-service'])
  })

  it('leaves nothing behind when it is stopped while it starts', async () => {
    const one = start()
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres'))).toBe(true), 10_000)
    one.child.kill('SIGINT')
    expect(await one.ended).toBe(0)
    expect(alive()).toEqual([])
  })

  it('starts a part again that crashed', async () => {
    await giveCluster(dataDir)
    const one = start({ FAIL_ONCE: 'serve' })
    await ready(one)
    expect(one.output()).toContain('The API ended with exit code 3: starting it again in 0.25 s.')
    const worker = await vi.waitFor(() => {
      const found = parts().find((part) => part.name === 'worker')
      expect(found).toBeDefined()
      return found!
    }, 10_000)
    process.kill(worker.pid, 'SIGKILL')
    await vi.waitFor(
      () => expect(parts().filter((part) => part.name === 'worker' && part.what === 'start')).toHaveLength(2),
      5000,
    )
    expect(one.output()).toContain('The worker ended with signal SIGKILL')
  })

  it('gives up on an API that keeps crashing, with exit code 1 and nothing left running', async () => {
    await giveCluster(dataDir)
    const one = start({ FAIL: 'serve' })
    expect(await one.ended).toBe(1)
    expect(one.output().trim().split('\n').at(-1)).toBe(
      'The API cannot be started, it ended 6 times with exit code 3: Error: its model file is missing',
    )
    expect(alive()).toEqual([])
  })

  const names = () => parts().map((part) => part.name)
  const use = (part: string) => fetch(`http://127.0.0.1:${port}/api/health?use=${part}`)

  it('starts the worker with the first job, and the model service with the first request to it', async () => {
    await giveCluster(dataDir)
    const one = start({ IDLE: 'true' })
    await ready(one)
    await sleep(500)
    expect(names()).toEqual(['serve'])
    await use('worker')
    await vi.waitFor(() => expect(names()).toEqual(['serve', 'worker']), 5000)
    await use('model-service')
    await vi.waitFor(() => expect(names()).toEqual(['serve', 'worker', 'model-service']), 5000)
    for (const part of ['worker', 'model-service']) await use(part)
    await sleep(500)
    expect(names()).toHaveLength(3)
  })

  it('hands the real model service its connections, from the one that starts it', async () => {
    await giveCluster(dataDir)
    const env = { PATH: process.env.PATH, PARALLAX_DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' }
    const one = startScript('dist/src/main.js', ['up'], { env })
    started.push(one)
    await ready(one)
    const checks = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`)
      return ((await answer.json()) as { checks: Record<string, string> }).checks
    }
    const ok = { database: 'ok', queue: 'ok', modelService: 'ok' }
    await vi.waitFor(async () => expect(await checks()).toEqual(ok), { timeout: 20_000, interval: 200 })
    await sleep(500)
    expect(await checks()).toEqual(ok)
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    expect(one.output()).not.toContain('ended with')
  })

  it('starts every part at once for those who collect metrics, and the model service where its models are to be loaded', async () => {
    await giveCluster(dataDir)
    const watched = start({ IDLE: 'true', METRICS_PORT: String(await freePort()) })
    await ready(watched)
    await vi.waitFor(() => expect(names().sort()).toEqual(['model-service', 'serve', 'worker']), 5000)
    watched.child.kill('SIGTERM')
    await watched.ended
    rmSync(join(dataDir, 'journal'))
    await ready(start({ IDLE: 'true', PRELOAD_MODELS: 'true' }))
    await vi.waitFor(() => expect(names()).toEqual(['serve', 'model-service']), 5000)
  })

  it('goes on without a worker that cannot be started, says so, and tries again at the next job', async () => {
    await giveCluster(dataDir)
    const one = start({ IDLE: 'true', FAIL: 'worker' })
    await ready(one)
    const failed = 'The worker cannot be started, it ended 6 times with exit code 3: Error: its model file is missing'
    for (const times of [1, 2]) {
      await use('worker')
      await vi.waitFor(() => expect(one.output().split(failed)).toHaveLength(times + 1), 20_000)
    }
    expect((await health()).starts).toBe(1)
  })

  it('starts the database again at the same address, each time it is killed', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    const { environment } = await health()
    const pids = new Set<number>()
    for (let time = 0; time < 3; time += 1) {
      const pid = await vi.waitFor(
        () => {
          const server = readPostmaster(join(dataDir, 'postgres'))
          expect(server?.ready).toBe(true)
          expect(pids.has(server?.pid ?? 0)).toBe(false)
          return server?.pid ?? 0
        },
        { timeout: 20_000, interval: 20 },
      )
      pids.add(pid)
      const client = new pg.Client({ connectionString: environment.DATABASE_URL })
      client.on('error', () => undefined)
      await client.connect()
      expect((await client.query('select count(*)::int as count from prepared')).rows).toEqual([{ count: 1 }])
      process.kill(pid, 'SIGKILL')
      await client.end().catch(() => undefined)
    }
    expect(one.child.exitCode).toBe(null)
    expect(one.output()).toContain('The database ended: starting it again, no committed change is lost.')
  })

  it('starts a part again however often it is killed within a minute', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    for (let time = 1; time <= 7; time += 1) {
      const started = () => parts().filter((part) => part.name === 'worker' && part.what === 'start')
      await vi.waitFor(() => expect(started()).toHaveLength(time), { timeout: 30_000, interval: 20 })
      process.kill(started().at(-1)?.pid ?? 0, 'SIGKILL')
    }
    expect(one.child.exitCode).toBe(null)
    expect((await health()).starts).toBe(1)
  })

  it('ends with everything when npm, which started it, alone is told to end', async () => {
    await giveCluster(dataDir)
    const script = buildScript('run-up.ts')
    writeFileSync(
      join(dataDir, 'package.json'),
      JSON.stringify({ scripts: { start: `${process.execPath} ${script} ${buildScript('part.ts')}` } }),
    )
    const env = { PATH: process.env.PATH, PARALLAX_DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' }
    const npm = spawn('npm', ['start'], { cwd: dataDir, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
    let output = ''
    npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const ended = new Promise<string>((done) => npm.once('exit', (_, signal) => done(signal ?? '')))
    const one: Started = { child: npm, output: () => output, ended }
    started.push(one)
    await ready(one)
    await allParts()
    npm.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    await vi.waitFor(() => expect(alive()).toEqual([]), { timeout: 20_000, interval: 50 })
  })

  it('is refused in one line by the process that has the data folder', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    const second = start({ PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.output().trim()).toBe(
      `The data folder ${dataDir} is in use by process ${one.child.pid}: stop that Parallax first, ` +
        'or set PARALLAX_DATA_DIR to another folder.',
    )
    expect((await health()).starts).toBe(1)
  })

  it('takes a data folder over from a process that was killed, whoever has its number now', async () => {
    await giveCluster(dataDir)
    writeFileSync(join(dataDir, 'parallax.pid'), `${process.pid} 1\n`)
    const one = start()
    await ready(one)
    expect(readFileSync(join(dataDir, 'parallax.pid'), 'utf8')).toMatch(new RegExp(`^${one.child.pid} `))
  })

  it.skipIf(process.platform !== 'linux')('says in one line that nothing can be kept below /proc', async () => {
    const one = start({ PARALLAX_DATA_DIR: '/proc/parallax/data' })
    expect(await one.ended).toBe(1)
    expect(one.output().trim()).toMatch(/^The data folder \/proc\/parallax\/data cannot be written \(ENOENT\): .*\.$/)
  })

  const wrong: [string, string, RegExp][] = [
    ['DEVICE', 'tpu', /must be one of cpu, gpu; it is "tpu"/],
    ['TRUST_PROXY', 'maybe', /must be a number of hops or addresses and ranges .*; it has "maybe"/],
    ['NODE_ENV', 'live', /must be one of development, production, test/],
    ['PORT', 'x', /must be a port from 0 to 65535/],
    ['REDIS_PORT', '70000', /must be a port/],
    ['METRICS_PORT', 'x', /must be a port/],
    ['MODEL_SERVICE_URL', 'gpu:8000', /must be an http or https URL/],
    ['DATABASE_URL', 'localhost', /must be a URL such as postgres:/],
    ['SERVICE_MODE', 'nobody', /must be one of multi-user, single-user/],
    ['SESSION_SECRET', 'short', /must have at least 32 characters/],
    ['API_KEY_ENCRYPTION_KEY', 'short', /must be 64 hexadecimal characters/],
    ['API_KEY_ENCRYPTION_KEY_PREVIOUS', 'short', /must be 64 hexadecimal characters/],
    ['ADMIN_PASSWORD', 'x'.repeat(73), /must not exceed 72 bytes/],
    ['ALLOWED_ORIGINS', '*', /must name origins/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', /must be an http or https URL/],
    ['OTEL_TRACES_EXPORTER', 'x', /must be one of otlp, console, none/],
    ['VIDEO_STORAGE_TYPE', 'tape', /must be one of local, objstore, hybrid/],
    ['THUMBNAIL_STORAGE_TYPE', 'tape', /must be one of local, objstore/],
    ['OBJSTORE_ENDPOINT', 's3', /must be an http or https URL/],
    ['CDN_BASE_URL', 'cdn', /must be an http or https URL/],
    ['KB_MODE', 'x', /must be one of online, offline/],
    ['KB_URL', 'wiki', /must be an http or https URL/],
    ['PERSISTED_DOCUMENTS', 'x', /must be one of off, report, enforce/],
    ['MODEL_SERVICE_VIDEO_ROOT', 'videos', /must be an absolute path/],
    ['ANTHROPIC_BASE_URL', 'x', /must be an http or https URL without/],
    ['OPENAI_BASE_URL', 'x', /must be an http or https URL without/],
    ['GOOGLE_BASE_URL', 'http://a:b@c', /must be an http or https URL without/],
    ['LOG_LEVEL', 'loud', /must be one of fatal, error/],
    ['DESK', 'perhaps', /must be true or false/],
    ['HISTORY_DAYS', '-1', /must be an integer from 0 on/],
    ['STORAGE_PATH', '/nonexistent/videos', /which does not exist/],
    ['UPLOAD_PATH', '/usr', /which belongs to the operating system/],
    ['EXPORT_PATH', '/proc/exports', /which belongs to the operating system/],
    ['MODEL_BUILD_MODE', 'x', /must be one of minimal, full/],
  ]
  it.each(wrong)('refuses %s=%s in one line that names it, and makes nothing', async (name, value, what) => {
    const folder = join(dataDir, 'not-made')
    const more: Record<string, string> = name === 'CDN_BASE_URL' ? { CDN_ENABLED: 'true' } : {}
    const one = start({ PARALLAX_DATA_DIR: folder, ...more, [name]: value })
    expect(await one.ended).toBe(1)
    const lines = one.output().trim().split('\n')
    expect(lines).toEqual([expect.stringMatching(what)])
    expect(lines[0]).toContain(`Configuration: ${name} `)
    expect(existsSync(folder)).toBe(false)
  })

  it('its parts end by themselves when it is killed, and the next start adopts the database', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    const database = readPostmaster(join(dataDir, 'postgres'))?.pid
    one.child.kill('SIGKILL')
    await one.ended
    await vi.waitFor(() => expect(alive()).toEqual([database]), 5000)
    const again = start()
    await ready(again)
    expect(readPostmaster(join(dataDir, 'postgres'))?.pid).toBe(database)
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
    expect(alive()).toEqual([])
  })

  it('says in one line what to do when the port is taken, before it starts anything', async () => {
    const other = createServer()
    await new Promise<void>((done) => {
      other.listen(port, '127.0.0.1', done)
    })
    const one = start()
    expect(await one.ended).toBe(1)
    expect(one.output().trim()).toMatch(
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken .* PORT=${port + 1}\\.$`, 'm'),
    )
    expect([journal(), existsSync(join(dataDir, 'postgres'))]).toEqual([[], false])
    await new Promise((done) => other.close(done))
  })

  it('CF-13: uses the database, the model service and the secrets it is given', async () => {
    const database = await startThrowawayPostgres(process.env.PARALLAX_POSTGRES_BIN)
    const given = {
      DATABASE_URL: database.url,
      MODEL_SERVICE_URL: 'http://127.0.0.1:9',
      ADMIN_PASSWORD: 'chosen-by-hand',
      STORAGE_PATH: join(dataDir, 'films'),
    }
    // A folder of videos that is not there is a wrong setting.
    mkdirSync(given.STORAGE_PATH, { recursive: true })
    const one = start(given)
    await ready(one)
    const { environment } = await health()
    expect(environment).toMatchObject({ ...given, MODEL_SERVICE_VIDEO_ROOT: given.STORAGE_PATH })
    // The API may be ready before the worker has logged its start.
    await vi.waitFor(() => expect(parts().map(({ name }) => name)).toContain('worker'), 10_000)
    expect(
      parts()
        .map((part) => part.name)
        .sort(),
    ).toEqual(['serve', 'worker'])
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(one.output()).not.toContain('chosen-by-hand')
    one.child.kill('SIGTERM')
    expect(await one.ended).toBe(0)
    await database.stop()
  })

  it('AK-09: lists faults of the configuration before it starts anything', async () => {
    const one = start({ API_KEY_ENCRYPTION_KEY: 'short', SERVICE_MODE: 'nobody' })
    expect(await one.ended).toBe(1)
    expect(one.output()).toContain('API_KEY_ENCRYPTION_KEY must be 64 hexadecimal characters')
    expect(one.output()).toContain('SERVICE_MODE must be one of')
    expect(journal()).toEqual([])
  })

  it('says in one line that the data folder cannot be written', async () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    const one = start({ PARALLAX_DATA_DIR: file })
    expect(await one.ended).toBe(1)
    expect(one.output().trim()).toMatch(
      /^The data folder .* cannot be written \(E[A-Z]+\): .* PARALLAX_DATA_DIR to another folder\.$/,
    )
  })

  it('tightens the mode of secrets that others may read', async () => {
    await giveCluster(dataDir)
    const one = start()
    await ready(one)
    one.child.kill('SIGTERM')
    await one.ended
    chmodSync(join(dataDir, 'secrets.json'), 0o644)
    await ready(start())
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })

  /** Stops an installation and runs `doctor` on it, which hangs on a video store that does not answer yet. */
  async function heldDoctor() {
    await giveCluster(dataDir)
    const first = start()
    await ready(first)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    const waiting: ServerResponse[] = []
    const store = createHttpServer((_request, response) => void waiting.push(response))
    await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
    const env = {
      PATH: process.env.PATH,
      PARALLAX_DATA_DIR: dataDir,
      VIDEO_STORAGE_TYPE: 'objstore',
      OBJSTORE_BUCKET: 'films',
      OBJSTORE_REGION: 'r',
      OBJSTORE_ACCESS_KEY_ID: 'a',
      OBJSTORE_SECRET_ACCESS_KEY: 's',
      OBJSTORE_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
    }
    const doctor = startScript('dist/src/main.js', ['doctor'], { env })
    started.push(doctor)
    await vi.waitFor(() => expect(waiting.length).toBe(1), 30_000)
    const letGo = () => {
      for (const response of waiting) response.writeHead(403).end()
      store.close()
    }
    return { doctor, letGo, server: readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0 }
  }

  it('waits for a command that has started the database, and is left its own by it', async () => {
    const { doctor, letGo } = await heldDoctor()
    const one = start()
    await vi.waitFor(() => expect(one.output()).toContain('Waiting for process'), 20_000)
    letGo()
    expect(await doctor.ended).toBe(1)
    await ready(one)
    expect(one.output()).not.toContain('The database ended')
  })

  it('a command that is told to end takes the database along that it started', async () => {
    const { doctor, letGo, server } = await heldDoctor()
    expect(isAlive(server)).toBe(true)
    doctor.child.kill('SIGINT')
    await doctor.ended
    expect([isAlive(server), existsSync(join(dataDir, 'parallax.pid'))]).toEqual([false, false])
    letGo()
  })

  it('starts nothing any more when it is stopped while it waits for its port', async () => {
    const other = createServer()
    await new Promise<void>((done) => {
      other.listen(port, '127.0.0.1', done)
    })
    const one = start()
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'parallax.pid'))).toBe(true), {
      timeout: 10_000,
      interval: 10,
    })
    one.child.kill('SIGINT')
    // The signal has been handled once the lock on the data folder is released.
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'parallax.pid'))).toBe(false), {
      timeout: 10_000,
      interval: 10,
    })
    await new Promise((done) => other.close(done))
    expect(await Promise.race([one.ended, sleep(10_000, 'still there')])).toBe(0)
    expect([journal(), existsSync(join(dataDir, 'postgres'))]).toEqual([[], false])
  })
})
