import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { annotation, ontology, persona, world } from '../../examples/demo/content.mjs'
import { freePort } from '../../src/database/launch/postmaster.js'
import type { Person } from '../support/api.js'
import { example, exampleFault, npmRun } from '../support/example.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

/** The frame rate of the sample, in frames a second. */
const frameRate = 30
const picture = fileURLToPath(new URL('../../docs/example-front-end.png', import.meta.url))
const fault = await exampleFault()

describe.skipIf(leftOut(fault, 'the example front end'))('examples/front-end', () => {
  it('builds: its documents fit schema.graphql and its types fit the documents', async () => {
    const { code, output } = await npmRun('build')
    expect(output).toContain('built in')
    expect(code).toBe(0)
  }, 120_000)

  it('asks only what relay-compiler accepts, and the schema keeps the conventions of Relay', async () => {
    const { code, output } = await npmRun('check:relay')
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/relay-compiler accepted 11 documents/) })
  })
})

describe.skipIf(leftOut(fault ?? noBrowser, 'the example front end in a browser'))(
  'the built example in a browser',
  () => {
    let api: WorkingApi
    let ann: Person
    let preview: ChildProcess
    let browser: Browser
    let page: Page
    let front = ''
    const faults: string[] = []

    beforeAll(async () => {
      if (!existsSync(`${example}dist/index.html`)) await npmRun('build')
      api = await startWorkingApi()
      ann = await api.person('Ann')
      await addContent(ann, api.videoId)
      const port = await freePort()
      front = `http://127.0.0.1:${port}`
      const args = [
        'node_modules/vite/bin/vite.js',
        'preview',
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--strictPort',
      ]
      preview = spawn(process.execPath, args, {
        cwd: example,
        env: { ...process.env, PARALLAX_URL: api.url },
        stdio: 'ignore',
      })
      await vi.waitFor(async () => expect((await fetch(front)).ok).toBe(true), { timeout: 20_000, interval: 200 })
      browser = await openBrowser()
      page = await browser.newPage({ viewport: { width: 1360, height: 820 } })
      page.setDefaultTimeout(15_000)
      page.on('pageerror', (error) => faults.push(error.message))
      await page.goto(front)
    }, 180_000)
    afterAll(async () => {
      await closeWindows()
      preview?.kill('SIGINT')
      await api?.stop()
    })

    const alpha = (x: number, y: number) =>
      page.evaluate<number>(`document.querySelector('canvas').getContext('2d').getImageData(${x}, ${y}, 1, 1).data[3]`)

    const showFrame = async (frame: number) => {
      await page.evaluate(`document.querySelector('video').currentTime = ${(frame + 0.5) / frameRate}`)
      await page.locator(`output[data-frame="${frame}"]`).waitFor()
    }

    it('refuses a wrong password in words and signs in with the right one', async () => {
      await page.getByLabel('User').fill('Ann')
      await page.getByLabel('Password').fill('a wrong one')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('Invalid')
      await page.getByLabel('User').fill('Ann')
      await page.getByLabel('Password').fill('password-1')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
    })

    it('draws the computed boxes over the frame that is shown, and moves them with it', async () => {
      await page.getByRole('button', { name: 'dust-storm.webm' }).click()
      await expect.poll(() => page.evaluate('document.querySelector("video")?.readyState')).toBe(4)
      await showFrame(0)
      await expect.poll(() => alpha(263, 300)).toBe(255)
      expect(await alpha(1100, 300)).toBe(0)
      await showFrame(60)
      const boxAt = `query ($id: ID!) { annotations(filter: { videoId: $id }, first: 1) { nodes { boxAt(frame: 60) { x y } } } }`
      const { data } = await ann.graph(boxAt, { id: api.videoId })
      const { x, y } = data.annotations.nodes[0].boxAt
      await expect.poll(() => alpha(Math.round(x) + 3, Math.round(y))).toBe(255)
      expect(await alpha(263, 300)).toBe(0)
    })

    it('keeps up while the video plays', async () => {
      await page.evaluate('document.querySelector("video").play()')
      await expect
        .poll(async () => Number(await page.locator('output').textContent()), { timeout: 10_000 })
        .toBeGreaterThan(70)
      await page.evaluate('document.querySelector("video").pause()')
    })

    it('starts a summary, watches the job as often as the server says, and shows what came of it', async () => {
      const asked: Request[] = []
      page.on('request', (request) => request.postData()?.includes('JobProgress') && asked.push(request))
      await page.getByRole('button', { name: 'Summarize' }).click()
      await page.getByRole('status').filter({ hasText: 'completed' }).waitFor({ timeout: 150_000 })
      await page.getByRole('heading', { name: persona.name }).waitFor()
      await page.getByText('0 claims').waitFor()
      // Measured by the clock of the browser, because the events of a busy browser arrive in bunches.
      const polls = asked.map((request) => request.timing().startTime).filter((at) => at > 0)
      expect(polls.length).toBeGreaterThan(1)
      const waits = polls.slice(1).map((at, index) => at - (polls[index] ?? 0))
      expect(Math.min(...waits)).toBeGreaterThan(400)
    }, 200_000)

    it('extracts claims and walks their tree, by levels too', async () => {
      await page.getByRole('button', { name: 'Extract claims' }).click()
      const claims = page.locator('.claims li[data-depth]')
      await claims.first().waitFor({ timeout: 150_000 })
      const { data } = await ann.graph(
        '{ summaries(first: 1) { nodes { claimTree(first: 20) { edges { depth node { text } } } } } }',
      )
      const tree: { depth: number; node: { text: string } }[] = data.summaries.nodes[0].claimTree.edges
      await expect.poll(() => claims.count()).toBe(tree.length)
      expect(await claims.first().textContent()).toContain(tree[0]?.node.text)
      await showFrame(45)
      if (!existsSync(picture) || process.env['UPDATE_PICTURES']) await page.screenshot({ path: picture })
      await page.getByLabel('Levels').selectOption('1')
      await expect.poll(() => claims.count()).toBe(tree.filter(({ depth }) => depth === 0).length)
    }, 200_000)

    it('signs out, and throws nothing on the way', async () => {
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(faults).toEqual([])
    })
  },
)

/** Adds a persona, a world and two annotations of the sample: the approaching storm front and the houses it reaches. */
async function addContent(person: Person, videoId: string): Promise<void> {
  const created = await made(person.post('/api/personas', persona))
  await made(person.put(`/api/personas/${created.id}/ontology`, ontology(created.id)))
  await made(person.put('/api/world', world(created.id)))
  const box = (frameNumber: number, x: number, y: number, width: number, height: number) => ({
    frameNumber,
    x,
    y,
    width,
    height,
    isKeyframe: true,
  })
  const frames = { interpolationMode: 'linear', boxes: [box(0, 260, 300, 560, 250), box(90, 300, 240, 720, 300)] }
  await made(person.post('/api/annotations', { ...annotation('type', videoId, created.id), frames }))
  const houses = { boxes: [box(0, 380, 560, 300, 100), box(90, 400, 550, 310, 100)] }
  await made(
    person.post('/api/annotations', {
      ...annotation('object', videoId, created.id),
      label: 'town',
      frames: { interpolationMode: 'linear', ...houses },
    }),
  )
}
