import type { ServerResponse } from 'node:http'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { videoIdOf } from '../../src/videos/files/metadata.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { answer, startFaultyModel, type Behaviour } from '../support/faulty-model.js'
import { leftOut } from '../support/left-out.js'
import { synthesisAnswer } from '../support/scripted-model.js'
import { frames, made } from '../support/workspace.js'
import { addSample, videoFolder } from '../videos/support.js'
import { chooseOfMore, openDesk, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let page: Page
let model: Awaited<ReturnType<typeof startFaultyModel>>
let workers: { close(): Promise<void> } | undefined
let personaId: string
let annotationId: string
const videoId = videoIdOf('ferry.webm')
const reading = `/videos/${videoId}/reading`

/** How the fake model service answers, by route; it refuses all other routes. */
const behaviours = new Map<string, Behaviour>()
const hold: Behaviour = () => undefined
const finds = (...texts: string[]) =>
  answer(200, {
    summary_id: 's',
    claims: texts.map((text) => ({ text, confidence: 0.9, subclaims: [] })),
    ...{ model_used: 'm', processing_time: 0.1 },
  })
const found = finds('A ferry leaves')

describe.skipIf(leftOut(noBrowser, 'jobs in a browser'))('the work of models, at the desk', () => {
  beforeAll(async () => {
    model = await startFaultyModel()
    model.behave((request, response, body) =>
      (behaviours.get(request.url ?? '') ?? answer(400, { detail: 'The model is out of order' }))(
        request,
        response,
        body,
      ),
    )
    const start = () => startApi({ MODEL_SERVICE_URL: model.url })
    ;({ api, ann, browser, desk, page, stop } = await startDesk(start))
    workers = createWorkers(api.app)
    addSample(api, 'ferry.webm')
    await api.app.services.db
      .insertInto('videos')
      .values({ id: videoId, filename: 'ferry.webm', path: join(videoFolder(api), 'ferry.webm'), size: 1 })
      .execute()
    personaId = (
      await made(ann.post('/api/personas', { name: 'Harbour master', role: 'Master', informationNeed: 'Who?' }))
    ).id
    const entities = [{ id: 'ship', name: 'Ship', gloss: [{ type: 'text', content: 'Floats' }] }]
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    annotationId = (
      await made(ann.post('/api/annotations', { videoId, personaId, type: 'type', label: 'ship', frames }))
    ).id
    await made(ann.post('/api/summaries', { videoId, personaId, summary: 'A ferry leaves.' }))
  })
  beforeEach(() => behaviours.clear())
  afterAll(async () => {
    await workers?.close()
    await stop?.()
    await model?.stop()
  })

  const statusOf = (what: string, on = page) => on.getByRole('status').filter({ hasText: `${what}: ` })
  const alert = (on = page) => on.getByRole('main').getByRole('alert')
  const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()

  it('find claims in the way that a person chooses', async () => {
    let sent: Record<string, unknown> | undefined
    behaviours.set('/api/extract-claims', (request, response, body) => {
      sent = JSON.parse(body) as Record<string, unknown>
      found(request, response, body)
    })
    await page.goto(api.url + reading)
    await press('Extract claims')
    const form = page.getByRole('dialog', { name: 'Extract claims' })
    await form.getByRole('textbox', { name: 'How the text is split' }).click()
    await page.getByRole('option', { name: 'Semantic units' }).click()
    // More claims than the server accepts.
    await form.getByLabel('Maximum number of claims').fill('500')
    await form.getByLabel('Minimum confidence, %').fill('75')
    await form.getByLabel('Include annotations as context').check()
    expect(await form.getByRole('textbox', { name: 'Ontology detail' }).count()).toBe(0)
    await form.getByLabel('Include the ontology as context').check()
    await form.getByRole('textbox', { name: 'Ontology detail' }).click()
    await page.getByRole('option', { name: 'Names and definitions' }).click()
    expect(await desk.barriers()).toEqual([])
    await press('Start')
    const claim = page.getByRole('treeitem').filter({ hasText: 'A ferry leaves' })
    // Which model and how is in the name of its confidence and in the menu of the claim.
    await claim.getByRole('img', { name: /By a model: m, Semantic units$/ }).waitFor()
    expect(await claim.getByText('Semantic units').count()).toBe(0)
    await claim.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menu').getByText('By a model: m, Semantic units').waitFor()
    await page.keyboard.press('Escape')
    expect(sent).toMatchObject({
      ...{ extraction_strategy: 'semantic-units', max_claims: 200, min_confidence: 0.75 },
      annotations: [{ name: 'Ship' }],
      ontology_glosses: { Ship: 'Floats' },
    })
    await form.waitFor({ state: 'detached' })
    expect(desk.faults).toEqual([])
  })

  it('is found again by whoever leaves the page and comes back, who can stop it and begin it again', async () => {
    behaviours.set('/api/extract-claims', hold)
    await press('Extract claims')
    // What is there is neither doubled nor replaced without a word.
    expect(await page.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: 'Existing claims' }).click()
    await page.getByRole('option', { name: 'Keep them and add new ones' }).click()
    await press('Start')
    const status = statusOf('Extracting claims')
    await status.getByText('running').waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Personas' }).click()
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    await page.goBack()
    await status.getByText('running').waitFor()
    await page.reload()
    await status.getByText('running').waitFor()
    expect(await page.getByRole('button', { name: 'Extract claims' }).isDisabled()).toBe(true)
    await status.getByRole('button', { name: 'Stop' }).click()
    await alert().getByText('Cancelled').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Extract claims' }).isDisabled()).toBe(false)
    expect(await desk.barriers()).toEqual([])
    // What is there already does not come again.
    behaviours.set('/api/extract-claims', finds('A ferry leaves', 'Gulls follow the ferry'))
    await press('Retry')
    await page.getByText('2 claims').waitFor()
    await alert().waitFor({ state: 'detached' })
    expect(desk.faults).toEqual([])
  })

  it('that failed says why, and is done once more where a person wants that', async () => {
    await press('Generate a summary')
    await page.getByLabel('Maximum number of frames').fill('7')
    await press('Start')
    // The text was written by hand: nothing is begun before the user has been asked.
    const question = page.getByRole('dialog', { name: 'Replace what was written by hand?' })
    await question.getByText('People have written or edited: the text.').waitFor()
    expect(await desk.barriers()).toEqual([])
    await press('Keep it')
    await question.waitFor({ state: 'detached' })
    expect(
      (await made(ann.graph('{ jobs(first: 9, filter: { queue: VIDEO_SUMMARIZATION }) { totalCount } }'))).jobs
        .totalCount,
    ).toBe(0)
    await press('Generate a summary')
    await press('Start')
    await press('Replace it')
    await alert().getByText('The model is out of order').waitFor()
    // The retry is another job, and fails as well.
    const failed = '{ jobs(first: 9, filter: { queue: VIDEO_SUMMARIZATION, status: FAILED }) { totalCount } }'
    const status = statusOf('Generating the summary')
    await press('Retry')
    await status.waitFor()
    await expect.poll(async () => (await made(ann.graph(failed))).jobs.totalCount).toBe(2)
    await alert().getByText('The model is out of order').waitFor()
    let frameCount: unknown
    behaviours.set('/api/summarize', (_request, _response, body) => {
      frameCount = (JSON.parse(body) as Record<string, unknown>)['max_frames']
    })
    await press('Retry')
    await status.getByText('running').waitFor()
    await expect.poll(() => frameCount).toBe(7)
    await status.getByRole('button', { name: 'Stop' }).click()
    await alert().getByText('Cancelled').waitFor()
  })

  it('rewrites a summary from its claims, which is deleted with them and brought back', async () => {
    let sent: Record<string, unknown> | undefined
    behaviours.set('/api/synthesize-summary', (request, response, body) => {
      sent = JSON.parse(body) as Record<string, unknown>
      synthesisAnswer({ type: 'text', content: 'A ferry leaves, and gulls follow it.' })(request, response, body)
    })
    await press('Rewrite from claims')
    const form = page.getByRole('dialog', { name: 'Rewrite from claims' })
    await form.getByRole('textbox', { name: 'Structure' }).click()
    await page.getByRole('option', { name: 'Chronological' }).click()
    await form.getByLabel('Maximum length in characters').fill('300')
    await form.getByLabel('Cite the claims').check()
    expect(await desk.barriers()).toEqual([])
    await press('Start')
    const question = page.getByRole('dialog', { name: 'Replace what was written by hand?' })
    await question.waitFor()
    await press('Replace it')
    await page.getByText('A ferry leaves, and gulls follow it.').waitFor()
    expect(sent).toMatchObject({ synthesis_strategy: 'chronological', max_length: 300, include_citations: true })

    await chooseOfMore(page, 'Delete the summary')
    const deletion = page.getByRole('dialog', { name: 'Delete this summary?' })
    await deletion.getByText(/^Its 2 claims and their relations go with it/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await deletion.getByRole('button', { name: 'Delete the summary' }).click()
    await page.getByText('This persona has no summary of the video yet.').waitFor()
    expect(await made(ann.get(`/api/videos/${videoId}/summaries`))).toEqual([])
    await press('Undo')
    await page.getByText('A ferry leaves, and gulls follow it.').waitFor()
    await page.getByText('2 claims', { exact: true }).waitFor()
  })

  it('write down what is said in a video, each sentence with its place, unless they are stopped', async () => {
    await api.app.services.db.updateTable('videos').set({ frameRate: 25, duration: 4 }).execute()
    await page.reload()
    let left = false
    behaviours.set('/api/transcribe', (_request, response) => {
      response.once('close', () => (left = !response.writableEnded))
    })
    await press('Transcribe')
    const part = page.getByRole('region', { name: 'Transcript' })
    await part.getByText(/^Transcribing/).waitFor()
    await part.getByRole('button', { name: 'Stop' }).click()
    await expect.poll(() => left).toBe(true)
    const segments = [
      { start: 0.5, end: 1, text: 'All aboard.', confidence: 0.9 },
      { start: 2, end: 3, text: 'We leave.', confidence: 0.9 },
    ]
    const heard = { text: 'All aboard. We leave.', segments, language: 'en', duration: 4 }
    let language: unknown
    behaviours.set('/api/transcribe', (request, response, body) => {
      language = (JSON.parse(body) as Record<string, unknown>)['language']
      answer(200, { ...heard, processing_time: 1, model_used: 'listener' })(request, response, body)
    })
    await part.getByLabel('Language code').fill('en')
    await press('Transcribe')
    await part.getByText('We leave.').waitFor()
    expect(language).toBe('en')
    expect(await desk.barriers()).toEqual([])
    await part.getByRole('button', { name: '0:02.000' }).click()
    await expect.poll(() => page.evaluate<number>(`document.querySelector('video').currentTime`)).toBeCloseTo(2, 0)
    // The work of the model is not lost with the tab.
    await page.reload()
    await part.getByText('Model: listener. Kept in this browser only.').waitFor()
    await part.getByText('We leave.').waitFor()
    expect(desk.faults).toEqual([])
  })

  it('suggest types, of which those are added that the person chooses', async () => {
    const suggestion = { description: 'Pulls ships', parent: 'Ship', confidence: 0.8, examples: ['The tug pulls.'] }
    let domain: unknown
    behaviours.set('/api/ontology/augment', (request, response, body) => {
      domain = (JSON.parse(body) as Record<string, unknown>)['domain']
      const suggestions = ['Tug', 'Pier'].map((name) => ({ ...suggestion, name }))
      answer(200, { id: 'a', persona_id: personaId, target_category: 'entity', suggestions })(request, response, body)
    })
    await page.goto(`${api.url}/personas/${personaId}`)
    await press('Suggest types')
    const dialog = page.getByRole('dialog', { name: 'Suggest types: entity type' })
    await dialog.getByLabel('Domain').fill('A harbour')
    await dialog.getByRole('button', { name: 'Suggest', exact: true }).click()
    const tug = dialog.getByRole('checkbox', { name: /^Tug/ })
    await tug.waitFor()
    expect(domain).toBe('A harbour')
    // Nothing is chosen at first, and nothing is added before.
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Add types' }).isDisabled()).toBe(true)
    expect(await desk.barriers()).toEqual([])
    await tug.check()
    await dialog.getByRole('button', { name: 'Add 1 type' }).click()
    await page.getByRole('row', { name: /^Tug Pulls ships/ }).waitFor()
    const { entities } = await made(ann.get(`/api/personas/${personaId}/ontology`))
    expect(entities).toHaveLength(2)
    const gloss = [{ type: 'text', content: 'Pulls ships' }]
    expect(entities[1]).toMatchObject({ name: 'Tug', gloss, parentTypeId: 'ship', examples: ['The tug pulls.'] })
    expect(desk.faults).toEqual([])
  })

  it('finds things of several classes, each of which becomes a type of its own or nothing', async () => {
    const found = (label: string, x: number) => {
      return { label, confidence: 0.8, bounding_box: { x, y: 0.4, width: 0.1, height: 0.1 } }
    }
    const detections = [found('ship', 0.1), found('tug', 0.4), found('crate', 0.7)]
    const frames = [{ frame_number: 0, timestamp: 0, detections }]
    const all = { id: 'd', query: 'what floats', frames, total_detections: 3, processing_time: 0.1 }
    behaviours.set('/api/detection/detect', answer(200, all))
    await page.goto(`${api.url}/videos/${videoId}`)
    await page.getByRole('region', { name: 'Label of new boxes' }).getByRole('textbox', { name: 'Type' }).click()
    await page.getByRole('option', { name: 'Ship' }).click()
    await page.getByRole('tab', { name: 'Detect' }).click()
    const finder = page.getByRole('region', { name: 'Detect objects' })
    await finder.getByLabel('Objects to detect').fill('what floats')
    await finder.getByRole('button', { name: 'Detect', exact: true }).click()
    await finder.getByText('3 objects detected').waitFor()
    await finder.getByRole('button', { name: 'Add 2 tracks' }).waitFor()
    // A class without a type gets a new one of the persona.
    await finder.getByRole('textbox', { name: 'Type for crate' }).click()
    await page.getByRole('option', { name: 'New type “Crate”' }).click()
    await expect.poll(() => finder.getByRole('textbox', { name: 'Type for crate' }).inputValue()).toBe('Crate')
    await finder.getByRole('button', { name: 'Add 3 tracks' }).click()
    await page.getByText(/^4 tracks, frames/).waitFor()
    const { entities } = await made(ann.get(`/api/personas/${personaId}/ontology`))
    const labels = (await made(ann.get(`/api/annotations/${videoId}`))).map(({ label }: { label: string }) => label)
    expect(entities.map(({ name }: { name: string }) => name)).toContain('Crate')
    const crate = entities.find(({ name }: { name: string }) => name === 'Crate').id
    expect(labels.sort()).toEqual(['ship', 'ship', entities[1].id, crate].sort())
  })

  it('that followed a thing in vain follows it again', async () => {
    await page.goto(`${api.url}/videos/${videoId}?annotation=${annotationId}`)
    await press('Track this object from here')
    await alert().getByText('The model is out of order').waitFor()
    behaviours.set('/api/tracking/follow', hold)
    await press('Retry')
    await statusOf('Tracking').getByText('running').waitFor()
    expect(await alert().count()).toBe(0)
    // A user who returns to the page finds the job still running.
    await page.getByRole('link', { name: 'Summary & claims', exact: true }).click()
    await page.getByRole('heading', { name: 'Summary', exact: true }).waitFor()
    await page.goBack()
    await statusOf('Tracking').getByText('running').waitFor()
    await statusOf('Tracking').getByRole('button', { name: 'Stop' }).click()
    await alert().getByText('Cancelled').waitFor()
  })

  it('that searches a whole video is stopped, found again and retried, and what it added can be undone', async () => {
    const read = {
      ...{ sha256: '0'.repeat(64), probedAt: new Date(), fileVersion: 'v', probedVersion: 'v' },
      ...{ codec: 'vp8', rotation: 0, width: 320, height: 240, probedDuration: 4, isVariableRate: false },
      ...{
        frameCount: 120,
        firstTick: 0,
        rateNumerator: 30,
        rateDenominator: 1,
        tickNumerator: 1,
        tickDenominator: 30,
      },
    }
    await api.app.services.db.updateTable('videos').set(read).where('id', '=', videoId).execute()
    const path = '/api/detection/detect'
    behaviours.set(path, hold)
    const before = ((await made(ann.get(`/api/annotations/${videoId}`))) as unknown[]).length
    const tracks = (count: number) => page.getByText(new RegExp(`^${count} tracks?, frames `)).waitFor()
    await page.goto(`${api.url}/videos/${videoId}`)
    await tracks(before)
    await page.getByRole('tab', { name: 'Detect' }).click()
    await page.getByLabel('Searched frames').selectOption({ label: '2 frames per second' })
    await press('Search whole video')
    const status = statusOf('Object detection in the whole video')
    await status.getByText('running').waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.reload()
    await status.getByText('running').waitFor()
    await status.getByRole('button', { name: 'Stop' }).click()
    await alert().getByText('Cancelled').waitFor()
    behaviours.delete(path)
    await press('Retry')
    await alert().getByText('The model is out of order').waitFor()
    let searched: unknown
    behaviours.set(path, (request, response, body) => {
      const { frame_numbers: asked } = JSON.parse(body) as { frame_numbers: number[] }
      searched = asked
      const at = (label: string, x: number) => ({
        ...{ label, confidence: 0.9, track_id: `${label} ${x}` },
        bounding_box: { x, y: 0.2, width: 0.1, height: 0.3 },
      })
      const detections = [at('ship', 0.1), at('ship', 0.6), at('gull', 0.3)]
      const found = asked.map((frame) => ({ frame_number: frame, timestamp: frame / 30, detections }))
      const said = { id: 'd', query: 'ship', total_detections: 24, video_width: 320, video_height: 240 }
      answer(200, { ...said, frames: found, model_used: 'm', processing_time: 0.1 })(request, response, body)
    })
    await press('Retry')
    await page.getByText('2 tracks added. No type of the persona stands for gull.').waitFor()
    expect(searched).toEqual([0, 15, 30, 45, 60, 75, 90, 105])
    await tracks(before + 2)
    expect(await alert().count()).toBe(0)
    await press('Undo')
    await tracks(before)
    expect(await made(ann.get(`/api/annotations/${videoId}`))).toHaveLength(before)
    expect(desk.faults).toEqual([])
  })

  it('reads uploaded files one by one: sizes are shown at once, and a file that cannot be read is named', async () => {
    const read = {
      ...{ sha256: 'a'.repeat(64), codec: 'vp9', rotation: 0, mirrored: false, width: 320, height: 180, duration: 4 },
      ...{ first_tick: 0, frame_count: 100, frame_rate: { numerator: 25, denominator: 1 }, ticks: null },
      ...{ time_base: { numerator: 1, denominator: 1000 }, is_variable: false },
    }
    const asked: ServerResponse[] = []
    behaviours.set('/api/videos/examine', (request, response, body) => {
      if (body.includes('torn.webm')) return answer(400, { detail: 'It holds no pictures' })(request, response, body)
      if (body.includes('slow.webm')) return void asked.push(response)
      return answer(200, read)(request, response, body)
    })
    const { page: library, ...other } = await openDesk(browser, api, await api.admin())
    await library.goto(api.url)
    const buffer = readFileSync(join(videoFolder(api), 'ferry.webm'))
    await library
      .getByLabel('Drop videos here to upload them')
      .setInputFiles(['whole.webm', 'torn.webm', 'slow.webm'].map((name) => ({ name, mimeType: 'video/webm', buffer })))
    await library.getByText('3 videos uploaded.').waitFor()
    const card = (name: string) => library.getByRole('listitem').filter({ hasText: name })
    await card('whole.webm').getByText('320x180').waitFor()
    await card('torn.webm').getByText('cannot be read').waitFor()
    const note = library.getByRole('alert').filter({ hasText: 'Uploaded, but cannot be read' })
    await note.getByText('torn.webm: It holds no pictures. Put a whole file').waitFor()
    await card('slow.webm').getByText('not read yet').waitFor()
    await statusOf('Reading new files', library).getByText('running').waitFor()
    expect(await other.barriers()).toEqual([])
    for (const response of asked) answer(200, read)({} as never, response, '')
    await card('slow.webm').getByText('320x180').waitFor()
    await note.getByRole('button', { name: 'Close' }).click()
    await note.waitFor({ state: 'detached' })
    await other.close()
  })

  it('is told of files that something is wrong with, and reads the others however often that is begun', async () => {
    addSample(api, 'broken.webm', '{"title": ')
    const asked: ServerResponse[] = []
    behaviours.set('/api/videos/examine', (_request, response) => void asked.push(response))
    const { page: library, ...other } = await openDesk(browser, api, await api.admin())
    await library.goto(api.url)
    await press('Scan folder', library)
    const note = library.getByRole('alert').filter({ hasText: 'Something is wrong with 1 file' })
    await note.getByText('The server log names each of them.').waitFor()
    const status = statusOf('Reading new files', library)
    await status.getByText('running').waitFor()
    expect(await other.barriers()).toEqual([])
    await note.getByRole('button', { name: 'Close' }).click()
    await note.waitFor({ state: 'detached' })
    await library.reload()
    await status.getByText('running').waitFor()
    await status.getByRole('button', { name: 'Stop' }).click()
    await alert(library).getByText('Cancelled').waitFor()
    await press('Retry', library)
    await status.getByText('running').waitFor()
    behaviours.clear()
    for (const response of asked) if (!response.destroyed) response.writeHead(400).end()
    await status.waitFor({ state: 'detached' })
    expect(await alert(library).count()).toBe(0)
    rmSync(join(videoFolder(api), 'broken.info.json'))
    await press('Scan folder', library)
    await library.getByText('0 videos added, 1 changed').waitFor()
    expect(await note.count()).toBe(0)
    // The fake model service makes no thumbnails, so those requests fail.
    expect(other.faults.filter((fault) => !/thumbnail|Failed to load resource/.test(fault))).toEqual([])
    await other.close()
  })

  it('shows administrators the memory of the models as it is now, while they look', async () => {
    let used = 1
    let seen = 0
    model.behave((request, response, body) => {
      if (request.url === '/api/models/status') seen++
      const config = { models: {}, inference: {}, cuda_available: true, total_vram_gb: 24 }
      const status = { loaded_models: [], total_vram_available_gb: 24 - used, cuda_available: true }
      const said = request.url === '/api/models/config' ? config : { ...status, total_vram_allocated_gb: used }
      answer(200, said)(request, response, body)
    })
    const { page: machines, ...other } = await openDesk(browser, api, await api.admin())
    await machines.clock.install()
    await machines.goto(`${api.url}/administration?part=machines`)
    await machines.getByText('1.00 GB in use, 23.00 GB free.').waitFor()
    used = 6
    await machines.clock.runFor(5000)
    await machines.getByText('6.00 GB in use, 18.00 GB free.').waitFor()
    await machines.evaluate(`
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))`)
    const before = seen
    // The next timer would be set only when an answer is there.
    for (let turn = 0; turn < 3; turn++) {
      await machines.clock.runFor(5000)
      await machines.waitForTimeout(300)
    }
    expect(seen - before).toBeLessThanOrEqual(1)
    expect(other.faults).toEqual([])
    await other.close()
  })
})
