import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { makeContent, makeVideo } from '../support/workspace.js'

const missing = ['curl', 'gunzip', 'cmp'].find((program) => spawnSync(program, ['--help']).error !== undefined)

let api: TestApi
let workers: { close(): Promise<void> }
let ann: Person
let folder: string

beforeAll(async () => {
  if (missing !== undefined) return
  api = await startApi()
  workers = createWorkers(api.app)
  ann = await api.person()
  folder = mkdtempSync(join(tmpdir(), 'parallax-curl-'))
  await makeContent(ann, await makeVideo(api))
})
afterAll(async () => {
  if (missing !== undefined) return
  await workers.close()
  await api.stop()
  rmSync(folder, { recursive: true })
})

describe.skipIf(missing !== undefined)('the lines for curl on the page about tokens', () => {
  it('print what the page says', async () => {
    const page = readFileSync('docs/tokens.md', 'utf8')
    const block = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''
    const env = {
      PATH: process.env['PATH'],
      PARALLAX_URL: api.url,
      PARALLAX_USER: ann.username,
      PARALLAX_PASSWORD: 'password-1',
    }
    const { stdout } = await promisify(execFile)('sh', ['-euc', block('sh')], { cwd: folder, env, timeout: 60_000 })
    expect(stdout).toBe(block('text'))
  })
})
