import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personAt, type Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { frames, made, makeContent, makeVideo, unique } from '../support/workspace.js'
import { openDesk, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

let api: WorkingApi
let ann: Person
let browser: Browser
let desk: OpenDesk
let page: Page
let stop: DeskSuite<unknown>['stop'] | undefined

describe.skipIf(leftOut(noBrowser, 'the first hour in a browser'))('the first hour at the desk', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, desk, page, stop } = await startDesk(startWorkingApi))
  })
  afterAll(() => stop?.())

  const dialog = () => page.getByRole('dialog')
  const save = () => dialog().getByRole('button', { name: 'Save', exact: true }).click()
  const rowOf = (name: string | RegExp) => page.getByRole('row', { name })

  it('leads from the library to what is done first, and ticks what is done', async () => {
    await page.goto(api.url)
    await page.getByRole('region', { name: 'First steps: 0 of 5' }).waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.getByRole('link', { name: 'Create a persona' }).click()
    await page.getByRole('main').getByRole('button', { name: 'New persona' }).first().click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Pilot')
    await dialog().getByLabel('Role').fill('Pilot')
    await dialog().getByLabel('Information need').fill('Who calls at the port?')
    await save()
    await page.getByText('No entity types yet.').waitFor()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Ship')
    await save()
    await rowOf(/^Ship/).waitFor()
    // A type can also be made where one is asked for.
    await page.getByRole('link', { name: 'World', exact: true }).click()
    await page.getByRole('main').getByRole('button', { name: 'New', exact: true }).click()
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Northern star')
    await dialog().getByRole('button', { name: 'New type' }).click()
    const inner = page.getByRole('dialog', { name: 'New type' })
    await inner.getByRole('textbox', { name: 'Name', exact: true }).fill('Ferry')
    await inner.getByRole('button', { name: 'Save', exact: true }).click()
    await inner.waitFor({ state: 'detached' })
    await save()
    await rowOf(/^Northern star .*Ferry/).waitFor()
    await page.getByRole('link', { name: 'Library' }).click()
    const steps = page.getByRole('region', { name: 'First steps: 2 of 5' })
    await steps.getByText('Define types (done)').waitFor()
    await steps.getByRole('link', { name: 'Draw a box' }).waitFor()
    await page.getByRole('button', { name: 'Hide the first steps' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByText('1 video').waitFor()
    expect(await page.getByText('First steps').count()).toBe(0)
    expect(desk.faults).toEqual([])
  })

  it('shows the keyboard shortcuts with ?, but not in a text, nor when single keys are switched off', async () => {
    const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.goto(`${api.url}/personas`)
    await page.getByLabel('Search by name').pressSequentially('?')
    expect(await page.getByLabel('Search by name').inputValue()).toBe('?')
    expect(await overlay.count()).toBe(0)
    await page.getByRole('heading', { name: 'Personas' }).click()
    await page.keyboard.press('?')
    await overlay.getByText('Show this overlay').waitFor()
    expect(await desk.barriers()).toEqual([])
    await overlay.getByRole('switch', { name: 'Single-key shortcuts' }).click({ force: true })
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    // The button opens it all the same, and would find an overlay of the key in its way.
    await page.getByRole('button', { name: 'Keyboard shortcuts (?)' }).click()
    await overlay.getByRole('switch', { name: 'Single-key shortcuts' }).click({ force: true })
    await page.keyboard.press('Escape')
    expect(desk.faults).toEqual([])
  })

  it('has a profile: name, password, sessions and tokens', async () => {
    const nia = await api.person('Nia')
    const other = await api.signIn('Nia', 'password-1')
    const own = await openDesk(browser, api, nia)
    page = own.page
    await page.goto(api.url)
    await page.getByRole('link', { name: 'Profile of Nia' }).click()
    await page.getByRole('textbox', { name: 'Display name' }).fill('Nia of the port')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('link', { name: 'Profile of Nia of the port' }).waitFor()
    await page.getByText('At least 6 characters').waitFor()
    const password = (name: string) => page.getByRole('textbox', { name, exact: true })
    await password('New password').fill('a-new-ferry')
    await password('New password again').fill('another-ferry')
    await page.getByText('The two passwords differ.').waitFor()
    await password('New password again').fill('a-new-ferry')
    expect(await own.barriers()).toEqual([])
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password is changed.').waitFor()
    expect((await other.get('/api/auth/me')).status).toBe(401)

    await page.getByRole('tab', { name: 'Active sessions' }).click()
    await page.getByText('This session').waitFor()
    await page.getByRole('tab', { name: 'Provider keys' }).click()
    await page.getByRole('button', { name: 'Add a key' }).click()
    await dialog().getByLabel('Provider').fill('openai')
    await dialog().getByLabel('Name').fill('Mine')
    await dialog()
      .getByRole('textbox', { name: /^Secret key/ })
      .fill('sk-0123456789')
    await save()
    await rowOf(/^openai Mine/).waitFor()
    await page.getByRole('tab', { name: 'API tokens' }).click()
    await page.getByText('No API tokens yet.').waitFor()
    await page.getByRole('button', { name: 'New token' }).click()
    await dialog().getByLabel('What it is for').fill('Nightly export')
    await save()
    const token = await dialog().locator('pre').innerText()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    const program = personAt(api.url, `Bearer ${token}`, nia.id, 'Nia')
    expect((await program.get('/api/personas')).status).toBe(200)
    await page.getByRole('button', { name: 'Revoke the token Nightly export' }).click()
    await dialog().getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API tokens yet.').waitFor()
    expect((await program.get('/api/personas')).status).toBe(401)
    expect(own.faults).toEqual([])
    await own.close()
  })

  it('says what is wrong where somebody signs in with a wrong password', async () => {
    const nobody = await openDesk(browser, api)
    await nobody.page.goto(api.url)
    await nobody.page.getByLabel('Username').fill('Ann')
    await nobody.page.getByLabel(/^Password/).fill('not-the-password')
    await nobody.page.getByRole('button', { name: 'Sign in' }).click()
    await nobody.page.getByText('Invalid credentials. Check the username and the password.').waitFor()
    await nobody.close()
  })

  it('says how many annotations go with a type, and keeps Edit and Delete in view on a phone', async () => {
    const { personaId } = await makeContent(ann, await makeVideo(api))
    const types = await made(ann.get(`/api/personas/${personaId}/ontology`))
    for (let i = 0; i < 2; i++)
      await made(
        ann.post('/api/annotations', {
          ...{ videoId: await makeVideo(api), personaId, type: 'type', label: 'ship', frames },
        }),
      )
    const phone = await openDesk(browser, api, ann, { width: 390, height: 844 })
    page = phone.page
    await page.goto(`${api.url}/personas/${personaId}`)
    const remove = page.getByRole('button', { name: 'Delete Ship' })
    const { x, width } = (await remove.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(390)
    await remove.click()
    await page.getByText(/^3 annotations of this type are deleted with it\./).waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    expect((await made(ann.get(`/api/personas/${personaId}/ontology`))).version).toBe(types.version)
    expect(phone.faults).toEqual([])
    await phone.close()
  })

  it('renames a project, and deletes it once its name is typed; what was made in it stays', async () => {
    page = desk.page
    const { id } = await made(ann.post('/api/projects', { name: 'Quay', slug: unique('quay') }))
    const { personaId } = await makeContent(ann, await makeVideo(api), id)
    await page.goto(`${api.url}/projects/${id}?tab=settings`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Old quay')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Old quay' }).waitFor()
    await page.getByRole('button', { name: 'Delete project' }).click()
    await dialog().getByText('the project itself and 1 membership').waitFor()
    await dialog()
      .getByText(/^1 persona and all annotations/)
      .waitFor()
    const remove = dialog().getByRole('button', { name: 'Delete project' })
    expect(await remove.isDisabled()).toBe(true)
    await dialog().getByRole('textbox').fill('Old quay')
    expect(await desk.barriers()).toEqual([])
    await remove.click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    expect((await ann.get(`/api/projects/${id}`)).status).toBe(404)
    expect((await made(ann.get(`/api/personas/${personaId}`))).projectId).toBeNull()
    expect(desk.faults).toEqual([])
  })

  it('shows administrators the jobs of all users, and lets them make rules and delete accounts', async () => {
    const admin = await api.admin()
    const leaver = await api.person('Leaver')
    await makeContent(leaver, await makeVideo(api))
    await made(leaver.post('/api/exports', { contents: 'personas' }))
    const { id } = await made(ann.post('/api/projects', { name: 'Locks', slug: unique('locks') }))
    const own = await openDesk(browser, api, admin)
    page = own.page
    await page.goto(`${api.url}/administration?part=machines`)
    await rowOf(/^Export /)
      .first()
      .waitFor()
    await page.getByText('without a GPU').waitFor()
    expect(await page.getByText('0.00 GB free').count()).toBe(0)

    await page.goto(`${api.url}/projects/${id}`)
    await page.getByRole('button', { name: 'New rule' }).first().click()
    await dialog().getByLabel('Name').fill('All of them')
    await dialog().getByLabel('Value').fill('mp4')
    await save()
    await rowOf(/^All of them File name contains “mp4”/).waitFor()
    await page.getByRole('button', { name: 'Test the rule All of them' }).click()
    await page.getByText(/^The rule matches \d+ videos\.$/).waitFor()
    expect(await own.barriers()).toEqual([])
    await page.getByRole('button', { name: 'Delete the rule All of them' }).click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No assignment rules yet.').waitFor()

    await page.goto(`${api.url}/administration`)
    await page.getByRole('button', { name: 'Delete the account Leaver' }).click()
    await dialog().getByText('1 personal personas, and 0 in projects').waitFor()
    await dialog()
      .getByLabel(/^Type “Leaver”/)
      .fill('Leaver')
    expect(await own.barriers()).toEqual([])
    await dialog().getByRole('button', { name: 'Delete account' }).click()
    const accounts = page.getByRole('table', { name: 'Accounts' })
    await accounts.getByRole('row', { name: /^Leaver/ }).waitFor({ state: 'detached' })
    await expect.poll(async () => (await leaver.get('/api/auth/me')).status).toBe(401)
    expect(own.faults).toEqual([])
    await own.close()
  })
})
