import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made } from '../support/workspace.js'
import { buildDesk, chooseOfAccount, openDesk, type OpenDesk } from './desk-support.js'
import { closeWindows, noBrowser, openBrowser } from './support.js'

let api: WorkingApi
let browser: Browser
let desk: OpenDesk
let page: Page
let file: string
const filename = 'pedestrians.webm'

describe.skipIf(leftOut(noBrowser, 'the main job in a browser'))('the whole job of an analyst, in one sitting', () => {
  beforeAll(async () => {
    await buildDesk()
    api = await startWorkingApi()
    const videos = join(api.folder, 'videos')
    rmSync(join(videos, 'dust-storm.webm'))
    copyFileSync(`tests/fixtures/videos/${filename}`, join(videos, filename))
    await made((await api.admin()).post('/api/videos/sync'))
    await api.person('Ann')
    await api.person('Ben')
    file = join(api.folder, 'ann.jsonl')
    browser = await openBrowser()
    desk = await openDesk(browser, api)
    page = desk.page
  })
  afterAll(async () => {
    await closeWindows()
    await api?.stop()
  })

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click()
  const signIn = async (name: string) => {
    await page.getByLabel('Username').fill(name)
    await page.getByLabel(/^Password/).fill('password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText(name, { exact: true }).waitFor()
  }

  it('begins with a point of view and what it looks for', async () => {
    await page.goto(api.url)
    await signIn('Ann')
    await go('Personas')
    await page.getByRole('button', { name: 'New persona' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Street watch')
    await page.getByLabel('Role').fill('Watch')
    await page.getByLabel('Information need').fill('Who walks where?')
    await save()
    await page.getByRole('heading', { name: 'Street watch' }).waitFor()
    await page.getByRole('button', { name: 'New entity type' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pedestrian')
    await page.getByLabel('Definition').fill('Somebody who walks')
    await save()
    await page.getByRole('row', { name: /^Pedestrian Somebody who walks/ }).waitFor()
  })

  it('goes on with a box that is drawn in the video and set again where the thing has moved to', async () => {
    await go('Library')
    await page.getByRole('link', { name: filename }).click()
    const chooser = page.getByRole('region', { name: 'Label of new boxes' })
    await chooser.getByRole('textbox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Pedestrian' }).click()
    await chooser.getByRole('button', { name: 'Draw a box' }).click()
    const { x, y, width, height } = (await page.locator('video').boundingBox())!
    await page.mouse.move(x + 0.2 * width, y + 0.3 * height)
    await page.mouse.down()
    await page.mouse.move(x + 0.3 * width, y + 0.6 * height, { steps: 3 })
    await page.mouse.up()
    await page.getByText('1 track, frames').waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await page.locator('output[data-frame="10"]').waitFor()
    await page.getByRole('button', { name: 'Set keyframe' }).click()
    await page.getByRole('img', { name: 'Keyframes at 0, 10' }).waitFor()
  })

  it('has a summary written, which can be stopped and begun again, and claims found in it', async () => {
    await page.getByRole('link', { name: 'Summary & claims', exact: true }).click()
    const request = async () => {
      await page.getByRole('button', { name: 'Generate a summary' }).click()
      await page.getByLabel('Maximum number of frames').fill('3')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
    }
    await request()
    const status = page.getByRole('status').filter({ hasText: 'Generating the summary: ' })
    await status.getByText(/ \d+ %$/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await status.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('alert').getByText('Cancelled').waitFor()
    await page.getByText('This persona has no summary of the video yet.').waitFor()
    await request()
    // A detector examines the pictures, with one of two busy cores to itself at best, hence the long timeout.
    await page.getByText(/people are seen at once/).waitFor({ timeout: 100_000 })
    await page.getByRole('button', { name: 'Extract claims' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('treeitem').filter({ hasText: 'people are seen at once' }).waitFor({ timeout: 60_000 })
  })

  it('goes from a claim to the frame that shows it', async () => {
    const claim = page.getByRole('treeitem').filter({ hasText: 'people are seen at once' })
    const evidence = claim.getByRole('link', { name: 'Show in video' })
    const frame = /frame=(\d+)/.exec((await evidence.getAttribute('href')) ?? '')?.[1]
    await evidence.click()
    await page.locator(`canvas[data-frame="${frame}"]`).waitFor()
    await claim.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Open on the page of the video' }).click()
    await page.locator(`output[data-frame="${frame}"]`).waitFor()
    expect(Number(frame)).toBeLessThan(120)
  })

  it('takes all of it out as a file, which somebody else takes in and reads', async () => {
    await go('Import and export')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await (await coming).saveAs(file)
    await chooseOfAccount(page, 'Sign out')
    await signIn('Ben')
    await go('Import and export')
    await page.locator('input[type=file]').setInputFiles(file)
    await page
      .getByRole('region', { name: 'Preview' })
      .getByRole('row', { name: /^Personas 1/ })
      .waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Import complete' }).waitFor()
    await go('Library')
    await page.getByRole('link', { name: filename }).click()
    await page.getByText('1 track, frames').waitFor()
    await page.getByRole('img', { name: 'Keyframes at 0, 10' }).waitFor()
    await page.getByRole('link', { name: 'Summary & claims', exact: true }).click()
    await page.getByRole('treeitem').filter({ hasText: 'people are seen at once' }).waitFor()
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
  })
})
