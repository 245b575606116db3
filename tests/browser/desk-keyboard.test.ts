import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { buildDesk, openDesk } from './desk-support.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

const filename = 'dust-storm.webm'

describe.skipIf(leftOut(noBrowser, 'the main job by keys alone'))('the whole job of an analyst by keys alone', () => {
  let api: WorkingApi
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await buildDesk()
    api = await startWorkingApi()
    await made((await api.admin()).post('/api/videos/sync'))
    await api.person('Ann')
    await api.person('Ben')
    browser = await openBrowser()
  })
  afterAll(async () => {
    await closeWindows()
    await api?.stop()
  })

  /** Moves the focus to an element by Tab alone, as users without a mouse do. */
  async function reach(there: Locator): Promise<void> {
    await there.waitFor()
    for (let steps = 0; steps < 150; steps++) {
      if ((await there.and(page.locator(':focus')).count()) === 1) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${String(there)}`)
  }
  const press = async (there: Locator, key = 'Enter') => {
    await reach(there)
    await page.keyboard.press(key)
  }
  const type = async (there: Locator, text: string) => {
    await reach(there)
    await page.keyboard.type(text)
  }
  /** Chooses the only option of a list that opens with its field; waits for the effect of each key before the next. */
  const choose = async (there: Locator, name: string) => {
    await reach(there)
    const option = page.getByRole('option', { name })
    await option.waitFor()
    // A list that has just opened determines a moment later which option is chosen, and would then lose what faster
    // keys than a human's have marked before.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => option.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await expect.poll(() => there.inputValue()).toBe(name)
  }
  /** Waits until an element has the focus without any key: nobody is to begin at the top of the page again. */
  const holds = (there: Locator) => expect.poll(() => there.and(page.locator(':focus')).count()).toBe(1)
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  /** Opens a page by the navigation, which is hidden behind a button at the width of a phone. */
  const go = async (name: string) => {
    const menu = button('Menu')
    if (await menu.isVisible()) await press(menu)
    await press(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }))
  }

  it.each([
    ['at a desk', 'Ann', { width: 1280, height: 800 }],
    ['at the width of a phone', 'Ben', { width: 390, height: 844 }],
  ])(
    '%s: a persona, boxes, a summary, claims, and all of it out and in',
    async (_where, name, viewport) => {
      const desk = await openDesk(browser, api, undefined, viewport)
      page = desk.page
      await page.goto(api.url)
      await type(page.getByLabel('Username'), name)
      await type(page.getByLabel(/^Password/), 'password-1')
      await page.keyboard.press('Enter')
      await page.getByRole('navigation', { name: 'Pages' }).waitFor({ state: 'attached' })

      // A page begins at its content, and a dialog that closes gives the focus back to the button that opened it.
      await go('Personas')
      await holds(page.getByRole('main'))
      await press(button('New persona'))
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await holds(button('New persona'))
      await press(button('New persona'))
      await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Weather watch')
      await type(page.getByLabel('Role'), 'Watch')
      await type(page.getByLabel('Information need'), 'How fast does it come?')
      await press(button('Save'))
      await page.getByRole('heading', { name: 'Weather watch' }).waitFor()
      await holds(page.getByRole('main'))
      await press(button('New entity type'))
      await type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Dust front')
      await type(page.getByLabel('Definition'), 'A wall of dust')
      await press(button('Save'))
      await page.getByRole('row', { name: /^Dust front A wall of dust/ }).waitFor()

      await go('Library')
      await press(page.getByRole('link', { name: filename }))
      const chooser = page.getByRole('region', { name: 'Label of new boxes' })
      await choose(chooser.getByRole('textbox', { name: 'Type' }), 'Dust front')
      await press(button('Add box in centre'))
      await page.getByText('1 track, frames').waitFor()
      await page.keyboard.press('Shift+ArrowRight')
      await page.locator('output[data-frame="10"]').waitFor()
      await press(button('Set keyframe'))
      await page.getByRole('img', { name: 'Keyframes at 0, 10' }).waitFor()
      // By keys, the small picture above the scrubber goes along.
      await press(page.getByRole('slider', { name: 'Position in the video' }), 'ArrowUp')
      await page.getByText('Frame 11 · 0:00.', { exact: false }).waitFor()

      await press(page.getByRole('link', { name: 'Summary & claims', exact: true }))
      await press(button('Generate a summary'))
      await reach(page.getByLabel('Maximum number of frames'))
      await page.keyboard.press('Control+A')
      await page.keyboard.type('2')
      await press(button('Start'))
      await page.getByText(/looked at/).waitFor({ timeout: 100_000 })
      await press(button('Extract claims'))
      await press(button('Start'))
      const claims = page.getByRole('tree', { name: 'Claims' }).getByRole('treeitem')
      await claims.first().waitFor({ timeout: 60_000 })
      await reach(claims.first())
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Dust comes')
      await page.keyboard.press('Control+Enter')
      await claims.filter({ hasText: 'Dust comes' }).waitFor()

      await go('Import and export')
      const coming = page.waitForEvent('download')
      await press(button('Export'))
      const file = join(api.folder, `${name}.jsonl`)
      await (await coming).saveAs(file)
      // Waiting for the first file chooser makes Playwright have Chromium report them, which takes a moment: a key
      // pressed right afterwards opened the dialog unreported in half of 16 tries.
      const choosing = page.waitForEvent('filechooser')
      await press(page.locator('[tabindex="0"]', { hasText: 'Drop an export file (.jsonl) here, or choose one' }))
      await (await choosing).setFiles(file)
      await page.getByRole('region', { name: 'Preview' }).waitFor()
      await press(button('Import'))
      await page.getByRole('region', { name: 'Import complete' }).waitFor()
      expect(desk.faults).toEqual([])
      await desk.close()
    },
    240_000,
  )
})
