import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { startEmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'
import { migrate } from '../../src/database/migrate/migrate.js'
import { persona } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { startApi, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'

let folder: string
let api: TestApi
beforeAll(async () => {
  if (isStale()) await buildAll()
  folder = mkdtempSync(join(tmpdir(), 'parallax-own-parts-'))
  api = await startApi({ DATABASE_POOL_SIZE: '1' })
})
afterAll(async () => {
  await api.stop()
  rmSync(folder, { recursive: true, force: true })
})

function run(program: string, args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((done) => {
    const options = { env: { PATH: process.env.PATH, ...env }, timeout: 180_000 }
    execFile(process.execPath, [program, ...args], options, (_error, stdout, stderr) => done(stdout + stderr))
  })
}
const parallax = (args: string[], env: Record<string, string>) => run('dist/src/main.js', args, env)

const secrets = {
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  API_KEY_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  ADMIN_PASSWORD: 'admin-password-1',
}

describe('the demo', () => {
  it('runs as the README says, on a server of its own, and leaves the one alone that the environment names', async () => {
    const admin = await api.admin()
    const videoId = await makeVideo(api)
    const { id } = await api.person()
    await made(admin.get(`/api/admin/users/${id}`))
    const before = await made(admin.get('/api/admin/users'))
    const { url } = api.app.services.config.database
    const env = { ...secrets, DATABASE_URL: url, OTEL_EXPORTER_OTLP_ENDPOINT: '' }
    const output = await run('examples/demo/demo.mjs', [], env)
    expect(output).toMatch(/start a server .* http:/)
    expect(output).toContain('Nothing was lost')
    expect((await admin.get('/api/auth/me')).status).toBe(200)
    expect(await made(admin.get('/api/admin/users'))).toEqual(before)
    expect((await made(admin.get('/api/videos'))).map((video: { id: string }) => video.id)).toContain(videoId)
  })
})

describe('parallax doctor', () => {
  it('finds the embedded installation, also where all secrets come from the environment', async () => {
    const dataDir = join(folder, 'data')
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
    const output = await parallax(['doctor'], { ...secrets, PARALLAX_DATA_DIR: dataDir })
    expect(output).toContain(`Embedded installation in ${dataDir}`)
    expect(output).toMatch(/database: PostgreSQL \d+/)
    expect(output).not.toContain('DATABASE_URL is required')
  })
})

describe('parallax rotate-keys', () => {
  it('works on the embedded installation, whose address nobody knows', async () => {
    const dataDir = join(folder, 'keys')
    const server = await startEmbeddedPostgres({ dataDir })
    await migrate(server.url)
    await server.stop()
    const output = await parallax(['rotate-keys'], { PARALLAX_DATA_DIR: dataDir })
    expect(output).toContain('0 API keys re-encrypted, 0 unreadable')
  })
})

describe('a server that is given a single connection', () => {
  it('takes two, which an import needs', async () => {
    const ann = await api.person()
    expect((await importLines(ann, [persona()])).body).toMatchObject({ success: true })
  })
})
