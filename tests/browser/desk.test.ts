import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { buildDesk, chooseOfAccount, openDesk, type OpenDesk } from './desk-support.js'
import { sample } from '../videos/support.js'
import { made } from '../support/workspace.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

let api: WorkingApi

beforeAll(async () => {
  await buildDesk()
  api = await startWorkingApi()
})
afterAll(() => api?.stop())

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('the address of the server', () => {
  it('gives browsers the desk, at each address of its pages, and programs the 404 of any path', async () => {
    for (const path of ['/', '/videos/some-id']) {
      const page = await fetch(api.url + path, { headers: html })
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(await page.text()).toContain('<div id="root">')
      const answer = await fetch(api.url + path, { headers: { accept: 'application/json' } })
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
    }
    expect((await fetch(`${api.url}/`, { headers: { accept: '*/*' } })).status).toBe(200)
    // A browser that opens an unknown address gets the desk, which says so; a program gets an error, also below /api.
    const none = await fetch(`${api.url}/no-such-page`, { headers: html })
    expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await none.text()).toContain('<div id="root">')
    for (const [path, headers] of [
      ['/no-such-page', {}],
      ['/api/no-such-list', html],
    ] as const) {
      const answer = await fetch(api.url + path, { headers })
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
    }
  })

  it('allows scripts from files of its own alone, and has them packed and kept for good', async () => {
    const page = await fetch(`${api.url}/`, { headers: html })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self'(;|$)/)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const text = await page.text()
    expect(text).not.toMatch(/<script(?![^>]* src=)|https?:/)
    const assets = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(assets.length).toBeGreaterThan(2)
    let bytes = 0
    for (const path of assets) {
      const asset = await fetch(api.url + path, { headers: { 'accept-encoding': 'br, gzip' } })
      expect([asset.status, asset.headers.get('content-encoding')]).toEqual([200, 'br'])
      expect(asset.headers.get('cache-control')).toContain('immutable')
      bytes += readFileSync(new URL(`../../dist/desk/${path.slice('/desk/'.length)}.br`, import.meta.url)).length
      await asset.arrayBuffer()
      const zipped = await fetch(api.url + path, { headers: { 'accept-encoding': 'gzip' } })
      expect(zipped.headers.get('content-encoding')).toBe('gzip')
      await zipped.arrayBuffer()
      const plain = await fetch(api.url + path, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0' } })
      expect(plain.headers.get('content-encoding')).toBeNull()
      await plain.arrayBuffer()
    }
    // The chunk of the first page adds a few kilobytes.
    expect(bytes).toBeLessThan(240_000)
  })

  it('has no other file', async () => {
    for (const file of ['..%2fdesk.json', 'nothing.js', 'desk.json', '%2e%2e%2findex.html']) {
      const answer = await fetch(`${api.url}/desk/assets/${file}`)
      await answer.arrayBuffer()
      expect(answer.status, file).toBe(404)
    }
  })

  it('runs the documents of the desk where only registered ones are accepted', async () => {
    const strict = await startApi({ PERSISTED_DOCUMENTS: 'enforce' })
    const { documents } = JSON.parse(readFileSync(new URL('../../dist/desk/desk.json', import.meta.url), 'utf8'))
    const viewer = Object.entries<string>(documents).find(([, body]) => body.startsWith('query Viewer '))!
    const person = await strict.person('Ann')
    const send = (body: unknown) => person.post('/graphql', body, { accept: 'application/json' })
    expect((await send({ documentId: viewer[0] })).body).toMatchObject({ data: { viewer: { username: 'Ann' } } })
    expect((await send({ query: '{ __typename }' })).body).toMatchObject({
      errors: [{ extensions: { code: 'FORBIDDEN' } }],
    })
    await strict.stop()
  })
})

