import { createServer, request as ask, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { buildDesk, openDesk, type OpenDesk } from './desk-support.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

// A server below a path of a host that others share, behind proxies of both kinds: nginx's `proxy_pass http://server/;`
// removes the path, `proxy_pass http://server;` passes it on. Anything outside of the path is another server.

const basePath = '/tools/parallax'
let api: WorkingApi
let browser: Browser
const proxies: Server[] = []

/** Starts a proxy that knows this server below the path only; resolves to the address that browsers use. */
async function openProxy(removes: boolean): Promise<string> {
  const proxy = createServer((request, response) => {
    const { url = '/', method, headers } = request
    if (url !== basePath && !url.startsWith(`${basePath}/`)) {
      response.writeHead(404).end('another server')
      return
    }
    const path = removes ? url.slice(basePath.length) || '/' : url
    const { port } = new URL(api.url)
    const through = ask({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    through.on('error', () => response.destroy())
    response.on('close', () => through.destroy())
    request.pipe(through)
  })
  proxies.push(proxy)
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${basePath}`
}

async function buildGraphiql(): Promise<void> {
  const built = (await import(new URL('../../bin/graphiql.mjs', import.meta.url).href)) as {
    buildGraphiql(folder: string): Promise<void>
  }
  await built.buildGraphiql(fileURLToPath(new URL('../../dist/graphiql', import.meta.url)))
}

beforeAll(async () => {
  await buildDesk()
  await buildGraphiql()
  api = await startWorkingApi({ BASE_PATH: `${basePath}/` })
  await api.person('Ann')
  if (!noBrowser) browser = await openBrowser()
})
afterAll(async () => {
  await closeWindows()
  for (const proxy of proxies) {
    proxy.closeAllConnections()
    proxy.close()
  }
  await api?.stop()
})

describe.each([
  ['removes the path', true],
  ['passes the path on', false],
])('below a path, behind a proxy that %s', (_name, removes) => {
  let url: string

  beforeAll(async () => {
    url = await openProxy(removes)
  })

  it('programs sign in, get a cookie for that path alone, and are led to addresses below it', async () => {
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'Ann', password: 'password-1' }),
    })
    expect(login.status).toBe(200)
    const [cookie = ''] = login.headers.getSetCookie()
    expect(cookie).toContain(`; Path=${basePath};`)
    const ann = api.as(cookie.split(';')[0] ?? '')
    const persona = await made(ann.post('/api/personas', { name: 'A', role: 'B', informationNeed: 'C' }))
    const started = await fetch(`${url}/api/videos/summaries/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookie.split(';')[0] ?? '' },
      body: JSON.stringify({ videoId: api.videoId, personaId: persona.id }),
    })
    expect([started.status, started.headers.get('location')]).toEqual([
      202,
      expect.stringMatching(new RegExp(`^${basePath}/api/jobs/`)),
    ])
    const job = new URL(started.headers.get('location') ?? '', url)
    expect((await fetch(job, { headers: { cookie: cookie.split(';')[0] ?? '' } })).status).toBe(200)
    const { jobId } = (await started.json()) as { jobId: string }
    await made(ann.post(`/api/jobs/${jobId}/cancel`))
    const video = await made(ann.get(`/api/videos/${api.videoId}/url`))
    const { data } = await ann.graph(
      'query ($id: ID!) { video(id: $id) { streamUrl thumbnailUrl } exportUrl(file: ALL) }',
      { id: api.videoId },
    )
    for (const path of [video.url, data.video.streamUrl, data.video.thumbnailUrl, data.exportUrl]) {
      expect(path).toMatch(new RegExp(`^${basePath}/api/`))
      const answer = await fetch(new URL(path, url), { headers: { cookie: cookie.split(';')[0] ?? '' } })
      await answer.body?.cancel()
      expect([path, answer.status]).toEqual([path, 200])
    }
    const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as { servers: unknown }
    expect(document.servers).toEqual([{ url: basePath }])
    const options = await fetch(`${url}/api/personas`, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, expect.stringContaining('POST')])
  })

  it('a path that only begins like it is none of this server', async () => {
    const answer = await fetch(`${api.url}${basePath}x/api/health`)
    expect(answer.status).toBe(404)
    expect((await fetch(`${api.url}/api/health`)).status).toBe(200)
  })

  describe.skipIf(leftOut(noBrowser, 'a base path in a browser'))('a browser', () => {
    let desk: OpenDesk
    beforeAll(async () => {
      desk = await openDesk(browser, { url })
    })
    afterAll(() => desk?.close())

    it('signs in at the desk, plays a video, finds its place again, and asks for nothing outside of the path', async () => {
      const { page } = desk
      await page.goto(url)
      await page.getByLabel('Username').fill('admin')
      await page.getByLabel(/^Password/).fill(adminPassword)
      await page.getByRole('button', { name: 'Sign in' }).click()
      const link = page.getByRole('link', { name: /dust-storm/ }).first()
      await link.waitFor()
      const picture = `document.querySelector('img')?.naturalWidth ?? 0`
      await expect.poll(() => page.evaluate<number>(picture)).toBeGreaterThan(0)
      await link.click()
      await page.locator('output[data-frame="0"]').waitFor()
      expect(new URL(page.url()).pathname).toBe(`${basePath}/videos/${api.videoId}`)
      await expect.poll(() => page.evaluate<number>(`document.querySelector('video').readyState`)).toBeGreaterThan(1)
      await page.goto(`${url}/videos/${api.videoId}?frame=5`)
      await page.locator('output[data-frame="5"]').waitFor()
      await page.goto(`${url}/administration`)
      await page.getByRole('tab', { name: 'Models & jobs' }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(`${basePath}/administration`)
      const board = page.getByRole('link', { name: 'Queue dashboard' })
      expect(await board.getAttribute('href')).toBe(`${basePath}/admin/queues`)
      await page.reload()
      await page.getByRole('tab', { name: 'Models & jobs', selected: true }).waitFor()
      await page.goto(`${url}/exchange`)
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      expect((await saved).suggestedFilename()).toMatch(/\.jsonl$/)
      expect(desk.faults).toEqual([])
    })

    it.each([
      ['the documentation of REST', '/docs', '#swagger-ui .info'],
      ['GraphiQL', '/graphql', '.graphiql-query-editor .view-line'],
      ['the board of the queues', '/admin/queues', '#root > *'],
    ])('shows %s', async (_what, path, shown) => {
      await desk.page.goto(url + path)
      await desk.page.locator(shown).first().waitFor()
      // The board asks for fonts of another host, which its policy forbids; what names no address is its echo.
      const asked = desk.faults.filter((one) => one.includes('http') && !one.includes('//fonts.googleapis.com/'))
      expect(asked).toEqual([])
    })
  })
})

describe('BASE_PATH', () => {
  it.each(['parallax', '/a b', '/a//b', '/"x"', 'http://host/parallax', '/a?b'])('is refused as %s', async (given) => {
    const { readConfig } = await import('../../src/config.js')
    expect(() => readConfig({ BASE_PATH: given })).toThrow(/BASE_PATH must be a path such as \/parallax/)
  })
})
