import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made, makeVideo } from '../support/workspace.js'
import { keepPicture, openDesk, startDesk, type DeskSuite } from './desk-support.js'
import { noBrowser } from './support.js'

let suite: DeskSuite<TestApi>
let workers: { close(): Promise<void> } | undefined
let ann: Person
let projectId: string

describe.skipIf(leftOut(noBrowser, 'the agreement of a project in a browser'))('the agreement of a project', () => {
  beforeAll(async () => {
    suite = await startDesk(() => startApi({ JOB_LEASE_SECONDS: '6' }))
    workers = createWorkers(suite.api.app)
    ann = suite.ann
    projectId = (await made(ann.post('/api/projects', { name: 'Ferries', slug: 'ferries' }))).id
    const personaIds: string[] = []
    for (const name of ['Pilot', 'Merchant']) {
      const persona = { name, role: name, informationNeed: 'What?', projectId }
      personaIds.push((await made(ann.post('/api/personas', persona))).id)
    }
    for (const offsets of [[0, 10], [30, 0, 60], []]) {
      const videoId = await makeVideo(suite.api)
      await made(ann.post(`/api/projects/${projectId}/videos`, { videoId }))
      for (const [at, offset] of offsets.entries())
        for (const [persona, personaId] of personaIds.entries()) {
          const box = { x: 500 * at + persona * offset, y: 0, width: 100, height: 50, isKeyframe: true }
          const boxes = [0, 9].map((frameNumber) => ({ ...box, frameNumber }))
          const label = offset === 10 && persona ? 'boat' : ['ship', 'tug', 'ship'][at]!
          await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label, frames: { boxes } }))
        }
    }
  })
  afterAll(async () => {
    await workers?.close()
    await suite?.stop()
  })

  it('is measured in the background, and shown as figures and a chart over its videos', async () => {
    const { page, barriers, faults } = suite.desk
    await page.goto(`${suite.api.url}/projects/${projectId}`)
    await page.getByRole('tab', { name: 'Agreement' }).click()
    await page.getByText('Nothing has been measured yet.').waitFor()
    expect(await barriers()).toEqual([])
    const { admission } = suite.api.app.services
    const places = [await admission.enter('agreement', 'one'), await admission.enter('agreement', 'other')]
    await page.getByRole('button', { name: 'Measure agreement' }).click()
    await page.getByRole('progressbar', { name: /^Progress: measurement of/ }).waitFor()
    await page.getByRole('button', { name: /^Cancel the measurement of/ }).waitFor()
    expect(await barriers()).toEqual([])
    for (const place of places) place.leave()
    await page.getByText('3 videos compared', { exact: true }).waitFor()
    const figures = page.getByRole('region', { name: /^Agreement, / })
    await figures.getByText('3 videos compared. Tracks match from a tube IoU of 0.5.').waitFor()
    const chart = figures.getByRole('table', { name: 'By video' })
    const rows = (await chart.getByRole('row').allInnerTexts()).map((row) => row.split(/\s*[\n\t]\s*/))
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['F1 of tracks', 'Alpha of types', 'Tracks', 'Units'],
      ['1.000', '0.400', '4', '2'],
      ['0.667', '1.000', '6', '2'],
      ['–', '–', '0', '0'],
    ])
    await figures.getByText('8 of 10 tracks matched').first().waitFor()
    await page.getByRole('textbox', { name: 'Figure' }).click()
    await page.getByRole('option', { name: 'Tube IoU', exact: true }).click()
    await figures.getByText('How well the boxes of matched tracks overlap').waitFor()
    expect(await barriers()).toEqual([])
    await keepPicture(page, 'project-agreement')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await barriers()).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(faults).toEqual([])
  })

  it('is kept, in German too, and deleted after a question', async () => {
    const german = await openDesk(suite.browser, suite.api, ann, undefined, 'de-DE')
    const { page } = german
    await page.goto(`${suite.api.url}/projects/${projectId}?tab=agreement`)
    await page.getByText('3 Videos verglichen', { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Nach Video' }).waitFor()
    expect(await german.barriers()).toEqual([])
    await page.getByRole('button', { name: /^Messung vom .* löschen$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen', exact: true }).click()
    await page.getByText('Noch nichts gemessen.').waitFor()
    expect(await made(ann.get(`/api/projects/${projectId}/agreements`))).toEqual([])
    expect(german.faults).toEqual([])
    await german.close()
  })
})
