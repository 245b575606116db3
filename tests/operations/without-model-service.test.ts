import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A server that is installed as in its image: everything but the package of the model service. */
const place = mkdtempSync(join(tmpdir(), 'parallax-alone-'))

beforeAll(() => {
  cpSync('dist/src', join(place, 'dist/src'), { recursive: true })
  cpSync('dist/db', join(place, 'dist/db'), { recursive: true })
  cpSync('package.json', join(place, 'package.json'))
  mkdirSync(join(place, 'node_modules/@parallax'), { recursive: true })
  for (const name of readdirSync('node_modules'))
    if (name !== '@parallax') symlinkSync(resolve('node_modules', name), join(place, 'node_modules', name))
  symlinkSync(resolve('shared'), join(place, 'node_modules/@parallax/shared'))
})
afterAll(() => rmSync(place, { recursive: true }))

const run = (command: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number | string | null | undefined; text: string }>((done) => {
    const options = { env: { PATH: process.env.PATH, PARALLAX_DATA_DIR: join(place, 'data'), ...env }, timeout: 60_000 }
    execFile(process.execPath, [join(place, 'dist/src/main.js'), command], options, (error, stdout, stderr) =>
      done({ code: error ? error.code : 0, text: stdout + stderr }),
    )
  })

describe('a server that is installed without the model service', () => {
  it.each(['model-service', 'up'])(
    'says at `parallax %s` that it is not installed, and what to do',
    async (command) => {
      const { code, text } = await run(command)
      expect(text).toContain('The baseline model service is not installed here: set MODEL_SERVICE_URL')
      expect(code).toBe(1)
    },
  )

  it('examines its own parts with `parallax doctor`, and no program of the model service', async () => {
    const { text } = await run('doctor', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    expect(text).toContain('SESSION_SECRET is required')
    expect(text).not.toContain('Variables of the model service')
  })
})
