import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportText } from '../exchange/support.js'
import { openGateway } from '../support/link.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { settled } from '../support/settled.js'
import { python, scriptsFor } from './scripts.js'

let api: WorkingApi
let gateway: Awaited<ReturnType<typeof openGateway>>
let folder: string
beforeAll(async () => {
  api = await startWorkingApi()
  gateway = await openGateway(api.url)
  folder = mkdtempSync(join(tmpdir(), 'parallax-put-off-'))
})
afterAll(async () => {
  await gateway.close()
  await api.stop()
  rmSync(folder, { recursive: true })
})

/** Runs a command through the gateway; returns its exit code and what it said. */
const run = (env: Record<string, string>, ...args: string[]) =>
  new Promise<{ code: number; said: string }>((done) => {
    const options = { env: { ...process.env, PARALLAX_URL: gateway.url, ...env } }
    execFile(process.execPath, ['bin/parallax.mjs', ...args], options, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, said: out + err }),
    )
  })

describe('a server that puts requests off', () => {
  it.each([
    ['follow TO --once', 429],
    ['follow TO --once', 504],
    ['export TO', 429],
    ['export TO', 504],
    ['export --resume TO', 429],
    ['export --resume TO', 503],
    ['import FILE', 429],
    ['people', 503],
  ])('is waited for as it says by `parallax %s` at %i', async (command, status) => {
    const ann = await api.person()
    const file = join(folder, 'file.jsonl')
    writeFileSync(file, await exportText(ann))
    await settled(api)
    Object.assign(gateway, { busy: 2, status })
    const to = join(folder, command.replace(/\W/g, '') + status)
    const args = command.split(' ').map((word) => ({ TO: to, FILE: file })[word] ?? word)
    const { code, said } = await run({ PARALLAX_COOKIE: ann.cookie }, ...args)
    expect([code, gateway.busy, said]).toEqual([0, 0, expect.stringContaining('again in 1.0 s')])
    expect(said).toContain(`answered ${status}`)
  })

  it('is waited for when it puts off who signs in', async () => {
    Object.assign(gateway, { busy: 2, status: 429 })
    const password = api.app.services.config.adminPassword ?? ''
    const { code, said } = await run({ PARALLAX_PASSWORD: password }, 'people', '--user', 'admin')
    expect([code, said]).toEqual([0, expect.stringContaining('again in 1.0 s')])
  })

  it.skipIf(python === undefined)('is asked again by the Python client, also at 504', async () => {
    const { valueOf } = scriptsFor(gateway.url)
    const ann = await api.person()
    for (const status of [429, 502, 503, 504]) {
      Object.assign(gateway, { busy: 2, status })
      expect(await valueOf(ann, '', 'px.me()["id"]')).toBe(ann.id)
    }
  })
})
