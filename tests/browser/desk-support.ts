import axe from 'axe-core'
import { buildSchema, isEnumType } from 'graphql'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { programPath } from '@parallax/model-service/media/binaries.js'
import type { Person, TestApi } from '../support/api.js'
import { closeWindows, openBrowser } from './support.js'

/** Builds the desk into dist/, or takes it from the cache if none of its files has changed. */
export async function buildDesk(): Promise<void> {
  const built = (await import(new URL('../../bin/desk.mjs', import.meta.url).href)) as {
    buildDesk(folder: string): Promise<void>
  }
  await built.buildDesk(fileURLToPath(new URL('../../dist/desk', import.meta.url)))
}

/** Puts a video of four seconds into the library, without examining it. */
export async function putVideo({ app, folder }: Pick<TestApi, 'app' | 'folder'>, id: string): Promise<void> {
  const path = join(folder, 'videos', `${id}.webm`)
  mkdirSync(join(folder, 'videos'), { recursive: true })
  copyFileSync(fileURLToPath(new URL('../fixtures/videos/dust-storm.webm', import.meta.url)), path)
  await app.services.db
    .insertInto('videos')
    .values({ id, filename: `${id}.webm`, path, size: 1 })
    .execute()
}

/** What a test suite of the desk works with; `stop` closes the browser and the server. */
export interface DeskSuite<Api> {
  api: Api
  ann: Person
  browser: Browser
  /** Ann's browser window. */
  desk: OpenDesk
  page: Page
  stop: () => Promise<void>
}

/** Starts a server with the built desk and a browser in which Ann is signed in. */
export async function startDesk<Api extends TestApi>(start: () => Promise<Api>): Promise<DeskSuite<Api>> {
  await buildDesk()
  const api = await start()
  const ann = await api.person('Ann')
  const browser = await openBrowser()
  const desk = await openDesk(browser, api, ann)
  const stop = async () => {
    await closeWindows()
    await api.stop()
  }
  return { api, ann, browser, desk, page: desk.page, stop }
}

export interface OpenDesk {
  page: Page
  /** What must not happen on any page: console errors, exceptions, failed requests and requests to other servers. */
  faults: string[]
  /**
   * The violations of WCAG 2.2 AA that axe finds on the current page, in the light and the dark scheme, and the names
   * of values of enums that stand on it where a word of the user's language should.
   */
  barriers(): Promise<string[]>
  close(): Promise<void>
}

/** Opens a browser window with its own cookies, signed in as `person` if one is given. */
export async function openDesk(
  browser: Browser,
  api: Pick<TestApi, 'url'>,
  person?: Person,
  viewport = { width: 1280, height: 800 },
  locale = 'en-GB',
): Promise<OpenDesk> {
  // As after a visit to the page of a video on which the user has opened the numbers of the selected box.
  const opened = [{ name: 'parallax.open watch.numbers', value: 'true' }]
  const storageState = { cookies: [], origins: [{ origin: new URL(api.url).origin, localStorage: opened }] }
  const context = await browser.newContext({ viewport, locale, reducedMotion: 'reduce', storageState })
  if (person) {
    const [name = '', value = ''] = person.cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: api.url }])
  }
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  // Videos of `makeVideo` have no file, so that their pages ask for it in vain.
  const lacksFile = (url: string) => /\/api\/videos\/video-\d+\/stream$/.test(url)
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // Chromium warns about reading from a canvas, which only the tests do.
    const isOurs = message.text().includes('willReadFrequently') || lacksFile(message.location().url)
    if ((message.type() === 'error' || message.type() === 'warning') && !isOurs) faults.push(message.text())
  })
  page.on('requestfailed', (request) => {
    // Leaving a page or seeking in a video aborts what is being loaded.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED')
      faults.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && !lacksFile(response.url())) faults.push(`${response.status()} ${response.url()}`)
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(api.url) && !/^(blob|data):/.test(request.url())) faults.push(request.url())
  })
  return { page, faults, barriers: () => barriersOn(page), close: () => context.close() }
}

/** Chooses an entry of the menu of the rarer acts on what the page shows. */
export async function chooseOfMore(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^More acts on / }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Deletes the selected track by the menu of its other acts. */
export const deleteTrack = (page: Page): Promise<void> => chooseOfMore(page, 'Delete track')

