import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made } from '../support/workspace.js'
import { keepPicture, openDesk, putVideo, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let page: Page
let personaId: string
const videoId = 'ferry-video'

describe.skipIf(leftOut(noBrowser, 'reading in a browser'))('reading about a video', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, desk, page, stop } = await startDesk(startApi))
    await putVideo(api, videoId)
    personaId = (
      await made(ann.post('/api/personas', { name: 'Harbour master', role: 'Master', informationNeed: 'Who?' }))
    ).id
    const entities = [{ id: 'ship', name: 'Ship', gloss: [{ type: 'text', content: 'Floats' }] }]
    const relationTypes = [{ id: 'relation-1', name: 'precedes' }]
    await made(ann.put(`/api/personas/${personaId}/ontology`, { entities, relationTypes }))
    await made(
      ann.post('/api/annotations', {
        ...{ videoId, personaId, type: 'type', label: 'ship' },
        frames: { boxes: [{ frameNumber: 42, x: 1, y: 2, width: 30, height: 40, isKeyframe: true }] },
      }),
    )
    await page.goto(`${api.url}/videos/${videoId}/reading`)
  })
  afterAll(() => stop?.())

  const claims = () => page.getByRole('tree', { name: 'Claims' })
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

  it('takes a summary in which a type is named by typing @', async () => {
    await page.getByRole('button', { name: 'Write a summary' }).click()
    const field = page.getByLabel('Text of the summary')
    await field.pressSequentially('A @sh')
    // The first suggestion is taken by Enter.
    await page.getByRole('option', { name: /^Ship entity/, selected: true }).waitFor()
    await field.press('Enter')
    await field.press('End')
    await field.pressSequentially(' arrives.')
    expect(await field.inputValue()).toBe('A @[Ship] arrives.')
    await save()
    await page.getByText('A Ship arrives.').waitFor()
    const [summary] = await made(ann.get(`/api/videos/${videoId}/summaries`))
    expect(summary.summary).toEqual([
      { type: 'text', content: 'A ' },
      { type: 'typeRef', content: 'ship', refType: 'entity', refPersonaId: personaId },
      { type: 'text', content: ' arrives.' },
    ])
  })

  it('keeps what was typed when the tab is closed before it is saved', async () => {
    await page.getByRole('button', { name: 'Edit the summary' }).click()
    await page.getByLabel('Text of the summary').fill('A @[Ship] departs.')
    await page.reload()
    expect(await page.getByLabel('Text of the summary').inputValue()).toBe('A @[Ship] departs.')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByText('A Ship arrives.').waitFor()
  })

  it('holds claims in a tree, with the frame that shows one a click away', async () => {
    await page.getByRole('button', { name: 'Add a claim' }).click()
    const field = page.getByLabel('Claim text')
    await field.pressSequentially('The vessel of @ship 1')
    await page.getByRole('option', { name: /Ship 1, frame 42/ }).click()
    await page.getByLabel('Confidence, %').fill('80')
    await save()
    await page.getByText('Claim saved', { exact: true }).waitFor()
    const first = claims().getByRole('treeitem').first()
    // Confidence, author and review take no line of their own: they are marks with names beside the text.
    await first.getByRole('img', { name: 'Confidence 80 %. By Ann', exact: true }).waitFor()
    await first.getByRole('img', { name: 'Open', exact: true }).waitFor()
    expect((await first.boundingBox())!.height).toBeLessThan(52)
    await first.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Add a subclaim' }).click()
    await page.getByLabel('Claim text').fill('It is late.')
    await save()
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(2)
    expect(await claims().getByRole('treeitem').nth(1).getAttribute('aria-level')).toBe('2')
    // The claim is what one sees first, and not the link below it.
    const looks = (one: Locator) =>
      one.evaluate((element: any) => {
        const { fontSize, backgroundColor } = element.ownerDocument.defaultView.getComputedStyle(element)
        return { size: parseFloat(fontSize), backgroundColor }
      })
    await page.mouse.move(0, 0)
    const link = await looks(first.getByRole('link', { name: 'Show in video' }))
    expect(link.backgroundColor).toBe('rgba(0, 0, 0, 0)')
    expect(link.size).toBeLessThanOrEqual((await looks(first.getByText(/^The vessel of/))).size)
    expect(await first.getByRole('link', { name: 'Show in video' }).getAttribute('href')).toMatch(
      new RegExp(`^/videos/${videoId}\\?frame=42`),
    )
    expect(await desk.barriers()).toEqual([])
  })

  it('gives a dialog of the menu what is typed at once, and the menu has the focus again afterwards', async () => {
    const first = claims().getByRole('treeitem').first()
    const button = first.getByRole('button', { name: /^Actions/ })
    const dialog = page.getByRole('dialog')
    const fields = {
      'Add a subclaim': 'Claim text',
      'Relate to another claim': 'Relation',
      'Move to another parent': 'Parent claim',
      Reject: 'Review note',
      Share: 'Person or group',
    }
    for (const [item, label] of Object.entries(fields)) {
      const entry = page.getByRole('menuitem', { name: item, exact: true })
      const field = dialog.getByLabel(label, { exact: true }).and(page.locator('input, textarea'))
      for (const byKeys of [false, true]) {
        if (byKeys) {
          await button.press('Enter')
          // The menu takes the focus some milliseconds after it has opened, also from an entry that has it by then.
          await expect.poll(() => page.getByRole('menu').locator(':focus').count()).toBe(1)
          await entry.press('Enter')
        } else {
          await button.click()
          await entry.click()
        }
        await page.keyboard.type('qu')
        expect(await field.inputValue()).toBe('qu')
        // A menu gives the focus back to its button some milliseconds after it has closed.
        await page.waitForFunction('new Promise((done) => setTimeout(() => done(true), 50))')
        await page.keyboard.type('ay')
        expect(await field.inputValue()).toBe('quay')
        await field.fill('')
        await dialog.getByRole('button', { name: 'Close' }).click()
        await dialog.waitFor({ state: 'detached' })
        await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1)
      }
    }
    for (const item of ['History', 'Delete']) {
      await button.click()
      await page.getByRole('menuitem', { name: item }).click()
      await expect.poll(() => dialog.locator(':focus').count()).toBe(1)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => button.and(page.locator(':focus')).count()).toBe(1)
    }
  })

  it('relates claims, and is walked through by the arrow keys', async () => {
    const [first, second] = [claims().getByRole('treeitem').first(), claims().getByRole('treeitem').nth(1)]
    await second.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Relate to another claim' }).click()
    await page.getByRole('textbox', { name: 'Relation' }).fill('supports')
    await page.getByRole('textbox', { name: 'Target claim', exact: true }).click()
    await page.getByRole('option', { name: /The vessel/ }).click()
    await save()
    await second.getByText(/^supports: The vessel/).waitFor()
    await keepPicture(page, 'reading')
    await first.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => second.and(page.locator(':focus')).count()).toBe(1)
  })

  it('finds claims by words and confidence, sorts them, and says how many there are', async () => {
    const search = page.getByRole('search', { name: 'Search claims' })
    await search.getByLabel('Search claims').fill('late')
    await page.getByText('1 of 2 claims').or(page.getByText('2 of 2 claims')).waitFor()
    // The claim above the found one is shown, too, so that its place is known.
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(2)
    await search.getByLabel('Search claims').fill('no such words')
    await page.getByText('No claims match.').waitFor()
    await search.getByLabel('Search claims').fill('')
    await search.getByRole('button', { name: 'Filter and sort' }).click()
    await search.getByRole('textbox', { name: 'Confidence' }).click()
    await page.getByRole('option', { name: '75 % or more' }).click()
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(1)
    await claims()
      .getByText(/^The vessel/)
      .waitFor()
    expect(await desk.barriers()).toEqual([])
    await search.getByRole('textbox', { name: 'Confidence' }).click()
    await page.getByRole('option', { name: 'Any' }).click()
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('moves a claim to another parent by mouse and by menu, and brings back what was deleted', async () => {
    const row = (text: string) =>
      claims()
        .getByRole('treeitem')
        .filter({ has: page.getByText(text, { exact: true }) })
    const level = (text: string) => row(text).getAttribute('aria-level')
    const menu = async (text: string, item: string) => {
      await row(text)
        .getByRole('button', { name: /^Actions/ })
        .click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await page.getByRole('button', { name: 'Add a claim' }).click()
    await page.getByLabel('Claim text').fill('Gulls follow.')
    await save()
    await row('Gulls follow.').waitFor()
    await row('Gulls follow.').locator('[draggable=true]').dragTo(row('It is late.'))
    await expect.poll(() => level('Gulls follow.')).toBe('3')
    await menu('Gulls follow.', 'Move to another parent')
    await page.getByRole('textbox', { name: 'Parent claim' }).click()
    // A claim cannot go below itself.
    expect(await page.getByRole('option').allTextContents()).not.toContain('Gulls follow.')
    await page.getByRole('option', { name: 'No parent (top level)' }).click()
    expect(await desk.barriers()).toEqual([])
    await save()
    await expect.poll(() => level('Gulls follow.')).toBe('1')
    await menu('Gulls follow.', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await row('Gulls follow.').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await row('Gulls follow.').waitFor()
    await menu('Gulls follow.', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(2)
  })

  it('goes to the claims that one is related to, either way and also where they are hidden', async () => {
    const [first, second] = [claims().getByRole('treeitem').first(), claims().getByRole('treeitem').nth(1)]
    const toSecond = first.getByRole('button', { name: '← supports: It is late.' })
    const hasFocus = (row: Locator) => expect.poll(() => row.and(page.locator(':focus')).count()).toBe(1)
    await toSecond.click()
    await hasFocus(second)
    await page.keyboard.press('ArrowLeft')
    await hasFocus(first)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => claims().getByRole('treeitem').count()).toBe(1)
    await toSecond.click()
    await hasFocus(second)
    await second.getByRole('button', { name: /^supports: The vessel/ }).click()
    await hasFocus(first)
    expect(await desk.barriers()).toEqual([])
  })

  it('relates a claim to one of another summary, which is found by its words', async () => {
    await api.app.services.db
      .insertInto('videos')
      .values({ id: 'crane-video', filename: 'crane.mp4', path: '/nowhere/crane.mp4', size: 1 })
      .execute()
    const other = await made(ann.post('/api/summaries', { videoId: 'crane-video', personaId, summary: 'A crane.' }))
    await made(ann.post(`/api/summaries/${other.id}/claims`, { text: 'The crane stands still' }))
    const second = claims().getByRole('treeitem').nth(1)
    await second.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Relate to another claim' }).click()
    // The relation types of the persona are offered beside the usual words.
    const dialog = page.getByRole('dialog', { name: 'Relate to another claim' })
    await dialog.getByRole('textbox', { name: 'Relation' }).fill('prec')
    await page.getByRole('option', { name: 'precedes' }).click()
    await page.getByRole('textbox', { name: 'Target claim', exact: true }).fill('crane')
    // Claims of other summaries stand under the video and the persona that they are about.
    await page.getByText('crane.mp4, Harbour master', { exact: true }).waitFor()
    await page.getByRole('option', { name: 'The crane stands still' }).click()
    expect(await desk.barriers()).toEqual([])
    await save()
    await second.getByText('precedes: The crane stands still').waitFor()
    expect(await second.getByRole('button', { name: /^precedes/ }).count()).toBe(0)
    const asked = '{ claims(first: 9, filter: { search: "crane" }) { nodes { incoming { relationTypeId } } } }'
    const { nodes } = (await made(ann.graph(asked))).claims
    expect(nodes).toEqual([{ incoming: [{ relationTypeId: 'relation-1' }] }])
  })

  it('edits a claim in its place by keys alone, and is at the claim again afterwards', async () => {
    const second = claims().getByRole('treeitem').nth(1)
    await second.focus()
    await page.keyboard.press('Enter')
    const field = second.getByLabel('Claim text')
    await expect.poll(() => field.and(page.locator(':focus')).count()).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await desk.barriers()).toEqual([])
    await page.keyboard.type(' So is the @sh')
    await page.getByRole('option', { name: /^Ship entity/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => second.and(page.locator(':focus')).count()).toBe(1)
    // The unsaved draft is there again.
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).toBe('It is late. So is the @sh')
    await field.fill('It is late again.')
    await page.keyboard.press('Control+Enter')
    await second.getByText('It is late again.').waitFor()
    await expect.poll(() => second.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Insert')
    await page.getByRole('dialog', { name: 'Add a claim' }).getByLabel('Claim text').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [summary] = await made(ann.get(`/api/videos/${videoId}/summaries`))
    const [{ subclaims }] = await made(ann.get(`/api/summaries/${summary.id}/claims`))
    expect(subclaims[0].text).toBe('It is late again.')
  })

  it('shows a conflict of two browsers as a choice, and overwrites nothing unseen', async () => {
    const other = await openDesk(browser, api, ann)
    await other.page.goto(page.url())
    const edit = async (at: Page, text: string) => {
      const row = at.getByRole('tree').getByRole('treeitem').nth(1)
      await row.getByRole('button', { name: /^Actions/ }).click()
      await at.getByRole('menuitem', { name: 'Edit the claim' }).click()
      await at.getByLabel('Claim text').fill(text)
    }
    await edit(page, 'It is very late.')
    await edit(other.page, 'It is early.')
    await other.page.getByLabel('Comment').fill('By the other')
    await other.page.getByRole('button', { name: 'Save', exact: true }).click()
    await other.page.getByText('It is early.', { exact: true }).waitFor()
    await save()
    const choice = page.getByRole('dialog', { name: 'Somebody else has changed this in the meantime' })
    await choice.getByLabel('Theirs: It is early.').waitFor()
    expect(await desk.barriers()).toEqual([])
    await choice.getByLabel('Theirs: By the other').check()
    await choice.getByRole('button', { name: 'Save the choice' }).click()
    await page.getByLabel('Claim text').waitFor({ state: 'detached' })
    await claims().getByText('It is very late.', { exact: true }).waitFor()
    const [summary] = await made(ann.get(`/api/videos/${videoId}/summaries`))
    const [{ subclaims }] = await made(ann.get(`/api/summaries/${summary.id}/claims`))
    expect(subclaims[0]).toMatchObject({ text: 'It is very late.', comment: 'By the other' })
    expect(other.faults).toEqual([])
    await other.close()
    // GraphQL refuses a conflict with status 200, so it is no fault either.
    expect(desk.faults).toEqual([])
  })

  it('is begun by a search, whose results the keys reach wherever they are', async () => {
    await made(ann.put('/api/world', { entities: [{ id: 'gull', name: 'Vessel of gulls' }] }))
    const field = page.getByRole('searchbox', { name: 'Search words' })
    const results = (kind: string) => page.getByRole('dialog').getByRole('region', { name: kind, exact: true })
    const hasFocus = (one: Locator) => expect.poll(() => one.and(page.locator(':focus')).count()).toBe(1)
    await page.goto(`${api.url}/personas`)
    await page.getByRole('heading', { name: 'Personas', exact: true }).waitFor()
    await page.keyboard.press('/')
    await field.fill('vessel')
    await results('Claims').getByRole('link', { name: 'The vessel of Ship 1', exact: false }).first().waitFor()
    expect(await results('World objects').getByRole('link').textContent()).toBe('Vessel of gulls')
    expect(await results('Claims').getByRole('link', { name: 'Show in video' }).first().getAttribute('href')).toMatch(
      new RegExp(`^/videos/${videoId}\\?frame=42`),
    )
    expect(await desk.barriers()).toEqual([])
    // Things with names come before texts.
    await field.press('ArrowDown')
    await hasFocus(results('World objects').getByRole('link'))
    await page.keyboard.press('ArrowDown')
    await hasFocus(results('Claims').getByRole('link').first())
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hasFocus(claims().getByRole('treeitem').first())
    // Types, objects and videos are found as well, and each link leads to the thing itself.
    const goTo = async (words: string, kind: string, name: string) => {
      await page.keyboard.press('Control+k')
      await field.fill(words)
      await results(kind).getByRole('link', { name, exact: true }).click()
    }
    await goTo('ship', 'Types', 'Ship')
    await hasFocus(page.getByRole('row', { name: /^Ship Floats/ }))
    await goTo('gulls', 'World objects', 'Vessel of gulls')
    await hasFocus(page.getByRole('row', { name: /^Vessel of gulls/ }))
    await goTo('harbour', 'Personas', 'Harbour master')
    await page.getByRole('heading', { name: 'Harbour master' }).waitFor()
    await page.keyboard.press('Control+k')
    await field.fill('nothing of the kind')
    await page.getByText('Nothing found.').waitFor()
    // Enter counts also while the search is under way.
    await field.fill('ferry-video')
    await field.press('Enter')
    await page.waitForURL(`**/videos/${videoId}`)
    await page.goto(`${api.url}/videos/${videoId}/reading`)
  })

  it('finds a type by its name before thirty claims with that word, and counts all of them', async () => {
    const { id } = await made(ann.post('/api/personas', { name: 'Docker', role: 'Docker', informationNeed: 'What?' }))
    const entities = [{ id: 'winch', name: 'Winch', gloss: [{ type: 'text', content: 'Pulls' }] }]
    await made(ann.put(`/api/personas/${id}/ontology`, { entities }))
    await putVideo(api, 'pier-video')
    const summary = await made(
      ann.post('/api/summaries', {
        videoId: 'pier-video',
        personaId: id,
        summary: [{ type: 'text', content: 'Pier.' }],
      }),
    )
    for (let n = 0; n < 30; n++)
      await made(ann.post(`/api/summaries/${summary.id}/claims`, { text: `A winch, winch and winch ${n}` }))
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('searchbox').fill('winch')
    await dialog.getByText('31 results').waitFor()
    expect(await dialog.getByRole('link').first().textContent()).toBe('Winch')
    expect(await dialog.getByRole('region', { name: 'Claims' }).getByRole('listitem').count()).toBe(19)
    await page.keyboard.press('Escape')
  })

  it('deletes several claims together, or all, and brings them back with their relations', async () => {
    const [summary] = await made(ann.get(`/api/videos/${videoId}/summaries`))
    const path = `/api/summaries/${summary.id}/claims`
    const add = async (text: string, parentClaimId?: string) =>
      (await made(ann.post(path, { text, ...(parentClaimId && { parentClaimId }) }))).id as string
    const anchor = await add('An anchor holds.')
    const buoy = await add('A buoy floats.')
    const chain = await add('Its chain is old.', buoy)
    await add('The chain rusts.', chain)
    await made(ann.post(`/api/claims/${buoy}/relations`, { targetClaimId: anchor, relationTypeId: 'supports' }))
    const countOf = async (query: string) =>
      (await made(ann.graph(`{ summary(id: "${summary.id}") { ${query} } }`))).summary
    const treeOf = async () =>
      (await countOf('claimTree { edges { depth node { id outgoing { relationTypeId target { id } } } } }')).claimTree
    const before = await treeOf()
    expect(before.edges).toHaveLength(6)
    await page.goto(`${api.url}/videos/${videoId}/reading`)
    const row = (text: string) =>
      claims()
        .getByRole('treeitem')
        .filter({ has: page.getByText(text, { exact: true }) })
    const rows = () => claims().getByRole('treeitem').count()
    const bar = page.getByRole('group', { name: 'Review', exact: true }).filter({ hasText: 'selected' })
    const choose = async (...names: string[]) => {
      for (const name of names) await page.getByRole('checkbox', { name: `Select: ${name}` }).check()
    }
    const undo = async () => {
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await expect.poll(treeOf).toEqual(before)
      await expect.poll(rows).toBe(6)
    }
    // Chosen where the tree is filtered: what goes with them is counted all the same.
    const search = page.getByRole('search', { name: 'Search claims' }).getByLabel('Search claims')
    await search.fill('buoy')
    await expect.poll(rows).toBe(1)
    await choose('A buoy floats.')
    await bar.getByRole('button', { name: 'Delete 1 claim' }).click()
    const question = page.getByRole('dialog')
    await question.getByText(/^2 subclaims go with them/).waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await search.fill('')
    await row('An anchor holds.').waitFor()
    await choose('An anchor holds.', 'Its chain is old.')
    await bar.getByText('3 claims selected').waitFor()
    const sent: string[] = []
    page.on('response', (response) => void sent.push(response.request().postData() ?? ''))
    await row('An anchor holds.').press('Delete')
    await page
      .getByRole('dialog', { name: 'Delete 3 claims?' })
      .getByText(/^1 subclaim goes with them/)
      .waitFor()
    expect(await desk.barriers()).toEqual([])
    await question.getByRole('button', { name: 'Delete 3 claims' }).click()
    await page.getByText('4 claims deleted').waitFor()
    await expect.poll(rows).toBe(2)
    // One request for each branch.
    expect(sent.filter((body) => body.includes(buoy) || body.includes(anchor) || body.includes(chain))).toHaveLength(2)
    await undo()

    // What cannot be deleted is named, and the others go all the same.
    await choose('An anchor holds.', 'The chain rusts.')
    await bar.getByRole('button', { name: 'Delete 2 claims' }).click()
    await question.waitFor()
    await made(ann.delete(`/api/claims/${anchor}`))
    await question.getByRole('button', { name: 'Delete 2 claims' }).click()
    await page.getByText(/^Not deleted: An anchor holds\. \(/).waitFor()
    await page.getByText('1 claim deleted').waitFor()
    await expect.poll(rows).toBe(4)
    const { trash } = await made(ann.get('/api/trash?kind=claim'))
    const lost = trash.find(({ thingId }: { thingId: string }) => thingId === anchor)
    await made(ann.post(`/api/trash/${lost.id}/restore`))
    await undo()

    await page.getByRole('button', { name: 'More actions for the claims' }).click()
    await page.getByRole('menuitem', { name: 'Delete all claims' }).click()
    await page.getByRole('dialog', { name: 'Delete all 6 claims?' }).waitFor()
    expect(await desk.barriers()).toEqual([])
    await question.getByRole('button', { name: 'Delete all claims' }).click()
    await page.getByText('6 claims deleted').waitFor()
    await page.getByText('There are no claims yet.').waitFor()
    expect((await treeOf()).edges).toEqual([])
    await undo()
    await made(ann.delete(`/api/claims/${anchor}`))
    await made(ann.delete(`/api/claims/${buoy}`))
  })

  it('has only the rows in view on the page, however many claims there are', async () => {
    const [summary] = await made(ann.get(`/api/videos/${videoId}/summaries`))
    const many = Array.from({ length: 600 }, (_, i) => ({ text: `Claim ${i}`, confidence: 0.5 }))
    await made(ann.post(`/api/summaries/${summary.id}/claims/bulk`, { claims: many }))
    await page.reload()
    await page.getByText('602 claims').waitFor()
    await claims().getByRole('treeitem').first().focus()
    await expect
      .poll(
        async () => {
          await page.keyboard.press('End')
          return claims().getByText('Claim 599').count()
        },
        { timeout: 15_000 },
      )
      .toBe(1)
    expect(await claims().getByRole('treeitem').count()).toBeLessThan(60)
  })

  it('reads on a telephone, and nothing was wrong on the way', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    await keepPicture(page, 'reading-phone', { dark: true })
    expect(await desk.barriers()).toEqual([])
    // So many come back from the trash, and not at a click.
    await page.getByRole('button', { name: 'More actions for the claims' }).click()
    await page.getByRole('menuitem', { name: 'Delete all claims' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all claims' }).click()
    await page.getByText('602 claims deleted').waitFor()
    await page.getByText('There are no claims yet.').waitFor()
    expect(desk.faults).toEqual([])
  })
})
