import { existsSync, readFileSync, rmSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword, startApi, type TestApi } from '../support/api.js'

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
let api: TestApi

beforeAll(async () => {
  // A start in a fresh clone does not wait for the bundle: the first visit has it made.
  rmSync('dist/graphiql', { recursive: true, force: true })
  api = await startApi({ DESK: 'off' })
})
afterAll(() => api.stop())

describe('the address of a server without a desk in a browser', () => {
  it('is a page that leads to what people look for, and loads nothing', async () => {
    const answer = await fetch(`${api.url}/`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await answer.text()
    expect(html).not.toMatch(/https?:|<script|src=/)
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path)
    expect(links).toContain('/graphql')
    for (const path of links) {
      const there = await fetch(api.url + path, { headers: { accept: 'text/html' } })
      await there.arrayBuffer()
      expect([200, 503], path).toContain(there.status)
    }
  })

  it('is no route for programs', async () => {
    const answer = await fetch(`${api.url}/`, { headers: { accept: 'application/json' } })
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
  })
})

describe('/graphql in a browser', () => {
  it('is a page that loads nothing from elsewhere', async () => {
    const answer = await fetch(`${api.url}/graphql`, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    })
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await answer.text()
    expect(html).not.toMatch(/https?:/)
    for (const [, file = ''] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const asset = await fetch(`${api.url}/${file}`)
      await asset.arrayBuffer()
      expect(asset.status, file).toBe(200)
      expect(asset.headers.get('content-encoding')).toBe('gzip')
    }
  })

  it('serves no other file', async () => {
    for (const file of ['..%2f..%2fpackage.json', 'nothing.js', '.built', 'graphiql.js.gz']) {
      const answer = await fetch(`${api.url}/graphql/assets/${file}`)
      await answer.arrayBuffer()
      expect(answer.status, file).toBe(404)
    }
  })

  it('opens with operations that the schema knows', () => {
    const page = readFileSync('web/graphiql.mjs', 'utf8')
    const schema = buildSchema(readFileSync('schema.graphql', 'utf8'))
    const operations = [...page.matchAll(/query: `([^`]+)`/g)].map(([, text]) => parse(text!))
    expect(operations.length).toBeGreaterThan(2)
    expect(operations.flatMap((document) => validate(schema, document))).toEqual([])
  })

  it.skipIf(!program)(
    `signs in by a mutation and runs a query${program ? '' : ' (skipped: no chromium found in /usr/bin)'}`,
    async () => {
      const browser: Browser = await chromium.launch({ executablePath: program ?? '', args })
      try {
        const page = await browser.newPage()
        const elsewhere: string[] = []
        const faults: string[] = []
        page.on('request', (request) => {
          if (!request.url().startsWith(api.url) && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url())
        })
        page.on('pageerror', (error) => faults.push(error.message))
        await page.goto(`${api.url}/graphql`)
        await page.getByRole('tab', { name: 'SignIn' }).waitFor()
        await page.getByRole('button', { name: 'Variables', exact: true }).click()
        await fill(
          page,
          '.graphiql-editor-tool',
          JSON.stringify({ input: { username: 'admin', password: adminPassword } }),
        )
        expect(await run(page)).toContain('"username": "admin"')
        await page.getByRole('tab', { name: 'Personas' }).click()
        // The page parses the operations of a tab shortly after the tab is opened.
        await expect.poll(() => run(page), { timeout: 10_000 }).toContain('"totalCount"')
        expect(elsewhere).toEqual([])
        expect(faults).toEqual([])
      } finally {
        await browser.close()
      }
    },
    60_000,
  )
})

async function fill(page: Page, place: string, text: string): Promise<void> {
  await page.locator(`${place} .monaco-editor`).first().click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** Presses the execute button and waits for the response of the server; returns it as formatted JSON. */
async function run(page: Page): Promise<string> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/graphql') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: /execute query/i }).click()
  const answer = await answered
  expect(answer.status()).toBe(200)
  return JSON.stringify(await answer.json(), null, 2)
}