/** Opens the form of a new object on the page of the world, which shows objects of all kinds. */
export async function newObject(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'New …' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** Shows one kind of objects on the page of the world. */
export const showKind = (page: Page, kind: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Kinds of objects' })
    .getByRole('button', { name: new RegExp(`^${kind}( |$)`) })
    .click()

/** Keeps from a page that is opened next what others change, as a slow network would, until `page.unrouteAll`. */
export const withoutUpdates = (page: Page): Promise<unknown> =>
  page.route('**/api/updates*', async (route) => {
    const position = new URL(route.request().url()).searchParams.get('since')
    if (position === null) return route.continue()
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.fulfill({ json: { position, everything: false, updates: [] } }).catch(() => undefined)
  })

/** In the dark scheme only what depends on colours can differ. */
const rulesOf = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** The names of values of all enums but those of formats, which are names of their own. */
const enumNames = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap())
  .filter((type) => isEnumType(type))
  .filter(({ name }) => name !== 'ExportFormat')
  .flatMap((type) => type.getValues().map(({ name }) => name))
  .filter((name) => name.length > 3)

/** The names of values of enums in the texts, labels and fields that the page shows. */
async function enumNamesOn(page: Page): Promise<string[]> {
  const shown = await page.evaluate<string>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const shown = []
    while (texts.nextNode())
      if (texts.currentNode.parentElement.checkVisibility()) shown.push(texts.currentNode.data)
    const labelled = '[aria-label], [title], input:not([type=hidden], [type=checkbox], [type=radio])'
    for (const one of document.querySelectorAll(labelled))
      shown.push(one.getAttribute('aria-label') ?? '', one.title, one.value ?? '')
    return shown.join(' ')
  })()`)
  const words = new Set(shown.match(/[A-Z][A-Z_0-9]+/g))
  return enumNames.filter((name) => words.has(name)).map((name) => `the name of a value of an enum: ${name}`)
}

async function barriersOn(page: Page): Promise<string[]> {
  const found = await enumNamesOn(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    // The content security policy allows only the desk's own scripts; what is evaluated is not subject to it.
    if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
    const options = { runOnly: rulesOf[colorScheme], resultTypes: ['violations'] }
    const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary } of nodes)
        found.push(`${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return found
}

/** Switches the page to a colour scheme and waits until every element has the colours of it. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  // The colours change a moment after the attribute, on a busy machine after some 100 ms.
  const colours = () =>
    page.evaluate<string>(`[...document.querySelectorAll('body, body *')].map((one) => {
      const { color, backgroundColor } = getComputedStyle(one)
      return color + backgroundColor
    }).join()`)
  const root = `html[data-mantine-color-scheme=${colorScheme}]`
  const before = (await page.locator(root).count()) === 0 ? await colours() : ''
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(root).waitFor({ state: 'attached' })
  for (let [last, now] = [before, before]; last === before || now !== last;) {
    await page.waitForTimeout(50)
    // A page that is still at work may have given only some elements their colours. One that draws all the time, on a
    // busy machine, is never idle.
    await page.evaluate('new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))')
    ;[last, now] = [now, await colours()]
  }
}

/** Saves a screenshot in docs/, in 128 colours, if there is none yet or UPDATE_PICTURES is set. */
export async function keepPicture(page: Page, name: string, { dark = false } = {}): Promise<void> {
  const path = fileURLToPath(new URL(`../../docs/desk-${name}.png`, import.meta.url))
  if (existsSync(path) && !process.env['UPDATE_PICTURES']) return
  const colorScheme = dark ? 'dark' : 'light'
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
  // Waits until notifications no longer cover the page and the colours of the scheme are applied.
  await page.locator('.mantine-Notification-root').first().waitFor({ state: 'hidden' })
  await page.waitForTimeout(500)
  const input = await page.screenshot()
  const palette = 'split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none'
  execFileSync(programPath('ffmpeg'), ['-v', 'error', '-y', '-i', 'pipe:0', '-vf', palette, path], { input })
}

/** Chooses an entry of the menu of the user. */
export async function chooseOfAccount(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
