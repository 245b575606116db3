import { execFile } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { onConnection } from '../../src/database/driver/on-connection.js'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/database/launch/embedded-postgres.js'
import { choosePostgresHome } from '../../src/database/launch/postgres-home.js'
import { temporaryFolder } from '../embedded/scripts.js'

let folder: string
let server: EmbeddedPostgres
let url: URL

/** A server that offers TLS with a certificate of its own, and a folder of sockets. */
beforeAll(async () => {
  if (isStale()) await buildAll()
  folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  // Made by openssl req -x509 -newkey rsa:2048 -nodes -days 36500 -subj /CN=localhost -addext subjectAltName=DNS:localhost
  for (const file of ['key.pem', 'cert.pem']) copyFileSync(`tests/fixtures/tls/${file}`, join(folder, file))
  mkdirSync(dataDir)
  const { account } = choosePostgresHome(dataDir)
  for (const file of ['key.pem', 'cert.pem']) if (account) chownSync(join(folder, file), account.uid, account.gid)
  chmodSync(join(folder, 'key.pem'), 0o600)
  server = await startEmbeddedPostgres({
    dataDir,
    settings: { ssl: 'on', ssl_cert_file: join(folder, 'cert.pem'), ssl_key_file: join(folder, 'key.pem') },
  })
  url = new URL(server.url)
  url.hostname = 'localhost'
  chmodSync(join(folder, 'cert.pem'), 0o644)
  expect(statSync(join(folder, 'cert.pem')).size).toBeGreaterThan(500)
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `parallax migrate` on a database; how it ended, after how long, and what it printed. */
async function migrate(databaseUrl: string): Promise<{ code: number; seconds: number; output: string }> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
    ADMIN_PASSWORD: 'admin-password-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
  }
  const at = performance.now()
  const { code, stdout, stderr } = await promisify(execFile)(process.execPath, ['dist/src/main.js', 'migrate'], {
    env,
  }).then(
    (done) => ({ code: 0, ...done }),
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  )
  return { code, seconds: (performance.now() - at) / 1000, output: stdout + stderr }
}

const withParameters = (parameters: string) => `${url.href}?${parameters}`

describe('TLS to the database', () => {
  it('is used with a certificate that is known, and without one where nothing is checked', async () => {
    for (const parameters of [
      `sslmode=verify-full&sslrootcert=${join(folder, 'cert.pem')}`,
      `sslmode=require&sslrootcert=${join(folder, 'cert.pem')}`,
      'sslmode=require&uselibpqcompat=true',
      'sslmode=no-verify',
    ]) {
      const rows = await onConnection({ connectionString: withParameters(parameters) }, async (client) => {
        const asked = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
        return asked.rows
      })
      expect(rows, parameters).toEqual([{ ssl: true }])
    }
    expect((await migrate(withParameters('sslmode=require&uselibpqcompat=true'))).code).toBe(0)
  })

  const lasting: [parameters: string, says: RegExp][] = [
    ['sslmode=prefer', /self-signed certificate\. .*sslrootcert=.*uselibpqcompat=true.*sslmode=no-verify/],
    ['sslmode=require', /self-signed certificate\. .*sslrootcert=/],
    ['sslmode=verify-ca', /self-signed certificate\. .*sslrootcert=/],
    ['sslmode=verify-full', /self-signed certificate\. .*sslrootcert=/],
    ['sslmode=verify-full&sslrootcert=/nowhere/ca.crt', /no such file or directory, open '\/nowhere\/ca.crt'/],
    ['sslmode=verify-ca&uselibpqcompat=true', /verify-ca requires specifying a CA with sslrootcert/],
    ['sslmode=disable&user=nobody-here', /password authentication failed for user .{1,2}nobody-here/],
  ]
  it.each(lasting)(
    'or a name that is not accepted ends a start at once, with what to do: %s',
    async (parameters, says) => {
      const { code, seconds, output } = await migrate(withParameters(parameters))
      expect([code, output]).toEqual([1, expect.stringMatching(says)])
      expect(output).not.toContain(url.password)
      expect(output).not.toContain('cannot be reached yet')
      expect(seconds).toBeLessThan(15)
    },
  )

  it('names a certificate for another host', async () => {
    const { code, output } = await migrate(`${server.url}?sslmode=verify-full&sslrootcert=${join(folder, 'cert.pem')}`)
    expect([code, output]).toEqual([1, expect.stringMatching(/does not match certificate's altnames.*sslrootcert/)])
  })
})
