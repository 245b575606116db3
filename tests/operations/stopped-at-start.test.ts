import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAll, isStale } from '../../bin/build.mjs'
import { freePort } from '../../src/database/launch/postmaster.js'
import { freshDatabase } from '../support/database.js'

/** For each part, the words of the log line by which it reports that it is ready. */
const parts = [
  ['serve', 'listening on'],
  ['worker', 'working'],
] as const

describe('a part of the server that is told to stop in the moment it is ready', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    if (isStale()) await buildAll()
    database = await freshDatabase()
  })
  afterAll(() => database.drop())

  it.each(parts)('ends with code 0 as at any other time (CF-12): %s', async (command, ready) => {
    const env = {
      ...process.env,
      ...database.variables,
      SESSION_SECRET: 'a secret of at least thirty-two characters',
      API_KEY_ENCRYPTION_KEY: 'ab'.repeat(32),
      ADMIN_PASSWORD: 'admin-password-1',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      MODEL_SERVICE_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'info',
      NODE_ENV: 'test',
      API_PROCESSES: '1',
      PORT: String(await freePort()),
    }
    const child = spawn(process.execPath, ['dist/src/main.js', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const before = printed
      printed += chunk.toString()
      if (!before.includes(ready) && printed.includes(ready)) child.kill('SIGTERM')
    })
    expect([await once(child, 'exit'), printed]).toEqual([[0, null], expect.stringContaining(ready)])
  })
})
