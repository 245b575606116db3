import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/database/launch/postmaster.js'
import { importLines } from '../exchange/support.js'
import { personAt, startApi, type Person, type TestApi } from '../support/api.js'
import { hasNginx, nginxArguments, startNameServer } from '../support/nginx.js'
import { run, type Part } from '../support/topology.js'
import { made } from '../support/workspace.js'

if (!hasNginx) console.log('The proxy of docker-compose.yml is not tried: there is no nginx here')

// The nginx that is installed, with deploy/nginx.conf, before the server of this process.

describe.skipIf(!hasNginx)('the proxy of docker-compose.yml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-proxy-'))
  let api: TestApi
  let names: Awaited<ReturnType<typeof startNameServer>>
  let proxy: Part
  let args: string[]
  let url: string
  let ann: Person

  beforeAll(async () => {
    api = await startApi()
    names = await startNameServer(['127.0.0.1'])
    const listen = await freePort()
    url = `http://127.0.0.1:${listen}`
    args = nginxArguments(folder, { listen, names: names.port, api: Number(new URL(api.url).port) })
    const { cookie, id, username } = await api.person()
    ann = personAt(url, cookie, id, username)
  })
  afterAll(async () => {
    await proxy?.end('SIGTERM')
    await names.close()
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const health = () =>
    fetch(`${url}/api/health`).then(
      ({ status }) => status,
      () => 0,
    )

  it('loads its settings in the nginx of this machine', () => {
    const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
  })

  it('passes on probes, and paths as they were sent', async () => {
    proxy = run('proxy', 'nginx', args)
    await expect.poll(health).toBe(200)
    const direct = api.as(ann.cookie)
    for (const path of ['/api/personas', '/api/personas?limit=a%2Fb', '/api/videos/a%2Fb%20c', '/api/none/%2e?a=%26']) {
      const [through, without] = [await ann.get(path), await direct.get(path)]
      expect([path, through.status, through.body.message]).toEqual([path, without.status, without.body.message])
    }
  })

  it('takes an import of more than nginx takes by itself, and streams it out again', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => ({
      type: 'entity',
      data: { id: `e${i}`, name: `Ship ${i}`, notes: 'x'.repeat(50_000) },
    }))
    expect((await importLines(ann, lines)).body).toMatchObject({ success: true })
    const exported = await ann.request('/api/export/world')
    expect([exported.status, (await exported.text()).split('\n').length - 1]).toEqual([200, lines.length])
  })

  it('answers a request that waits for a change as soon as there is one', async () => {
    const position = (await ann.get('/api/export/all')).headers.get('x-export-position')
    const waiting = ann.get(`/api/changes?since=${position}&wait=60`)
    await made(ann.post('/api/personas', { name: 'Later', role: 'r', informationNeed: 'i' }))
    expect((await waiting).text).toContain('"Later"')
  })

  it('finds processes that start later, and goes past one that is gone', async () => {
    names.addresses.splice(0, 1, '127.0.0.3')
    await expect.poll(health).toBe(502)
    // Half of the requests begin with the address at which nobody answers.
    names.addresses.push('127.0.0.1')
    await expect.poll(health).toBe(200)
    const statuses = await Promise.all(Array.from({ length: 40 }, health))
    expect(statuses.filter((one) => one !== 200)).toEqual([])
  })
})
