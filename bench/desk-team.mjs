// The main tasks of a team at the desk in Chromium, by mouse and by keyboard alone, at widths of 1440 and 390: `node
// bench/desk-team.mjs [FOLDER] [RUN...]`. Users register, create a group and a project, add videos and a member,
// assign, annotate, summarise, extract claims, review, share, fork, export and import. Prints acts and seconds of each
// step and where the focus was lost; saves pictures of each step, light and dark, into FOLDER.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { startServer } from './server.mjs'

const [pictures, ...chosen] = process.argv.slice(2)
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
if (!existsSync(executablePath))
  throw new Error(`There is no Chromium at ${executablePath}; CHROMIUM_PATH may name one`)
if (pictures) mkdirSync(pictures, { recursive: true })
const { freePort } = await import('../dist/src/database/launch/postmaster.js')
const { startModelService } = await import('@parallax/model-service/server.js')
const { readModelServiceConfig } = await import('@parallax/model-service/config.js')

const folder = mkdtempSync(join(tmpdir(), 'parallax-team-'))
const videos = join(folder, 'videos')
mkdirSync(videos)
const [filename, other] = ['pedestrians.webm', 'dust-storm.webm']
for (const name of [filename, other])
  copyFileSync(fileURLToPath(new URL(`../tests/fixtures/videos/${name}`, import.meta.url)), join(videos, name))
const modelPort = await freePort()
const modelService = await startModelService(
  readModelServiceConfig({
    MODEL_SERVICE_PORT: String(modelPort),
    MODEL_SERVICE_VIDEO_ROOT: videos,
    THUMBNAIL_OUTPUT_ROOT: join(folder, 'made'),
    LOG_LEVEL: 'silent',
  }),
)
const server = await startServer({
  STORAGE_PATH: videos,
  MODEL_SERVICE_URL: `http://127.0.0.1:${modelPort}`,
  ALLOW_REGISTRATION: 'true',
})
server.startWorker()
const runs = {
  'mouse-1440': { keys: false, width: 1440, height: 900 },
  'keys-1440': { keys: true, width: 1440, height: 900 },
  'mouse-390': { keys: false, width: 390, height: 844 },
  'keys-390': { keys: true, width: 390, height: 844 },
}
let browser
try {
  await server.call(server.admin, 'POST', '/api/videos/sync', {})
  browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  for (const [name, run] of Object.entries(runs))
    if (chosen.length === 0 || chosen.includes(name)) await teamJob(name, run)
} finally {
  await browser?.close()
  await server.stop()
  await modelService.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Returns the mouse or keyboard of a user in a separate window; an act is a click, a typed text, or a key. */
async function handsOf({ keys, width, height }, note) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  page.on('pageerror', (error) => note(`error: ${error.message}`))
  const hands = { page, acts: 0, tabs: 0 }
  const key = async (name) => {
    hands.acts++
    await page.keyboard.press(name)
  }
  const reach = async (there) => {
    await there.waitFor()
    for (let steps = 0; steps < 150; steps++) {
      if ((await there.and(page.locator(':focus')).count()) === 1) return
      hands.tabs++
      await key('Tab')
    }
    throw new Error(`Tab does not lead to ${String(there)}`)
  }
  const click = async (there) => {
    hands.acts++
    await there.click()
  }
  const go = async (to, press) => {
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    await page.getByRole('navigation', { name: 'Pages' }).first().waitFor({ state: 'attached' })
    if (await menu.isVisible()) await press(menu)
    await press(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: to }))
  }
  const withKeys = {
    key,
    reach,
    async press(there, name = 'Enter') {
      await reach(there)
      await key(name)
    },
    async type(there, text) {
      await reach(there)
      await key('Control+A')
      hands.acts++
      await page.keyboard.type(text)
    },
    /** Chooses an option of a list that opens with its field, after typing a part of its name if `part` is set. */
    async choose(there, name, part) {
      await reach(there)
      if (part) {
        hands.acts++
        await page.keyboard.type(part)
      }
      const option = page.getByRole('option', { name, exact: true })
      // The list of a field without text input is opened by a key.
      if (!part) await key('ArrowDown')
      await option.waitFor()
      await page.waitForTimeout(150)
      for (let i = 0; (await option.getAttribute('data-combobox-selected')) === null && i < 20; i++)
        await key('ArrowDown')
      await key('Enter')
    },
    check: (there) => withKeys.press(there, 'Space'),
    /** Chooses an entry of the menu that is open. */
    async entry(name) {
      const there = page.getByRole('menuitem', { name })
      await there.waitFor()
      const isThere = () => there.evaluate((element) => element === document.activeElement)
      for (let i = 0; !(await isThere()) && i < 9; i++) await key('ArrowDown')
      await key('Enter')
    },
    async tab(name) {
      await reach(page.getByRole('tab', { selected: true }))
      const tab = page.getByRole('tab', { name })
      for (let i = 0; (await tab.getAttribute('aria-selected')) !== 'true' && i < 9; i++) await key('ArrowRight')
    },
    go: (to) => go(to, withKeys.press),
    /** Returns whether an element has the focus; without one, the next Tab may start anywhere. */
    async focus() {
      return page.evaluate(() => document.activeElement !== document.body)
    },
  }
  const withMouse = {
    press: click,
    async type(there, text) {
      hands.acts++
      await there.fill(text)
    },
    async choose(there, name, part) {
      await (part ? withMouse.type(there, part) : click(there))
      await click(page.getByRole('option', { name, exact: true }))
    },
    check: click,
    entry: (name) => click(page.getByRole('menuitem', { name })),
    tab: (name) => click(page.getByRole('tab', { name })),
    go: (to) => go(to, click),
    focus: async () => true,
  }
  return Object.assign(hands, keys ? withKeys : withMouse, { context })
}

