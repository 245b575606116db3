import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made } from '../support/workspace.js'
import { newObject, openDesk, putVideo, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let page: Page
let personaId: string
const videoId = 'ferry-video'
const reading = () => `${api.url}/videos/${videoId}/reading?persona=${personaId}`
const words = (content: string) => ({ type: 'text', content })
const said = (content: string) => [words(content)]

describe.skipIf(leftOut(noBrowser, 'unsaved work in a browser'))('work that is not saved yet', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, desk, page, stop } = await startDesk(startApi))
    await page.clock.install()
    await putVideo(api, videoId)
  })
  beforeEach(async () => {
    personaId = (
      await made(ann.post('/api/personas', { name: 'Harbour master', role: 'Master', informationNeed: 'Who?' }))
    ).id
    const entities = [{ id: 'ferry', name: 'Ferry', description: said('A ship') }]
    await made(ann.put('/api/world', { entities }))
  })
  afterAll(() => stop?.())

  const save = (on = page) => on.getByRole('button', { name: 'Save', exact: true }).click()
  const choice = () => page.getByRole('dialog', { name: 'Somebody else has changed this in the meantime' })
  const chooseTheirs = async (text: string) => {
    await choice().getByLabel(`Theirs: ${text}`).check()
    await choice().getByRole('button', { name: 'Save the choice' }).click()
  }
  const ferry = async () => (await made(ann.get('/api/world'))).entities[0].description
  const writeFerry = (text: string) =>
    made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry', description: said(text) }] }))
  const editFerry = () => page.getByRole('button', { name: 'Edit Ferry', exact: true }).click()
  const makeSummary = (text: string | object[]) =>
    made(ann.post('/api/summaries', { videoId, personaId, summary: typeof text === 'string' ? said(text) : text }))
  const summaryNow = async () => {
    const all = await made(ann.get(`/api/videos/${videoId}/summaries`))
    return all.find((one: { personaId: string }) => one.personaId === personaId).summary
  }
  /** Creates a claim in a new summary; returns the id of the summary. */
  const makeClaim = async (text: string): Promise<string> => {
    const { id } = await makeSummary('A ferry.')
    await made(ann.post(`/api/summaries/${id}/claims/bulk`, { claims: [{ text, confidence: 0.5 }] }))
    return id
  }
  /** Has the page refetch its data as if its tab got the focus again, after the data has become stale (5 s). */
  const comeBack = async () => {
    await page.clock.fastForward(5_100)
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  }

  it('is not put over what somebody else wrote, though the page has read theirs meanwhile', async () => {
    await page.goto(`${api.url}/world`)
    await editFerry()
    await page.getByLabel('Definition').fill('Mine')
    await writeFerry('Theirs')
    await comeBack()
    await page.getByText('Theirs', { exact: true }).waitFor()
    await save()
    await chooseTheirs('Theirs')
    await choice().waitFor({ state: 'detached' })
    expect(await ferry()).toEqual(said('Theirs'))
  })

  it('is not put over what somebody else wrote while the tab was closed', async () => {
    await page.goto(`${api.url}/world`)
    await editFerry()
    await page.getByLabel('Definition').fill('Mine')
    await writeFerry('Theirs')
    await page.reload()
    await editFerry()
    expect(await page.getByLabel('Definition').inputValue()).toBe('Mine')
    await save()
    await choice().getByLabel('Theirs: Theirs').waitFor()
    // Closing the dialog makes no choice, so saving asks again.
    await page.keyboard.press('Escape')
    await save()
    await chooseTheirs('Theirs')
    await choice().waitFor({ state: 'detached' })
    expect(await ferry()).toEqual(said('Theirs'))
  })

  it('on a claim asks as well, where the draft is older than the claim', async () => {
    const id = await makeClaim('It is late.')
    const [{ id: claimId }] = await made(ann.get(`/api/summaries/${id}/claims`))
    await page.goto(reading())
    const claim = page.getByRole('tree', { name: 'Claims' }).getByRole('treeitem').first()
    await claim.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Claim text').fill('Mine')
    await made(ann.put(`/api/summaries/${id}/claims/${claimId}`, { text: 'Theirs' }))
    await page.reload()
    await claim.focus()
    await page.keyboard.press('Enter')
    expect(await page.getByLabel('Claim text').inputValue()).toBe('Mine')
    await save()
    await chooseTheirs('Theirs')
    await claim.getByText('Theirs').waitFor()
  })

  it('begun where there was no summary leaves the one that somebody else has saved since', async () => {
    await page.goto(reading())
    await page.getByRole('button', { name: 'Write a summary' }).click()
    await page.getByLabel('Text of the summary').fill('Mine')
    await makeSummary('Theirs')
    await save()
    await chooseTheirs('Theirs')
    await page.getByText('Theirs', { exact: true }).waitFor()
    expect(await summaryNow()).toEqual(said('Theirs'))
  })

  it('of one person is not shown to the next one in the same browser', async () => {
    const ben = await api.person('Ben')
    const shared = await openDesk(browser, api, ann)
    const edit = async () => {
      await shared.page.goto(`${api.url}/world`)
      await newObject(shared.page, 'New entity')
      return shared.page.getByLabel('Definition')
    }
    await (await edit()).fill('For nobody else')
    const become = async ({ cookie }: Person) => {
      const [name = '', value = ''] = cookie.split(/=(.*)/s)
      // The page must not ask for updates while there is no cookie.
      await shared.page.goto('about:blank')
      await shared.page.context().clearCookies()
      await shared.page.context().addCookies([{ name, value, url: api.url }])
    }
    await become(ben)
    expect(await (await edit()).inputValue()).toBe('')
    await become(ann)
    expect(await (await edit()).inputValue()).toBe('For nobody else')
    expect(shared.faults).toEqual([])
    await shared.close()
  })

  it('stays in sight where reading the page again fails', async () => {
    await makeClaim('It is late.')
    for (const [path, begin, label] of [
      ['/world', 'Edit Ferry', 'Definition'],
      [`/personas/${personaId}`, 'New entity type', 'Definition'],
      [new URL(reading()).pathname + new URL(reading()).search, 'Add a claim', 'Claim text'],
    ] as const) {
      await page.goto(api.url + path)
      await page.getByRole('button', { name: begin, exact: true }).click()
      await page.getByLabel(label).fill('Typed')
      const refused = page.waitForResponse('**/graphql')
      await page.route('**/graphql', (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'Out' }] } }))
      await comeBack()
      await refused
      await page.waitForTimeout(300)
      await page.unroute('**/graphql')
      expect(await page.getByLabel(label).inputValue(), path).toBe('Typed')
    }
  })

  it('leaves the references that nobody touched, whatever they are called', async () => {
    const entities = ['Pier', 'Pier', 'Pier [4] east'].map((name, i) => ({ id: `pier ${i}`, name, description: [] }))
    await made(ann.put('/api/world', { entities }))
    const pier = (i: number) => ({ type: 'objectRef', content: `pier ${i}`, refType: 'entity' })
    const [to, and] = [words(' to '), words(' and ')] as const
    await makeSummary([pier(0), to, pier(1), and, pier(2), to, pier(0)])
    await page.goto(reading())
    await page.getByRole('button', { name: 'Edit the summary' }).click()
    const field = page.getByLabel('Text of the summary')
    expect(await field.inputValue()).toBe('@[Pier] to @[Pier (2)] and @[Pier 4 east] to @[Pier]')
    await field.press('End')
    await field.pressSequentially('.')
    await save()
    await page.getByText('Pier to Pier and Pier [4] east to Pier.').waitFor()
    expect(await summaryNow()).toEqual([pier(0), to, pier(1), and, pier(2), to, pier(0), ...said('.')])
  })

  it('keeps letters that look like a reference, stored ones and those that are typed', async () => {
    await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry', description: [] }] }))
    await makeSummary([...said('Write @[Ferry]')])
    await page.goto(reading())
    await page.getByRole('button', { name: 'Edit the summary' }).click()
    const field = page.getByLabel('Text of the summary')
    expect(await field.inputValue()).toBe('Write \\@[Ferry]')
    await field.press('End')
    await field.pressSequentially(' or \\@[Ferry], not @[Ferry]')
    await save()
    await page.getByText('Write @[Ferry] or @[Ferry], not Ferry').waitFor()
    const ferry = { type: 'objectRef', content: 'ferry', refType: 'entity' }
    expect(await summaryNow()).toEqual([...said('Write @[Ferry] or @[Ferry], not '), ferry])
  })

  it('means what was chosen, also when that has another name by now, and says which name means nothing', async () => {
    await page.goto(reading())
    await page.getByRole('button', { name: 'Write a summary' }).click()
    const field = page.getByLabel('Text of the summary')
    await field.pressSequentially('The @Fer')
    await page.getByRole('option', { name: /^Ferry/ }).click()
    await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Boat', description: [] }] }))
    await page.reload()
    expect(await field.inputValue()).toBe('The @[Ferry]')
    expect(await page.getByText(/^Nothing here is called/).count()).toBe(0)
    await field.press('End')
    await field.pressSequentially(' of @[Nobody]')
    await page.getByText(/^Nothing here is called @\[Nobody\]/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await save()
    await page.getByText('The Boat of @[Nobody]').waitFor()
    const [the, of] = [...said('The '), ...said(' of @[Nobody]')]
    expect(await summaryNow()).toEqual([the, { type: 'objectRef', content: 'ferry', refType: 'entity' }, of])
  })

  describe('in the form of a persona', () => {
    const field = (name: string) => page.getByRole('dialog').getByRole('textbox', { name, exact: true })
    const begin = () => page.getByRole('button', { name: 'Edit the persona' }).click()
    const edit = async (name: string, text: string) => {
      await begin()
      await field(name).fill(text)
    }
    const theyWrite = (changes: object) => made(ann.put(`/api/personas/${personaId}`, changes))
    const personaNow = async () => {
      const { name, role, informationNeed } = await made(ann.get(`/api/personas/${personaId}`))
      return [name, role, informationNeed]
    }
    beforeEach(() => page.goto(`${api.url}/personas/${personaId}`))

    it('is still there when the tab was closed, until it is dropped', async () => {
      await edit('Role', 'Mine')
      await page.reload()
      await begin()
      expect(await field('Role').inputValue()).toBe('Mine')
      expect(await desk.barriers()).toEqual([])
      await page.getByRole('button', { name: 'Discard changes' }).click()
      await begin()
      expect(await field('Role').inputValue()).toBe('Master')
    })

    it('is joined with what somebody else wrote in another field, though the page has read it', async () => {
      await edit('Role', 'Mine')
      await theyWrite({ informationNeed: 'Theirs' })
      await comeBack()
      await page.getByText('Theirs', { exact: true }).waitFor()
      await save()
      await page.getByText('Mine', { exact: true }).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await personaNow()).toEqual(['Harbour master', 'Mine', 'Theirs'])
      await begin()
      expect(await field('Role').inputValue()).toBe('Mine')
    })

    it('asks where somebody else wrote the same field, and joins the others', async () => {
      await edit('Role', 'Mine')
      await field('Name').fill('My name')
      await theyWrite({ role: 'Theirs', informationNeed: 'Whence?' })
      await page.reload()
      await begin()
      await save()
      await choice().getByLabel('Theirs: Theirs').waitFor()
      expect(await choice().getByRole('radiogroup').count()).toBe(1)
      // Closing the dialog makes no choice, so saving asks again.
      await page.keyboard.press('Escape')
      expect(await field('Role').inputValue()).toBe('Mine')
      await save()
      await chooseTheirs('Theirs')
      await page.getByRole('heading', { name: 'My name' }).waitFor()
      expect(await personaNow()).toEqual(['My name', 'Theirs', 'Whence?'])
    })
  })

  it('met nothing that a page must not have', () => {
    // The test itself makes requests fail with 500.
    expect(desk.faults.filter((fault) => !/status of 500|^500 /.test(fault))).toEqual([])
  })
})
