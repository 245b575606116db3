import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made } from '../support/workspace.js'
import { putVideo, startDesk, type DeskSuite } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let stop: DeskSuite<unknown>['stop'] | undefined
let page: Page
let personaId: string
const videoId = 'ferry-video'
const reading = () => `${api.url}/videos/${videoId}/reading?persona=${personaId}`
const said = (content: string) => [{ type: 'text', content }]

describe.skipIf(leftOut(noBrowser, 'writing in a browser'))('what is being written about a video', () => {
  beforeAll(async () => {
    ;({ api, ann, page, stop } = await startDesk(startApi))
    await putVideo(api, videoId)
  })
  beforeEach(async () => {
    const persona = { name: 'Harbour master', role: 'Master', informationNeed: 'Who?' }
    personaId = (await made(ann.post('/api/personas', persona))).id
  })
  afterAll(() => stop?.())

  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const tree = () => page.getByRole('tree', { name: 'Claims' })
  const rowWith = (text: string) => page.getByRole('treeitem').filter({ hasText: text })
  const claimField = () => page.getByLabel('Claim text')
  const makeSummary = (text: string) => made(ann.post('/api/summaries', { videoId, personaId, summary: said(text) }))
  const claimsOf = (summaryId: string) => made(ann.get(`/api/summaries/${summaryId}/claims`))
  /** Creates claims in a new summary; returns the id of the summary. */
  const makeClaims = async (...claims: (string | object)[]): Promise<string> => {
    const { id } = await makeSummary('A ferry.')
    const bodies = claims.map((one) => (typeof one === 'string' ? { text: one, confidence: 0.5 } : one))
    await made(ann.post(`/api/summaries/${id}/claims/bulk`, { claims: bodies }))
    return id
  }
  /** Has the page refetch its data as if its tab got the focus again, after the data has become stale (5 s). */
  const comeBack = async () => {
    await page.waitForTimeout(5_100)
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  }
  /** Holds the requests of the page back until the returned function is called. */
  const holdBack = async () => {
    let letGo: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/graphql', async (route) => {
      await gate
      await route.continue()
    })
    return async () => {
      letGo()
      await page.unrouteAll({ behavior: 'wait' })
    }
  }
  const lastClaim = async (text: string) => {
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return tree().getByText(text).count()
      })
      .toBe(1)
  }

  it('is not alone: claims that cannot be read are said to be, and asked for again by hand', async () => {
    const id = await makeClaims(...Array.from({ length: 150 }, (_, i) => `Claim ${i}.`))
    let asked = 0
    await page.route('**/graphql', (route) => {
      const { variables } = route.request().postDataJSON() as { variables?: { summaryId?: string; after?: string } }
      if (variables?.summaryId !== id || !variables.after) return route.continue()
      asked++
      return route.fulfill({ json: { errors: [{ message: 'Out' }] } })
    })
    await page.goto(reading())
    await tree().getByRole('treeitem').first().focus()
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return page.getByRole('alert').getByText('Out').count()
      })
      .toBe(1)
    await page.waitForTimeout(500)
    expect(asked).toBe(1)
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await tree().getByRole('treeitem').last().focus()
    await lastClaim('Claim 149.')
  })

  it('is begun on the claim that has the focus, also when somebody else has added one above it', async () => {
    const id = await makeClaims('First.', 'Second.')
    const [{ id: parentClaimId }] = await claimsOf(id)
    await page.goto(reading())
    await rowWith('Second.').focus()
    await made(ann.post(`/api/summaries/${id}/claims`, { text: 'Between.', parentClaimId }))
    await comeBack()
    await rowWith('Between.').waitFor()
    await expect.poll(() => rowWith('Second.').and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await claimField().inputValue()).toBe('Second.')
  })

  it('stays in sight when somebody sums the video up from another point of view', async () => {
    await makeSummary('A ferry.')
    await page.goto(`${api.url}/videos/${videoId}/reading`)
    await page.getByRole('button', { name: 'Add a claim', exact: true }).click()
    await claimField().fill('Mine')
    const other = await made(ann.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'Where?' }))
    await made(ann.post('/api/summaries', { videoId, personaId: other.id, summary: said('A pier.') }))
    const again = page.waitForResponse(async (response) => (await response.text().catch(() => '')).includes('A pier.'))
    await comeBack()
    await again
    await page.waitForTimeout(300)
    expect(await claimField().inputValue()).toBe('Mine')
  })

  it('begins from the words that the page shows', async () => {
    const id = await makeClaims({ text: 'It is late.', gloss: said('It is late.'), confidence: 0.5 })
    const [{ id: claimId }] = await claimsOf(id)
    await made(ann.put(`/api/summaries/${id}/claims/${claimId}`, { text: 'It is early.' }))
    await page.goto(reading())
    const row = tree().getByRole('treeitem').first()
    await row.getByText('It is early.').waitFor()
    await row.focus()
    await page.keyboard.press('Enter')
    expect(await claimField().inputValue()).toBe('It is early.')
    await page.getByLabel('Comment').fill('Seen')
    await save()
    await page.getByLabel('Comment').waitFor({ state: 'detached' })
    const [now] = await claimsOf(id)
    expect(now).toMatchObject({ text: 'It is early.', comment: 'Seen' })
  })

  it('is sent once, however often its keys are pressed', async () => {
    const { id } = await makeSummary('A ferry.')
    await page.goto(reading())
    await page.getByRole('button', { name: 'Add a claim', exact: true }).click()
    await claimField().fill('Mine')
    const letGo = await holdBack()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+Enter')
    await letGo()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tree().getByText('Mine').first().waitFor()
    expect(await claimsOf(id)).toHaveLength(1)
  })

  it('stays in sight when the claim before it has been saved at last', async () => {
    await makeClaims('First.', 'Second.')
    await page.goto(reading())
    const row = (at: number) => tree().getByRole('treeitem').nth(at)
    await row(0).focus()
    await page.keyboard.press('Enter')
    await claimField().fill('First again.')
    const letGo = await holdBack()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await row(1).focus()
    await page.keyboard.press('Enter')
    await claimField().fill('Mine')
    await letGo()
    await row(0).getByText('First again.').waitFor()
    expect(await claimField().inputValue()).toBe('Mine')
  })

  it('takes no more words while it is on its way', async () => {
    await page.goto(reading())
    await page.getByRole('button', { name: 'Write a summary' }).click()
    const field = page.getByLabel('Text of the summary')
    await field.fill('Mine')
    const letGo = await holdBack()
    await save()
    await expect.poll(() => field.isEditable()).toBe(false)
    await letGo()
    await field.waitFor({ state: 'detached' })
    await page.getByText('Mine', { exact: true }).waitFor()
  })

  it('may name what was made on another page a moment ago', async () => {
    const type = (id: string, name: string) => ({ id, name, gloss: said('Floats') })
    const write = (...entities: object[]) => made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
    await write(type('barge', 'Barge'))
    await page.goto(reading())
    await page.getByRole('button', { name: 'Write a summary' }).waitFor()
    await page.getByRole('button', { name: 'Write a summary' }).click()
    const field = page.getByLabel('Text of the summary')
    await field.pressSequentially('@Bar')
    await page.getByRole('option', { name: /^Barge/ }).waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Personas', exact: true }).click()
    await page.getByRole('heading', { name: 'Personas', exact: true }).waitFor()
    await write(type('barge', 'Barge'), type('tug', 'Tug'))
    await made(
      ann.post('/api/annotations', {
        ...{ videoId, personaId, type: 'type', label: 'tug' },
        frames: { boxes: [{ frameNumber: 7, x: 1, y: 2, width: 30, height: 40, isKeyframe: true }] },
      }),
    )
    await page.goBack()
    await field.fill('')
    await field.pressSequentially('@tug')
    await page.getByRole('option', { name: /^Tug entity/ }).waitFor()
    await page.getByRole('option', { name: /Tug 1, frame 7/ }).waitFor()
  })
})
