import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startThrowawayPostgres } from '../../src/database/embedded-postgres.js'
import { freePort, isAlive, readPostmaster } from '../../src/database/postmaster.js'
import { buildScript, removeScripts, startScript, temporaryFolder } from './scripts.js'
import type { Started } from './scripts.js'

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
    expect(one.output()).toContain(`user admin, password ${environment.ADMIN_PASSWORD}`)
    expect(one.output()).toContain(`http://127.0.0.1:${port}/graphql`)
    expect(one.output()).toContain(`http://127.0.0.1:${port}/docs`)
  })

  it('AM-05: shows the made password once; a later start keeps data and secrets and says where the password is', async () => {
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

  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  it.each(signals)('CF-12: %s stops API, worker, model service and database in this order', async (signal) => {
    const one = start()
    await ready(one)
    expect(alive()).toHaveLength(4)
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
    const one = start({ STUBBORN: 'serve' })
    await ready(one)
    one.child.kill('SIGINT')
    await vi.waitFor(() => expect(journal().join()).toContain('serve refuses'), 5000)
    expect(alive()).toHaveLength(4)
    await sleep(1100)
    one.child.kill('SIGINT')
    expect(await one.ended).toBe(0)
    expect(alive()).toEqual([])
  })

  it('takes the repeated signal of one Ctrl-C under npm for one', async () => {
    const one = start()
    await ready(one)
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
    const one = start({ FAIL_ONCE: 'serve' })
    await ready(one)
    expect(one.output()).toContain('The API ended with exit code 3: starting it again in 0.25 s.')
    const worker = parts().find((part) => part.name === 'worker')
    process.kill(worker?.pid ?? 0, 'SIGKILL')
    await vi.waitFor(
      () => expect(parts().filter((part) => part.name === 'worker' && part.what === 'start')).toHaveLength(2),
      5000,
    )
    expect(one.output()).toContain('The worker ended with signal SIGKILL')
  })

  it('gives up on a part that keeps crashing, with exit code 1 and nothing left running', async () => {
    const one = start({ FAIL: 'worker' })
    expect(await one.ended).toBe(1)
    expect(one.output()).toContain('The worker ended 6 times within a minute (last with exit code 3): giving up.')
    expect(alive()).toEqual([])
  })

  it('ends with exit code 1 when the database server is gone', async () => {
    const one = start()
    await ready(one)
    process.kill(readPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
    expect(await one.ended).toBe(1)
    expect(one.output()).toContain('The embedded Postgres ended unexpectedly')
    const again = start()
    await ready(again)
    expect((await health()).starts).toBe(2)
  })

  it('its parts end by themselves when it is killed, and the next start adopts the database', async () => {
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
    expect(one.output().trim()).toMatch(new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken .* PORT=${port + 1}\\.$`))
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
    const one = start(given)
    await ready(one)
    const { environment } = await health()
    expect(environment).toMatchObject({ ...given, MODEL_SERVICE_VIDEO_ROOT: given.STORAGE_PATH })
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
    const one = start()
    await ready(one)
    one.child.kill('SIGTERM')
    await one.ended
    chmodSync(join(dataDir, 'secrets.json'), 0o644)
    await ready(start())
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  })
})
