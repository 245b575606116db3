import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ontology, persona, world } from '../../examples/demo/content.mjs'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { chooseOfAccount, deleteTrack, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

/**
 * The number of acts. A fast user does some 1,200 in an hour: `DESK_ACTS=1200 npx vitest run tests/browser/desk-hour`.
 */
const wanted = Number(process.env['DESK_ACTS'] ?? 92)

let api: WorkingApi
let ann: Person
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let page: Page
let line: CDPSession
let done = 0

interface Held {
  heapMb: number
  nodes: number
  listeners: number
}

/** What the page still holds after garbage collection. */
async function held(): Promise<Held> {
  for (let i = 0; i < 3; i++) await line.send('HeapProfiler.collectGarbage')
  const { metrics } = await line.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? NaN
  return { heapMb: Math.round(of('JSHeapUsedSize') / 1e5) / 10, nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

describe.skipIf(leftOut(noBrowser, 'long use in a browser'))('an analyst who stays', () => {
  beforeAll(async () => {
    ;({ api, ann, desk, page, stop } = await startDesk(startWorkingApi))
    const { videoId } = api
    for (const name of ['Weather service', 'Farmer']) {
      const { id } = await made(ann.post('/api/personas', { ...persona, name }))
      await made(ann.put(`/api/personas/${id}/ontology`, ontology(id)))
      await made(ann.put('/api/world', world(id)))
      const annotations = Array.from({ length: 50 }, (_one, n) => {
        const place = { x: n * 20, y: n * 10, width: 60, height: 40, isKeyframe: true }
        const boxes = [0, 50, 112].map((frameNumber) => ({ ...place, frameNumber, x: place.x + frameNumber }))
        return { videoId, personaId: id, type: 'type', label: 'front', frames: { boxes } }
      })
      await made(ann.post('/api/annotations/bulk', { annotations }))
      const summary = await made(ann.post('/api/summaries', { videoId, personaId: id, summary: `As ${name} sees it.` }))
      const claims = Array.from({ length: 150 }, (_one, n) => ({ text: `Claim ${n} of ${name}`, confidence: 0.5 }))
      await made(ann.post(`/api/summaries/${summary.id}/claims/bulk`, { claims }))
    }
    line = await page.context().newCDPSession(page)
    await line.send('Performance.enable')
    await page.goto(api.url)
  })
  afterAll(() => stop?.())

  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name, exact: true }).click()
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const tree = () => page.getByRole('tree', { name: 'Claims' })

  /** Chooses the file inside the page: Playwright's own way would keep the page of the field in memory forever. */
  const choose = () =>
    page.evaluate(`(async () => {
      const text = await (await fetch('/api/export/all')).text()
      const list = new DataTransfer()
      list.items.add(new File([text], 'ann.jsonl'))
      const input = document.querySelector('input[type=file]')
      input.files = list.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)

  /** One round through everything that an analyst does; each entry is one act. */
  const round: (() => Promise<unknown>)[] = [
    () => go('Library'),
    () => page.getByLabel('Search by name').fill('storm'),
    () => page.getByRole('switch', { name: 'Only with a summary' }).press('Space'),
    () => link('dust-storm.webm').click(),
    () => page.getByText('100 tracks, frames').waitFor(),
    () => button('Play').click(),
    async () => {
      await expect.poll(async () => Number(await page.locator('output').getAttribute('data-frame'))).toBeGreaterThan(5)
      await page.keyboard.press('k')
    },
    () => page.keyboard.press('Home'),
    ...Array.from({ length: 4 }, () => () => page.keyboard.press('.')),
    () =>
      page
        .getByRole('button', { name: /^Dust front \d+$/ })
        .first()
        .click(),
    () => page.getByLabel('Left', { exact: true }).fill(String(100 + (done % 50))),
    () => page.getByLabel('Left', { exact: true }).press('Enter'),
    () => button('Undo').click(),
    async () => {
      const chooser = page.getByRole('region', { name: 'Label of new boxes' })
      await chooser.getByRole('textbox', { name: 'Type' }).click()
      await page.getByRole('option', { name: 'Dust front' }).first().click()
    },
    async () => {
      await button('Draw a box').click()
      const { x, y, width, height } = (await page.locator('video').boundingBox())!
      await page.mouse.move(x + 0.6 * width, y + 0.6 * height)
      await page.mouse.down()
      await page.mouse.move(x + 0.7 * width, y + 0.8 * height, { steps: 4 })
      await page.mouse.up()
      await page.getByText('101 tracks, frames').waitFor()
    },
    async () => {
      await deleteTrack(page)
      await page.getByText('100 tracks, frames').waitFor()
    },
    () => page.evaluate(`document.querySelector('[role=group][aria-label=Tracks]').scrollTo(0, 1e9)`),
    () => link('Summary & claims').click(),
    () => tree().getByRole('treeitem').first().waitFor(),
    () => page.getByRole('textbox', { name: 'Persona' }).click(),
    async () => {
      await page.getByRole('option', { name: done % 2 ? 'Farmer' : 'Weather service' }).click()
      await tree().getByRole('treeitem').first().focus()
    },
    () => page.keyboard.press('Enter'),
    () => page.getByLabel('Comment').fill(`Seen ${done} times`),
    async () => {
      await page.keyboard.press('Control+Enter')
      await page.getByLabel('Comment').waitFor({ state: 'detached' })
    },
    () => page.keyboard.press('End'),
    () => button('Add a claim').click(),
    async () => {
      await page.getByRole('dialog').getByLabel('Claim text').pressSequentially('What @Dus')
      await page.getByRole('option', { name: /^Dust/ }).first().waitFor()
      // Closes the suggestions, which lie over the buttons below.
      await page.keyboard.press('Escape')
    },
    () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    () => link('Compare').click(),
    () => page.getByText('Claims of both').waitFor(),
    () => go('Personas'),
    () => link('Farmer').click(),
    () => page.getByRole('tab', { name: /^Event types/ }).click(),
    () => go('World'),
    () =>
      page
        .getByRole('button', { name: /^Edit / })
        .first()
        .click(),
    () => page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click(),
    () => go('Import and export'),
    async () => {
      const coming = page.waitForEvent('download')
      await button('Export').click()
      expect(await (await coming).failure()).toBeNull()
    },
    () => choose(),
    () => page.getByRole('region', { name: 'Preview' }).waitFor(),
    () => go('Projects'),
    () => page.getByRole('tab', { name: 'Shared by you' }).click(),
    () => chooseOfAccount(page, /^(Dark|Light) colours$/),
  ]

  it(
    'does the same over and over, and the page holds no more than before',
    async () => {
      const all: (Held & { acts: number })[] = []
      const rounds = Math.max(2, Math.ceil(wanted / round.length))
      for (let n = 0; n < rounds; n++) {
        for (const act of round) {
          await act()
          done++
        }
        await go('Library')
        await link('dust-storm.webm').waitFor()
        if (n === 0 || n === 2 || n === rounds - 1 || n % 5 === 4) all.push({ acts: done, ...(await held()) })
      }
      process.stdout.write(`${all.map((one) => JSON.stringify(one)).join('\n')}\n`)
      const [first, last] = [all[0]!, all.at(-1)!]
      // The last notification of each of the six ids is kept until the id is reused; nothing else may grow by round.
      expect(last.nodes - first.nodes).toBeLessThan(80)
      expect(last.listeners - first.listeners).toBeLessThan(40)
      expect(desk.faults).toEqual([])
    },
    60_000 + wanted * 2000,
  )
})
