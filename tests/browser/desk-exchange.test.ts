import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { claim, entity } from '../exchange/lines.js'
import { leftOut } from '../support/left-out.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'
import { keepPicture, openDesk, startDesk, withoutUpdates, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let ben: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let file: string
let videoId: string
let workers: { close(): Promise<void> } | undefined

/** The names of the queries that a page sends from now on, as they are sent. */
async function queriesOf(page: Page): Promise<string[]> {
  const stored = new URL('../../web/generated/persisted-documents.json', import.meta.url)
  const documents = JSON.parse(await readFile(stored, 'utf8')) as Record<string, string>
  const names: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql')) return
    const { documentId } = request.postDataJSON() as { documentId: string }
    const [, name] = /\bquery (\w+)/.exec(documents[documentId] ?? '') ?? []
    if (name) names.push(name)
  })
  return names
}

describe.skipIf(leftOut(noBrowser, 'files in a browser'))('files in and out', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, desk, stop } = await startDesk(() => startApi({ EXPORTS_KEPT_PER_USER: '2' })))
    ben = await api.person('Ben')
    videoId = await makeVideo(api)
    await makeContent(ann, videoId)
  })
  afterAll(async () => {
    await workers?.close()
    await stop?.()
  })

  it('are counted before they are made, and come as the export routes give them', async () => {
    const { page } = desk
    await page.goto(`${api.url}/exchange`)
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Claims 2$/ })
      .waitFor()
    const said = await page.getByText(/^Everything is about .*B\.$/).innerText()
    expect(await desk.barriers()).toEqual([])
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const saved = await coming
    file = join(api.folder, 'ann.jsonl')
    await saved.saveAs(file)
    const text = await readFile(file, 'utf8')
    expect(text).toBe((await ann.get('/api/export/all')).text)
    const [, kilobytes] = /about ([\d.]+) kB/.exec(said) ?? []
    expect((Number(kilobytes) * 1000) / text.length).toBeGreaterThan(0.9)
    expect((Number(kilobytes) * 1000) / text.length).toBeLessThan(1.1)
    await page.getByText(`Saved as ${saved.suggestedFilename()}`).waitFor()
    expect(desk.faults).toEqual([])
  })

  it('are prepared by the server, with their states, and hold what the direct download holds', async () => {
    const project = await made(ann.post('/api/projects', { name: 'Port', slug: 'port' }))
    const other = await openDesk(browser, api, ann)
    const { page } = other
    const read = await queriesOf(page)
    // The page also follows the end of an export, at any later moment; here it only asks again and again.
    await withoutUpdates(page)
    await page.clock.install()
    await page.goto(`${api.url}/exchange`)
    const list = page.getByRole('region', { name: 'Prepared exports' })
    const press = (name: string | RegExp, on: Locator | Page = page) =>
      on.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click()
    const scope = async (name: string) => {
      await page.getByRole('textbox', { name: 'Scope' }).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await list.getByText(/^No prepared exports\./).waitFor()

    // No worker runs yet, so that both wait.
    await scope('Project Port')
    await press('Prepare export')
    const ofProject = list.getByRole('row', { name: /^Everything Project / })
    await ofProject
      .and(list.getByRole('row', { name: /Project Port/ }))
      .getByText('waiting, 0 %')
      .waitFor()
    await scope('My content')
    await page.getByLabel('Include interpolated boxes').check()
    await press('Prepare export')
    const own = list.getByRole('row', { name: /^Everything My content; with interpolated boxes / })
    await own.getByText('waiting, 0 %').waitFor()
    await press('Prepare export')
    const refusal = page.getByRole('main').getByRole('alert')
    await refusal.getByText('You have as many prepared exports as one user may keep.').waitFor()
    expect(await refusal.getByRole('button', { name: /^Delete: / }).count()).toBe(2)
    expect(await other.barriers()).toEqual([])
    await press(/^Cancel: /, own)
    await own.waitFor({ state: 'detached' })
    expect(await refusal.count()).toBe(0)

    // What the project one is made of goes before it is written.
    await made(ann.delete(`/api/projects/${project.id}`))
    workers = createWorkers(api.app)
    await ofProject.getByText('failed: Project not found').waitFor()
    await press('Prepare export')
    await own.getByText(/^ready, \d+ B$|^ready, [\d.]+ kB$/).waitFor()
    await page.getByText(/^The export is ready: Everything, /).waitFor()
    expect(await other.barriers()).toEqual([])
    const coming = page.waitForEvent('download')
    await own.getByRole('link', { name: /^Download: Everything, / }).click()
    const saved = await coming
    expect(saved.suggestedFilename()).toMatch(/^parallax-all-\d{8}T\d{6}Z\.jsonl\.gz$/)
    const path = join(api.folder, 'prepared.gz')
    await saved.saveAs(path)
    const direct = await ann.get('/api/export/all?includeInterpolated=true')
    expect(direct.status).toBe(200)
    expect(gunzipSync(await readFile(path)).toString()).toBe(direct.text)

    // Nothing is written any more, so that only the imports are read again and again.
    read.length = 0
    await page.clock.runFor(6000)
    await expect.poll(() => read).toContain('ImportsDone')
    expect(read).not.toContain('PreparedExports')
    for (const row of [own, ofProject]) {
      await press(/^Delete: /, row)
      const question = page.getByRole('dialog')
      await question.getByText('The file is deleted from the server and cannot be restored.').waitFor()
      await press('Delete', question)
      await row.waitFor({ state: 'detached' })
    }
    await list.getByText(/^No prepared exports\./).waitFor()
    expect(await made(ann.get('/api/exports'))).toEqual([])
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('say how large each of them gets, how far it is, and when the rest does not come', async () => {
    const dora = await api.person('Dora')
    const { id } = await made(dora.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'Where?' }))
    const type = (name: string) => ({ id: name, name, gloss: [] })
    await made(dora.put(`/api/personas/${id}/ontology`, { entities: [type('tug')], events: [type('tow')] }))
    const thing = (name: string) => ({ id: name, name, description: [] })
    await made(dora.put('/api/world', { entities: [thing('Quay'), thing('Crane'), thing('Lock')] }))
    const boxes = [0, 10].map((frameNumber) => ({ frameNumber, x: 1, y: 1, width: 9, height: 9, isKeyframe: true }))
    const track = { personaId: id, type: 'type', label: 'tug', frames: { boxes } }
    const annotation = await made(dora.post('/api/annotations', { ...track, videoId: await makeVideo(api) }))
    await made(dora.post('/api/reviews', { ids: [annotation.id], state: 'accepted' }))
    const other = await openDesk(browser, api, dora)
    const { page } = other
    await page.goto(`${api.url}/exchange`)
    // The content: a persona, its ontology with two types, three objects, and an annotation with two keyframes.
    const { fileSizes: sizes } = await made(dora.get('/api/export/stats'))
    const bytes = (count: number) => (count < 1000 ? `${count} B` : `${(count / 1000).toFixed(1)} kB`)
    await page.getByText(`Everything is about ${bytes(sizes.all)}.`).waitFor()
    await page.getByLabel('Include interpolated boxes').check()
    await page.getByText(`Everything is at least ${bytes(sizes.all)}.`).waitFor()
    await page.getByLabel('Include interpolated boxes').uncheck()
    // By review: nothing was rejected, and what was accepted comes when its state is chosen too.
    const state = (name: string) => page.getByRole('option', { name, exact: true }).click()
    await page.getByRole('textbox', { name: 'Only what is in these review states' }).click()
    await state('Rejected')
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Annotations 0$/ })
      .waitFor()
    await state('Accepted')
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Annotations 1$/ })
      .waitFor()
    await state('Rejected')
    await state('Accepted')
    await page.keyboard.press('Escape')
    for (const [name, size] of [
      ['Annotations', sizes.annotations],
      ['World', sizes.world],
      ['Summaries and claims', 0],
      ['Personas and ontologies', sizes.personas],
    ] as const) {
      await page.getByRole('textbox', { name: 'Content', exact: true }).click()
      await page.getByRole('option', { name, exact: true }).click()
      await page.getByText(`The file is about ${bytes(size)}.`).waitFor()
    }
    // Replaces the download by a stream whose bytes the test sends.
    await page.evaluate(`(() => {
      const real = window.fetch
      window.fetch = (address, options) => String(address).startsWith('/api/export/personas')
        ? Promise.resolve(new Response(new ReadableStream({ start: (control) => { window.file = control } })))
        : real(address, options)
    })()`)
    const bar = page.getByRole('progressbar', { name: 'Downloading the file' })
    const quarter = Math.floor(sizes.personas / 4)
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    for (const [count, text, percent] of [
      [quarter, `${bytes(quarter)} / ${bytes(sizes.personas)}`, Math.round((100 * quarter) / sizes.personas)],
      [quarter, `${bytes(2 * quarter)} / ${bytes(sizes.personas)}`, Math.round((200 * quarter) / sizes.personas)],
      [sizes.personas, bytes(2 * quarter + sizes.personas), 100],
    ] as const) {
      await page.evaluate(`window.file.enqueue(new Uint8Array(${count}))`)
      await page.getByText(`Downloading the file: ${text}`, { exact: true }).waitFor()
      expect(await bar.getAttribute('aria-valuenow')).toBe(String(percent))
    }
    expect(await other.barriers()).toEqual([])
    await page.evaluate(`window.file.error(new TypeError('network error'))`)
    await page.getByRole('alert').getByText('What you see may be out of date').waitFor()
    await page.getByText('The page keeps trying to reach it').waitFor()
    expect(await page.getByText('network error').count()).toBe(0)
    await page.getByText('What you see may be out of date').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('come in the formats of other tools, each with what it is for and, where it holds one video, that video', async () => {
    const { page } = desk
    await page.goto(`${api.url}/exchange`)
    const choose = async (field: string, option: string | RegExp) => {
      await page.getByRole('textbox', { name: field, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const button = page.getByRole('button', { name: 'Export', exact: true })
    const said = async () => {
      const coming = page.waitForEvent('download')
      await button.click()
      const saved = await coming
      const path = join(api.folder, 'format')
      await saved.saveAs(path)
      return [saved.suggestedFilename(), await readFile(path, 'utf8')]
    }
    await choose('Format', 'COCO')
    await page.getByText('For training detectors: a box on every frame').waitFor()
    expect(await page.getByText(/^Everything is about/).count()).toBe(0)
    expect(await page.getByLabel('Include interpolated boxes').count()).toBe(0)
    expect(await said()).toEqual(['annotations.coco.json', (await ann.get('/api/export/all?format=coco')).text])
    await choose('Format', 'MOT')
    expect(await button.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Prepare export' }).isDisabled()).toBe(true)
    const video = await made(ann.get(`/api/videos/${videoId}`))
    await page.getByRole('textbox', { name: 'Video' }).fill(video.filename.slice(0, -4))
    await page.getByRole('option', { name: video.filename }).click()
    const mot = await ann.get(`/api/export/all?format=mot&videoIds=${video.id}`)
    expect(mot.text).toMatch(/^1,1,/)
    expect(await said()).toEqual(['gt.txt', mot.text])
    expect(await desk.barriers()).toEqual([])
    await choose('Content', 'World')
    expect(await page.getByRole('textbox', { name: 'Format', exact: true }).inputValue()).toBe('JSON Lines')
    expect(desk.faults).toEqual([])
  })

  it('of another program are told to be here already when they come again under new ids', async () => {
    const other = await openDesk(browser, api, await api.person())
    const { page } = other
    await page.goto(`${api.url}/exchange`)
    const converted = () => ({
      ...{ name: 'converted.jsonl', mimeType: 'application/x-ndjson' },
      buffer: Buffer.from(JSON.stringify({ type: 'entity', data: { id: newId(), name: 'Truck' } })),
    })
    await page.locator('input[type=file]').setInputFiles(converted())
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Import complete' }).waitFor()
    expect(await page.getByText('seems to be here already').count()).toBe(0)
    await page.locator('input[type=file]').setInputFiles(converted())
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText('1 line seems to be here already').waitFor()
    await preview.getByText('1 object seems to be here already, and is imported a second time').click()
    await preview.getByText('Line 1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const done = page.getByRole('region', { name: 'Import complete' })
    await done.getByText('1 line seems to be here already').waitFor()
    await done.getByText('1 object seems to be here already, and is imported a second time').waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('are shown to somebody else as what would happen, and then taken in', async () => {
    const other = await openDesk(browser, api, ben)
    const { page } = other
    await page.goto(`${api.url}/exchange`)
    await page.locator('input[type=file]').setInputFiles(file)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('row', { name: /^Claims 2/ }).waitFor()
    expect(await made(ben.get('/api/export/stats'))).toMatchObject({ claimCount: 0 })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page
      .getByRole('region', { name: 'Import complete' })
      .getByRole('row', { name: /^Claims 2/ })
      .waitFor()
    expect(await made(ben.get('/api/export/stats'))).toMatchObject({ claimCount: 2, annotationCount: 1 })
    await page.getByRole('table', { name: 'Import history' }).getByText('ann.jsonl').waitFor()
    expect(await other.barriers()).toEqual([])
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('that meet what is there ask what to do, with a report that can be filtered and saved', async () => {
    const { page } = desk
    await page.goto(`${api.url}/exchange`)
    await page.locator('input[type=file]').setInputFiles(file)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByRole('row', { name: /^Personas 0 1$/ }).waitFor()
    await preview.getByText('1 annotation exists already: skipped').waitFor()
    expect(await preview.innerText()).not.toMatch(/duplicate[-_]/)
    expect(await page.getByRole('textbox', { name: 'Existing personas' }).inputValue()).toBe('Keep existing (default)')
    await page.getByRole('textbox', { name: 'Existing personas' }).click()
    await page.getByRole('option', { name: 'Import under a new name' }).click()
    await preview.getByRole('row', { name: /^Personas [1-9] 0/ }).waitFor()
    await preview.getByLabel('Only notes with these words').fill('no such words')
    await preview.getByText(/^0 of \d+ notes$/).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('region', { name: 'Import complete' }).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await keepPicture(page, 'exchange')
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the report' }).click()
    const report = await coming
    expect(report.suggestedFilename()).toBe('ann-report.json')
    const path = join(api.folder, 'report.json')
    await report.saveAs(path)
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      success: true,
      summary: { importedItems: { personas: expect.any(Number) }, failedLines: 0 },
    })
    expect(desk.faults).toEqual([])
  })

  it('with hundreds of notes show what they come to, and the button, without scrolling', async () => {
    const cara = await api.person('Cara')
    const here = Array.from({ length: 400 }, (_, n) => entity(`crane ${n}`))
    await made(cara.put('/api/world', { entities: here.map(({ data }) => data) }))
    const lost = Array.from({ length: 300 }, () => claim(newId()))
    const other = await openDesk(browser, api, cara, { width: 1440, height: 900 })
    const { page } = other
    const isInView = async (one: Locator) => {
      const { y, height } = (await one.boundingBox())!
      const header = (await page.getByRole('banner').boundingBox())!
      return y >= header.height && y + height <= 900
    }
    await page.goto(`${api.url}/exchange`)
    await page
      .locator('input[type=file]')
      .setInputFiles({
        ...{ name: 'harbour.jsonl', mimeType: 'application/x-ndjson' },
        buffer: Buffer.from([...here, ...lost].map((line) => JSON.stringify(line)).join('\n')),
      })
    const preview = page.getByRole('region', { name: 'Preview' })
    const objects = preview.getByText('400 objects exist already: skipped')
    await objects.waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    expect(await isInView(preview.getByRole('button', { name: 'Import', exact: true }))).toBe(true)
    await preview.getByText('300 lines refer to a summary that is missing: skipped').waitFor()
    await preview.getByText('700 of 700 lines are skipped, more than are imported').waitFor()
    expect(await preview.innerText()).not.toMatch(/-item|[a-z][-_](object|dependency|conflict|skipped|reference)/)
    await objects.click()
    await preview.getByText('Line 100: Entity crane 99').waitFor()
    await preview.getByRole('button', { name: 'Show more' }).click()
    await preview.getByText('Line 101: Entity crane 100').scrollIntoViewIfNeeded()
    expect(await other.barriers()).toEqual([])
    await page.mouse.wheel(0, 10_000)
    await preview.getByRole('button', { name: 'Import', exact: true }).click()
    const done = page.getByRole('region', { name: 'Import complete' })
    await done.getByText('700 lines, 0 with errors').waitFor()
    await expect.poll(() => isInView(done.getByRole('alert'))).toBe(true)
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('show nothing under choices that are no longer chosen', async () => {
    const { page } = desk
    await page.goto(`${api.url}/exchange`)
    const held: (() => void)[] = []
    await page.route('**/api/import/preview', (route) => {
      held.push(() => void route.continue().catch(() => undefined))
    })
    await page.locator('input[type=file]').setInputFiles(file)
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('textbox', { name: 'Existing personas' }).click()
    await page.getByRole('option', { name: 'Import under a new name' }).click()
    await expect.poll(() => held.length).toBe(2)
    held[0]?.()
    await page.waitForTimeout(1000)
    const preview = page.getByRole('region', { name: 'Preview' })
    expect(await preview.count()).toBe(0)
    held[1]?.()
    await preview.getByRole('row', { name: /^Personas [1-9] 0/ }).waitFor()
    await page.unroute('**/api/import/preview')
  })

  it('that are sent whole cannot be stopped, and nobody is told that they were not taken in', async () => {
    const other = await openDesk(browser, api, ann)
    const { page } = other
    await page.goto(`${api.url}/exchange`)
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('region', { name: 'Preview' }).waitFor()
    const start = page.getByRole('button', { name: 'Import', exact: true })
    // A proxy gives up waiting, while the server may still be importing.
    await page.route('**/api/import', (route) => route.fulfill({ status: 504, body: '' }))
    await start.click()
    const refusal = page.getByRole('main').getByRole('alert')
    await refusal.getByText(/^ann.jsonl: /).waitFor()
    expect(await refusal.getByText('Nothing was imported').count()).toBe(0)
    expect(await refusal.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.unroute('**/api/import')
    // Holds the lock of Ann's imports, as if another one were running.
    const lock = await api.app.services.db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${ann.id}`}, 0))`.execute(lock)
    await start.click()
    await page.getByText(/^Sending the file: (.+) \/ \1$/).waitFor()
    expect(await page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0)
    const choice = page.getByRole('textbox', { name: 'Existing personas' })
    expect(await choice.isDisabled()).toBe(true)
    await lock.rollback().execute()
    await page.getByRole('region', { name: 'Import complete' }).waitFor()
    await other.close()
  })

  it('that are refused stay on the page, with why and what to do, until they are put away', async () => {
    const { page } = desk
    // Only alerts in the content are meant, not notifications, which vanish by themselves.
    const refusal = page.getByRole('main').getByRole('alert')
    const choose = (path: string) => page.locator('input[type=file]').setInputFiles(path)
    const whole = await readFile(file)
    await page.reload()
    await writeFile(file, 'no line\n')
    await choose(file)
    await refusal.getByText(/^ann.jsonl: Failed to parse line 1.* one JSON object a line\.$/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await refusal.getByRole('button', { name: 'Close' }).click()
    await refusal.waitFor({ state: 'detached' })

    const large = join(api.folder, 'large.jsonl')
    await writeFile(large, '')
    await truncate(large, 101 * 1024 * 1024)
    await choose(large)
    await refusal.getByText(/^large.jsonl: File exceeds the 100 MB limit\. Export it in parts/).waitFor()
    // The server is not reported as lost: it refused the file before it was sent completely.
    expect(await page.getByText('The server is not responding').count()).toBe(0)

    await choose(file)
    await refusal.getByText(/^ann.jsonl: /).waitFor()
    expect(await refusal.getByText(/large/).count()).toBe(0)
    // The file is changed on disk, as by an editor that mends it, while the page still holds the old file.
    await writeFile(file, whole.subarray(0, 100))
    await page.getByLabel('Strict mode: warnings are errors').click()
    await refusal.getByText('ann.jsonl: The file has changed since it was chosen. Choose it again.').waitFor()
    await refusal.getByRole('button', { name: 'Try again' }).waitFor()
    const mended = join(api.folder, 'mended.jsonl')
    await writeFile(mended, whole)
    await choose(mended)
    await page.getByRole('region', { name: 'Preview' }).waitFor()
    expect(await refusal.getByText('Choose it again').count()).toBe(0)
    // Only the refused requests may have failed.
    expect(desk.faults.filter((fault) => !/import\/preview|\b(400|413)\b|ERR_UPLOAD_FILE_CHANGED/.test(fault))).toEqual(
      [],
    )
  })

  it('are chosen by any of the personas there are, and those taken in are listed page by page', async () => {
    const { page } = desk
    const persona = (n: number) => ({ name: `Crew ${n}`, role: 'Crew', informationNeed: 'Who?' })
    for (let n = 0; n < 130; n++) await made(ann.post('/api/personas', persona(n)))
    await api.app.services.db
      .insertInto('importHistory')
      .values(
        Array.from({ length: 12 }, (_, n) => ({
          ...{ id: newId(), importedBy: ann.id, filename: `old-${n}.jsonl`, importOptions: '{}', result: '{}' },
          ...{ success: true, itemsImported: n, itemsSkipped: 0, createdAt: new Date(2020, 0, n + 1) },
        })),
      )
      .execute()
    await page.reload()
    const imports = page.getByRole('region', { name: 'Import history' })
    await imports.getByRole('button', { name: 'Show more' }).click()
    await imports.getByText('old-0.jsonl').waitFor()
    for (const name of ['Crew 0', 'Crew 129']) {
      await page.getByRole('textbox', { name: 'Only annotations of these personas' }).fill(name)
      await page.getByRole('option', { name, exact: true }).click()
    }
  })
})