describe.skipIf(leftOut(noBrowser, 'the desk in a browser'))('the desk', () => {
  let browser: Browser
  let page: Page
  let desk: OpenDesk

  beforeAll(async () => {
    await api.person('Ann')
    browser = await openBrowser()
    desk = await openDesk(browser, api)
    page = desk.page
  })
  afterAll(closeWindows)

  it('refuses a wrong password in words and signs in with the right one', async () => {
    await page.goto(api.url)
    await page.getByLabel('Username').fill('Ann')
    await page.getByLabel(/^Password/).fill('a wrong one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Invalid')
    expect(await desk.barriers()).toEqual([])
    await page.getByLabel(/^Password/).fill('password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
    expect(await desk.barriers()).toEqual([])
  })

  it('speaks German where the browser does, on every page', async () => {
    const german = await openDesk(browser, api, await api.admin(), undefined, 'de-DE')
    await german.page.goto(api.url)
    await german.page.getByRole('heading', { name: 'Bibliothek' }).waitFor()
    expect(await german.page.locator('html').getAttribute('lang')).toBe('de')
    const links = german.page.getByRole('navigation', { name: 'Seiten' }).getByRole('link')
    const names = await links.allInnerTexts()
    expect(names.length).toBeGreaterThan(7)
    // Each entry fits on one line.
    const heights: number[] = await links.evaluateAll((all: any[]) => all.map((one) => one.offsetHeight))
    expect([...new Set(heights)]).toHaveLength(1)
    for (const name of names) {
      await links.getByText(name.trim().split('\n')[0]!, { exact: true }).click()
      await german.page.getByRole('heading', { level: 1 }).waitFor()
      expect(await german.barriers(), name).toEqual([])
    }
    expect(german.faults).toEqual([])
    await german.close()
  })

  it('says of an address without a page that there is none', async () => {
    await page.goto(`${api.url}/videos/no-such-video`)
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.getByRole('link', { name: 'To the library' }).click()
    await page.getByRole('heading', { name: 'Library' }).waitFor()
  })

  it('lets people make an account where the server allows that', async () => {
    expect(await page.getByText('Create one').count()).toBe(0)
    const open = await startApi({ ALLOW_REGISTRATION: 'true' })
    const other = await openDesk(browser, open)
    await other.page.goto(open.url)
    await other.page.getByRole('button', { name: 'No account yet? Create one' }).click()
    await other.page.getByLabel('Username').fill('admin')
    await other.page.getByLabel('Display name').fill('Dora D.')
    await other.page.getByLabel(/^Password/).fill('quiet-harbour-lantern-7')
    await other.page.getByRole('button', { name: 'Create an account' }).click()
    const refusal = other.page.getByRole('alert', { name: 'Could not create the account' })
    await refusal.getByText('Username already exists').waitFor()
    expect(await other.barriers()).toEqual([])
    await other.page.getByLabel('Username').fill('Dora')
    await other.page.getByRole('button', { name: 'Create an account' }).click()
    await other.page.getByRole('heading', { name: 'Library' }).waitFor()
    await other.page.getByText('Dora D.', { exact: true }).waitFor()
    expect(other.faults).toEqual([])
    await other.close()
    await open.stop()
  })

  it('uploads what is dropped on the library, one file after the other, and says what it does not take', async () => {
    const admin = await api.admin()
    const other = await openDesk(browser, api, admin)
    const library = other.page
    await library.goto(api.url)
    await library.getByText('1 video', { exact: true }).waitFor()
    const drop = library.getByLabel('Drop videos here to upload them')
    const buffer = readFileSync(sample)
    const file = (name: string) => ({ name, mimeType: 'video/webm', buffer })
    const line = await library.context().newCDPSession(library)
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 }
    // First a throughput so low that the upload lasts while axe examines the page.
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: 5000 })
    await drop.setInputFiles([file('first.webm'), file('second.webm')])
    await library.getByText(/^Sending first.webm, 1 more after it: .* \/ 68\d kB/).waitFor()
    expect(await other.barriers()).toEqual([])
    const second = library.getByText(/^Sending second.webm: /).waitFor()
    await line.send('Network.emulateNetworkConditions', slow)
    await second
    await library.getByText('2 videos uploaded.').waitFor()
    await library.getByRole('link', { name: 'second.webm' }).waitFor()
    await library.getByText('3 videos').waitFor()
    await library.getByText('Reading new files').waitFor({ state: 'hidden' })
    expect(await library.getByText(/^Sending/).count()).toBe(0)
    await drop.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await library.getByText('notes.txt: this video format is not supported.').waitFor()
    expect(await other.barriers()).toEqual([])
    expect(other.faults).toEqual([])
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
    // A file so large that the refusal comes while it is still being sent.
    writeFileSync(join(api.folder, 'first.webm'), Buffer.alloc(30_000_000))
    await drop.setInputFiles(join(api.folder, 'first.webm'))
    const refusal = library.getByRole('main').getByRole('alert')
    await refusal
      .getByText('first.webm: There is a video of the name first.webm already. Give the file another name')
      .waitFor()
    // Earlier refusals stay too, until the user closes the list.
    await refusal.getByText('notes.txt').waitFor()
    await drop.setInputFiles({ name: 'empty.webm', mimeType: 'video/webm', buffer: Buffer.alloc(0) })
    await refusal.getByText(/^empty.webm: file: is empty. Correct the file/).waitFor()
    expect(await refusal.getByText(/^\w+\.\w+: /).count()).toBe(3)
    await refusal.getByRole('button', { name: 'Close' }).click()
    await refusal.waitFor({ state: 'detached' })
    await other.close()
    // Users who may not synchronise see no drop zone.
    expect(await page.getByText('Drop videos here').count()).toBe(0)
  })

  it('sends on while another page is open, and says at the library what has become of it', async () => {
    const other = await openDesk(browser, api, await api.admin())
    const library = other.page
    const held: Route[] = []
    await library.route('**/api/videos/upload', (route) => void held.push(route))
    const go = async (name: string) => {
      await library.getByRole('link', { name, exact: true }).click()
      await library.getByRole('heading', { name, exact: true }).waitFor()
    }
    await library.goto(api.url)
    const buffer = readFileSync(sample)
    await library
      .getByLabel('Drop videos here to upload them')
      .setInputFiles(['third.webm', 'fourth.webm'].map((name) => ({ name, mimeType: 'video/webm', buffer })))
    await library.getByText(/^Sending third.webm, 1 more after it/).waitFor()
    await expect.poll(() => held.length).toBe(1)
    await go('Personas')
    await held[0]!.fulfill({ status: 409, json: { message: 'There is one already', code: 'CONFLICT' } })
    await expect.poll(() => held.length).toBe(2)
    await go('Library')
    await library.getByText('third.webm: There is one already. Give the file another name').waitFor()
    await library.getByText(/^Sending fourth.webm/).waitFor()
    await library.getByRole('button', { name: 'Stop', exact: true }).click()
    await library.getByText(/^Sending/).waitFor({ state: 'hidden' })
    await other.close()
  })

  it('narrows the library to the videos of a persona and to those with a summary', async () => {
    const ann = await api.signIn('Ann', 'password-1')
    const [video] = await made(ann.get('/api/videos'))
    const persona = { role: 'r', informationNeed: 'i' }
    const scout = await made(ann.post('/api/personas', { ...persona, name: 'Scout' }))
    await made(ann.post('/api/personas', { ...persona, name: 'Idler' }))
    await made(ann.post('/api/summaries', { videoId: video.id, personaId: scout.id, summary: 'A ferry leaves.' }))
    await page.goto(api.url)
    await page.getByText('3 videos').waitFor()
    await page.getByLabel('Only with a summary').click()
    await page.getByText('1 video', { exact: true }).waitFor()
    await page.getByRole('link', { name: video.filename }).waitFor()
    const byPersona = page.getByRole('textbox', { name: 'Summary by persona' })
    await byPersona.click()
    await page.getByRole('option', { name: 'Idler' }).click()
    await page.getByText('No videos match.').waitFor()
    await byPersona.click()
    await page.getByRole('option', { name: 'Scout' }).click()
    await page.getByRole('link', { name: video.filename }).waitFor()
    expect(await desk.barriers()).toEqual([])
  })

  it('says of a page that is older than the server that it has to be loaded again', async () => {
    const other = await openDesk(browser, api, await api.signIn('Ann', 'password-1'))
    await other.page.goto(api.url)
    await other.page.getByRole('heading', { name: 'Library' }).waitFor()
    await other.page.route('**/graphql', (route) => {
      const documentId = `sha256:${'0'.repeat(64)}`
      return route.continue({ postData: { ...route.request().postDataJSON(), documentId } })
    })
    await other.page.getByRole('link', { name: 'Personas', exact: true }).click()
    await other.page
      .getByRole('alert')
      .getByText('This page is of another version than the server. Reload the page in the browser.')
      .waitFor()
    await other.close()
  })

  it('says in words that something else than the server answers', async () => {
    const other = await openDesk(browser, api, await api.signIn('Ann', 'password-1'))
    await other.page.goto(api.url)
    await other.page.getByRole('heading', { name: 'Library' }).waitFor()
    await other.page.route('**/graphql', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Proxy</h1>' }),
    )
    await other.page.getByRole('link', { name: 'Personas', exact: true }).click()
    const words = 'The server answered 500 with something that is no JSON'
    await other.page.getByRole('alert').getByText(words).first().waitFor()
    await other.close()
  })

  it('says so where the browser keeps no cookie of it', async () => {
    const other = await openDesk(browser, api)
    // Answers without a cookie, as when the browser drops a Secure cookie over http.
    await other.page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"username":"Ann"')
        ? route.fulfill({ json: { data: { login: { id: 'somebody' } } } })
        : route.continue(),
    )
    await other.page.goto(api.url)
    await other.page.getByLabel('Username').fill('Ann')
    await other.page.getByLabel(/^Password/).fill('password-1')
    await other.page.getByRole('button', { name: 'Sign in' }).click()
    await other.page.getByRole('alert').getByText('this browser keeps no cookie').waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('signs out, and nothing was wrong on the way', async () => {
    await chooseOfAccount(page, 'Sign out')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(desk.faults).toEqual([])
  })
})
