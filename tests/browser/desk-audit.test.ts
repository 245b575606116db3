import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made } from '../support/workspace.js'
import { keepPicture, openDesk, startDesk, type DeskSuite } from './desk-support.js'
import { noBrowser } from './support.js'

let api: TestApi
let ann: Person
let admin: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined

describe.skipIf(leftOut(noBrowser, 'the audit in a browser'))('the audit at the desk', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, stop } = await startDesk(startApi))
    admin = await api.admin()
  })
  afterAll(() => stop?.())

  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('textbox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }

  it('shows administrators who changed what, and who could not sign in', async () => {
    const persona = { name: 'Harbour master', role: 'Pilot', informationNeed: 'Who leaves?' }
    const { id } = await made(ann.post('/api/personas', persona))
    await made(ann.put(`/api/personas/${id}`, { name: 'Harbour pilot' }))
    const wrong = { username: ann.username, password: 'not-the-password' }
    expect((await api.anonymous.post('/api/auth/login', wrong)).status).toBe(401)

    const desk = await openDesk(browser, api, admin)
    const { page } = desk
    await page.goto(`${api.url}/administration`)
    await page.getByRole('tab', { name: 'Audit' }).click()
    const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row')
    await rows
      .filter({ hasText: 'Failed sign-in' })
      .filter({ hasText: `username: ${ann.username}`, hasNotText: 'Created' })
      .waitFor()
    expect(await desk.barriers()).toEqual([])
    await keepPicture(page, 'audit')

    // On a telephone each row is a block: no column is out of sight, and to screen readers it is a table as before.
    await page.setViewportSize({ width: 390, height: 800 })
    const cells = rows.nth(1).getByRole('cell')
    const edges = async () => Promise.all((await cells.all()).map((one) => one.boundingBox()))
    await expect.poll(async () => (await edges()).every((box) => !box || box.x + box.width <= 390)).toBe(true)
    expect((await edges()).filter(Boolean).length).toBeGreaterThan(4)
    const labels = `[...document.querySelectorAll('[role=row]:nth-child(1) > [role=cell]')]
      .filter((one) => one.offsetHeight > 0).map((one) => getComputedStyle(one, '::before').content)`
    expect(await page.evaluate<string[]>(labels)).toEqual(expect.arrayContaining([expect.stringContaining('"Kind"')]))
    expect(await page.getByRole('columnheader').count()).toBe(7)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(await desk.barriers()).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })

    await choose(page, 'Kind', 'Persona')
    await choose(page, 'Operation', 'Changed')
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.nth(1).textContent()).toContain(`${ann.username}SessionChangedPersona${id}version 2name`)
    await page.getByRole('textbox', { name: 'ID' }).fill('01999999-0000-7000-8000-000000000000')
    await page.getByText('Nothing here yet.').waitFor()
    await page.getByRole('textbox', { name: 'ID' }).fill(id)
    await expect.poll(() => rows.count()).toBe(2)

    await page.getByRole('textbox', { name: 'User', exact: true }).fill(admin.username)
    await page.getByRole('option', { name: admin.username, exact: true }).click()
    await page.getByText('Nothing here yet.').waitFor()
    expect(desk.faults).toEqual([])
    await desk.close()
  })
})