async function teamJob(name, run) {
  const notes = []
  const note = (text) => notes.push(text)
  const [lena, otto, rita] = await Promise.all([1, 2, 3].map(() => handsOf(run, note)))
  const tail = name.replace('-', '')
  let [count, all] = [0, { acts: 0, tabs: 0, seconds: 0 }]
  const shot = async ({ page }, what) => {
    if (!pictures) return
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(150)
      const place = join(pictures, `${name}-${String(count).padStart(2, '0')}-${what}-${colorScheme}.png`)
      await page.screenshot({ path: place })
    }
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
  const step = async (what, hands, act) => {
    count++
    const [begun, acts, tabs] = [Date.now(), hands.acts, hands.tabs]
    try {
      await act(hands)
    } catch (error) {
      await shot(hands, `${what}-failed`)
      print(`${name} failed at ${what}`, notes.join('; '))
      throw error
    }
    const seconds = (Date.now() - begun) / 1000
    await hands.page.waitForTimeout(300)
    if (!what.startsWith('register') && !(await hands.focus())) note(`focus lost after ${what}`)
    else if (process.env.BENCH_FOCUS) note(`${what}: ${await hands.page.evaluate(focused)}`)
    // A page that is wider than the window scrolls sideways.
    const wide = await hands.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (wide > 0) note(`${wide} px too wide after ${what}`)
    await shot(hands, what)
    const done = { acts: hands.acts - acts, tabs: hands.tabs - tabs }
    print(`${name} ${what}`, `${done.acts} acts (${done.tabs} Tab), ${seconds.toFixed(1)} s`)
    all = { acts: all.acts + done.acts, tabs: all.tabs + done.tabs, seconds: all.seconds + seconds }
  }
  const button = ({ page }, text) => page.getByRole('button', { name: text, exact: true })
  const box = ({ page }, text) => page.getByRole('textbox', { name: text, exact: true })
  const heading = ({ page }, text) => page.getByRole('heading', { name: text, exact: true }).waitFor()

  const register = (who) => async (hands) => {
    await hands.page.goto(server.url)
    await hands.press(button(hands, 'No account yet? Create one'))
    await hands.type(hands.page.getByLabel('Username'), `${who}-${tail}`.toLowerCase())
    await hands.type(hands.page.getByLabel('Display name'), `${who} ${tail}`)
    await hands.type(hands.page.getByLabel(/^Password/), 'ferry-to-the-north')
    await hands.press(button(hands, 'Create an account'))
    await hands.page.getByRole('button', { name: `Account of ${who} ${tail}` }).waitFor()
  }
  await step('register', lena, register('Lena'))
  await step('register-other', otto, register('Otto'))
  await step('register-reviewer', rita, register('Rita'))
  const ottos = `Otto ${tail} (otto-${tail})`
  const main = lena.page.getByRole('main')

  await step('group', lena, async (hands) => {
    await hands.go('Groups')
    await hands.press(main.getByRole('button', { name: 'New group' }).first())
    await hands.type(lena.page.getByRole('dialog').getByLabel('Name'), `Harbour watch ${tail}`)
    await shot(hands, 'group-dialog')
    await hands.press(button(hands, 'Save'))
    await heading(hands, `Harbour watch ${tail}`)
  })
  await step('group-member', lena, async (hands) => {
    await hands.choose(box(hands, 'Person'), ottos, `otto-${tail}`)
    await hands.press(button(hands, 'Add'))
    await hands.page.getByRole('row', { name: new RegExp(`^Otto ${tail}`) }).waitFor()
  })
  await step('project', lena, async (hands) => {
    await hands.go('Projects')
    await hands.press(main.getByRole('button', { name: 'New project' }).first())
    await hands.type(lena.page.getByRole('dialog').getByLabel('Name'), `Ferries ${tail}`)
    await hands.press(button(hands, 'Save'))
    await heading(hands, `Ferries ${tail}`)
    await hands.page.getByText('This project has no videos yet.').waitFor()
  })
  await step('videos', lena, async (hands) => {
    await hands.press(main.getByRole('button', { name: 'Add videos' }).first())
    const adding = hands.page.getByRole('dialog', { name: 'Add videos' })
    await hands.type(adding.getByLabel('Search by name'), 'pede')
    await adding.getByRole('checkbox', { name: other }).waitFor({ state: 'detached' })
    await hands.check(adding.getByRole('checkbox', { name: filename }))
    await shot(hands, 'videos-dialog')
    await hands.press(adding.getByRole('button', { name: 'Add 1 video' }))
    await hands.page.getByRole('row', { name: new RegExp(filename) }).waitFor()
  })
  await step('member', lena, async (hands) => {
    await hands.tab(/^Members/)
    await hands.choose(box(hands, 'Person or group'), ottos, 'ott')
    await hands.press(button(hands, 'Add'))
    await hands.page.getByRole('row', { name: new RegExp(`^Otto ${tail}`) }).waitFor()
  })
  await step('reviewer', lena, async (hands) => {
    await hands.choose(box(hands, 'Person or group'), `Rita ${tail} (rita-${tail})`, `rita-${tail}`)
    await hands.choose(box(hands, 'Role'), 'Reviewer')
    await hands.press(button(hands, 'Add'))
    await hands.page.getByRole('row', { name: new RegExp(`^Rita ${tail}`) }).waitFor()
  })
  await step('assign', lena, async (hands) => {
    await hands.tab(/^Videos/)
    await hands.choose(box(hands, `Assignee of ${filename}`), `Otto ${tail}`, 'Otto')
    await hands.page.waitForResponse((answer) => answer.url().includes('/graphql'))
  })
  await step('persona', lena, async (hands) => {
    await hands.tab(/^Personas/)
    await hands.press(main.getByRole('button', { name: 'New persona' }).first())
    await hands.type(box(hands, 'Name'), `Harbour master ${tail}`)
    await hands.type(hands.page.getByLabel('Role'), 'Master')
    await hands.type(hands.page.getByLabel('Information need'), 'What moves?')
    await shot(hands, 'persona-dialog')
    await hands.press(button(hands, 'Save'))
    await heading(hands, `Harbour master ${tail}`)
  })
  await step('type', lena, async (hands) => {
    await hands.press(button(hands, 'New entity type'))
    await hands.type(box(hands, 'Name'), 'Pedestrian')
    await shot(hands, 'type-dialog')
    await hands.press(button(hands, 'Save'))
    await hands.page.getByRole('row', { name: /^Pedestrian/ }).waitFor()
  })
  await step('share', lena, async (hands) => {
    await hands.press(button(hands, /^More acts on /))
    await hands.entry('Share')
    const sharing = hands.page.getByRole('dialog', { name: /^Share: / })
    await hands.choose(box(hands, 'Person or group'), `Harbour watch ${tail}`, 'Harbour')
    await hands.choose(box(hands, 'Access'), 'Can fork')
    await shot(hands, 'share-dialog')
    await hands.press(sharing.getByRole('button', { name: 'Share', exact: true }))
    await sharing.getByRole('row', { name: /^Harbour watch/ }).waitFor()
    await hands.press(sharing.getByRole('button', { name: 'Close' }))
    await sharing.waitFor({ state: 'detached' })
  })

  await step('open-assigned', otto, async (hands) => {
    await hands.page.reload()
    await hands.go('Projects')
    await hands.press(hands.page.getByRole('link', { name: `Ferries ${tail}` }))
    await hands.press(hands.page.getByRole('link', { name: filename }))
    await hands.page.locator('video').waitFor()
  })
  await step('annotate', otto, async (hands) => {
    await hands.choose(box(hands, 'Type'), 'Pedestrian', 'Ped')
    await hands.press(button(hands, 'Add box in centre'))
    await hands.page.getByText('1 track, frames').waitFor()
    await hands.page.keyboard.press('Shift+ArrowRight')
    await hands.page.locator('output[data-frame="10"]').waitFor()
    await hands.press(button(hands, 'Set keyframe'))
    await hands.page.getByRole('img', { name: 'Keyframes at 0, 10' }).waitFor()
    hands.acts++
  })
  await step('summarise', otto, async (hands) => {
    await hands.press(hands.page.getByRole('link', { name: 'Summary & claims', exact: true }))
    await hands.press(button(hands, 'Generate a summary'))
    await hands.type(hands.page.getByLabel('Maximum number of frames'), '3')
    await shot(hands, 'summarise-form')
    await hands.press(button(hands, 'Start'))
    await hands.page.getByText(/people are seen at once/).waitFor({ timeout: 100_000 })
  })
  await step('extract', otto, async (hands) => {
    await hands.press(button(hands, 'Extract claims'))
    await shot(hands, 'extract-form')
    await hands.press(button(hands, 'Start'))
    await hands.page.getByRole('treeitem').first().waitFor({ timeout: 60_000 })
  })
  const claims = rita.page.getByRole('treeitem')
  await step('review', rita, async (hands) => {
    await hands.page.reload()
    await hands.go('Projects')
    await hands.press(hands.page.getByRole('link', { name: `Ferries ${tail}` }))
    await hands.press(hands.page.getByRole('link', { name: filename }))
    await hands.press(hands.page.getByRole('link', { name: 'Summary & claims', exact: true }))
    await claims.first().waitFor()
    if (run.keys) {
      await hands.press(claims.first(), 'a')
      await hands.page.getByRole('button', { name: 'Accepted 1', exact: true }).waitFor()
      await hands.key('ArrowDown')
      await hands.key('r')
    } else {
      await hands.press(claims.first().getByRole('button', { name: /^Actions/ }))
      await hands.entry('Accept')
      await hands.page.getByRole('button', { name: 'Accepted 1', exact: true }).waitFor()
      await hands.press(claims.nth(1).getByRole('button', { name: /^Actions/ }))
      await hands.entry('Reject')
    }
    await hands.type(hands.page.getByLabel('Review note'), 'Which people?')
    await shot(hands, 'review-dialog')
    await hands.press(hands.page.getByRole('dialog').getByRole('button', { name: 'Reject' }))
    await hands.page.getByRole('button', { name: 'Rejected 1', exact: true }).waitFor()
  })
  await step('fork', otto, async (hands) => {
    await hands.go('Shared with me')
    await hands.press(button(hands, `Fork Persona: Harbour master ${tail}`))
    await shot(hands, 'fork-dialog')
    await hands.press(hands.page.getByRole('dialog').getByRole('button', { name: 'Fork', exact: true }))
    await heading(hands, `Harbour master ${tail} (copy from Lena ${tail})`)
    await hands.page.getByRole('row', { name: /^Pedestrian/ }).waitFor()
  })
  const file = join(folder, `${name}.jsonl`)
  await step('export', lena, async (hands) => {
    await hands.go('Import and export')
    await hands.choose(box(hands, 'Scope'), `Project Ferries ${tail}`, 'Ferries')
    const coming = hands.page.waitForEvent('download')
    await hands.press(button(hands, 'Export'))
    await (await coming).saveAs(file)
  })
  await step('import', otto, async (hands) => {
    await hands.go('Import and export')
    const choosing = hands.page.waitForEvent('filechooser')
    await hands.press(
      hands.page.locator('[tabindex="0"]', { hasText: 'Drop an export file (.jsonl) here, or choose one' }),
    )
    await (await choosing).setFiles(file)
    await hands.page.getByRole('region', { name: 'Preview' }).waitFor()
    await shot(hands, 'preview')
    await hands.press(button(hands, 'Import'))
    await hands.page.getByRole('region', { name: 'Import complete' }).waitFor()
  })
  print(`${name} in all`, `${all.acts} acts (${all.tabs} Tab), ${all.seconds.toFixed(1)} s`)
  for (const one of notes) print(name, one)
  for (const { context } of [lena, otto, rita]) await context.close()
}

/** Returns a description of the focused element. */
function focused() {
  const focused = document.activeElement
  return `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 40)}`
}

function print(what, text) {
  process.stdout.write(`${what}: ${text}\n`)
}
