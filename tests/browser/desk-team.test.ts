import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { startWorkingApi, type WorkingApi } from '../support/models.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'
import {
  chooseOfMore,
  keepPicture,
  openDesk,
  startDesk,
  withoutUpdates,
  type DeskSuite,
  type OpenDesk,
} from './desk-support.js'
import { noBrowser } from './support.js'

let api: WorkingApi
let ann: Person
let ben: Person
let admin: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let projectId: string

describe.skipIf(leftOut(noBrowser, 'teams in a browser'))('a team at the desk', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, desk, stop } = await startDesk(() => startWorkingApi({ ALLOW_REGISTRATION: 'true' })))
    ben = await api.person('Ben')
    admin = await api.admin()
    projectId = (await made(ann.post('/api/projects', { name: 'Ferries', slug: 'ferries' }))).id
    await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'viewer' }))
    const group = await made(ann.post('/api/groups', { name: 'Harbour', slug: 'harbour' }))
    await made(ann.post(`/api/groups/${group.id}/members`, { userId: ben.id, role: 'group_member' }))
  })
  afterAll(() => stop?.())

  /** Answers the question of this title. */
  const asked = async (title: string, act: string) => {
    const question = desk.page.getByRole('dialog', { name: title })
    await question.waitFor()
    expect(await desk.barriers()).toEqual([])
    await question.getByRole('button', { name: act, exact: true }).click()
    await question.waitFor({ state: 'detached' })
  }

  const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

  describe('that needs no administrator', () => {
    let lena: OpenDesk
    let otto: OpenDesk
    let id: string
    let personaId: string
    beforeAll(async () => {
      ;[lena, otto] = [await openDesk(browser, api), await openDesk(browser, api)]
    })
    afterAll(() => Promise.all([lena.close(), otto.close()]))

    const go = (page: Page, name: string) =>
      page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
    const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
    const choose = async (page: Page, field: string, option: string) => {
      await page.getByRole('textbox', { name: field }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    const register = async ({ page }: OpenDesk, name: string) => {
      await page.goto(api.url)
      await page.getByRole('button', { name: 'No account yet? Create one' }).click()
      // The rule is there before the password is refused.
      await page.getByText('At least 8 characters').waitFor()
      await page.getByRole('textbox', { name: 'Username' }).fill(name.toLowerCase())
      await page.getByLabel('Display name').fill(name)
      await page.getByLabel(/^Password/).fill('ferry-to-the-north')
      await page.getByRole('button', { name: 'Create an account' }).click()
      await page.getByRole('button', { name: `Account of ${name}` }).waitFor()
    }

    it('registers', async () => {
      await Promise.all([register(lena, 'Lena'), register(otto, 'Otto')])
    })

    it('makes a group', async () => {
      const { page } = lena
      // Otto is found by the exact name alone: they share nothing yet.
      await go(page, 'Groups')
      await page.getByRole('main').getByRole('button', { name: 'New group' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').fill('Harbour watch')
      await save(page)
      await page.getByRole('heading', { name: 'Harbour watch' }).waitFor()
      await page.getByRole('textbox', { name: 'Person' }).fill('ott')
      await page.getByText('Nobody found.').waitFor()
      await page.getByRole('textbox', { name: 'Person' }).fill('otto')
      await page.getByRole('option', { name: 'Otto (otto)' }).click()
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByText('Otto added', { exact: true }).waitFor()
      await rowOf(page, /^Otto otto/).waitFor()
      expect(await lena.barriers()).toEqual([])
    })

    it('makes a project with videos', async () => {
      const { page } = lena
      await go(page, 'Projects')
      await page.getByRole('banner').waitFor()
      await page.getByRole('main').getByRole('button', { name: 'New project' }).first().click()
      await page.getByRole('dialog').getByLabel('Name').fill('Ferries of the north')
      await save(page)
      await page.getByRole('heading', { name: 'Ferries of the north' }).waitFor()
      id = new URL(page.url()).pathname.split('/')[2] ?? ''

      // Videos are found by name, chosen together, and assigned later.
      await page.getByText('This project has no videos yet.').waitFor()
      await page.getByRole('button', { name: 'Add videos' }).first().click()
      const adding = page.getByRole('dialog', { name: 'Add videos' })
      await adding.getByLabel('Search by name').fill('dust')
      await adding.getByRole('checkbox', { name: 'dust-storm.webm' }).check()
      expect(await lena.barriers()).toEqual([])
      await adding.getByRole('button', { name: 'Add 1 video' }).click()
      await rowOf(page, /dust-storm\.webm/)
        .getByRole('cell', { name: 'Lena', exact: true })
        .waitFor()
    })

    it('invites a fellow and assigns a video', async () => {
      const { page } = lena
      // A fellow of the group is found by a part of the name, and invited.
      await page.getByRole('tab', { name: 'Members' }).click()
      const invite = async () => {
        await page.getByRole('textbox', { name: 'Person' }).fill('ott')
        await page.getByRole('option', { name: 'Otto (otto)' }).click()
        await page.getByRole('button', { name: 'Invite' }).click()
      }
      await invite()
      const sent = page.getByRole('region', { name: 'Invitations sent' })
      await sent.getByRole('row', { name: /^Otto otto Annotator Lena .+ Open until / }).waitFor()
      expect(await lena.barriers()).toEqual([])
      // A refusal is told at the field that it is about.
      await invite()
      await page.getByText('User has been invited already').waitFor()
      expect(await page.getByRole('textbox', { name: 'Person' }).getAttribute('aria-invalid')).toBe('true')
      expect(await lena.barriers()).toEqual([])
      await sent.getByRole('button', { name: 'Withdraw the invitation of Otto' }).click()
      await sent.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Invite' }).click()
      await sent.waitFor()
      await go(otto.page, 'Projects')
      const invited = otto.page.getByRole('alert', { name: 'Invitations' })
      await invited.getByText('Lena invites you to Ferries of the north as Annotator.').waitFor()
      await invited.getByRole('button', { name: 'Accept the invitation to Ferries of the north' }).click()
      await rowOf(otto.page, /^Ferries of the north Nothing yet Annotator/).waitFor()
      await page.reload()
      await rowOf(page, /^Otto otto Annotator/).waitFor()
      expect(await sent.count()).toBe(0)
      await page.getByRole('tab', { name: 'Videos' }).click()
      await choose(page, 'Assignee of dust-storm.webm', 'Otto')
      const assigned =
        'query ($id: ID!) { project(id: $id) { videoAssignments { nodes { assignedUser { displayName } } } } }'
      const assignees = async () => (await made(admin.graph(assigned, { id }))).project.videoAssignments.nodes
      await expect.poll(assignees).toEqual([{ assignedUser: { displayName: 'Otto' } }])
      await keepPicture(page, 'project')
      expect(await lena.barriers()).toEqual([])
    })

    it('makes a persona and shares it', async () => {
      const { page } = lena
      await page.getByRole('tab', { name: 'Personas' }).click()
      await page.getByRole('button', { name: 'New persona' }).click()
      const persona = page.getByRole('dialog')
      await persona.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour master')
      await persona.getByLabel('Role').fill('Master')
      await persona.getByLabel('Information need').fill('What moves?')
      expect(await persona.getByRole('textbox', { name: 'Project' }).inputValue()).toBe('Ferries of the north')
      await save(page)
      await page.getByRole('heading', { name: 'Harbour master' }).waitFor()
      personaId = new URL(page.url()).pathname.split('/')[2] ?? ''
      await page.getByRole('button', { name: 'New entity type' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill('Cloud')
      await save(page)
      await rowOf(page, /^Cloud/).waitFor()
      await chooseOfMore(page, 'Share')
      const sharing = page.getByRole('dialog', { name: /^Share: / })
      await choose(page, 'Person or group', 'Harbour watch')
      await choose(page, 'Access', 'Can fork')
      await sharing.getByRole('button', { name: 'Share', exact: true }).click()
      await page.getByText('Shared with Harbour watch', { exact: true }).waitFor()
      await sharing.getByRole('row', { name: /^Harbour watch/ }).waitFor()
    })

    it('draws a box in a video that was assigned', async () => {
      await otto.page.reload()
      await go(otto.page, 'Projects')
      await otto.page.getByRole('link', { name: 'Ferries of the north' }).click()
      await otto.page.getByRole('link', { name: 'dust-storm.webm' }).click()
      await otto.page.locator('video').waitFor()
      await choose(otto.page, 'Type', 'Cloud')
      await otto.page.getByRole('button', { name: 'Draw a box' }).click()
      const { x, y, width, height } = (await otto.page.locator('video').boundingBox())!
      await otto.page.mouse.move(x + 0.2 * width, y + 0.3 * height)
      await otto.page.mouse.down()
      await otto.page.mouse.move(x + 0.4 * width, y + 0.6 * height, { steps: 3 })
      await otto.page.mouse.up()
      const ofProject =
        'query ($id: ID!) { annotations(filter: { projectId: $id }) { nodes { creator { displayName } } } }'
      const drawn = async () => (await made(admin.graph(ofProject, { id }))).annotations.nodes
      await expect.poll(drawn).toEqual([{ creator: { displayName: 'Otto' } }])
    })

    it('is told of it, and forks what was shared', async () => {
      // The bell tells Otto what Lena did, and leads there; what he has seen is no longer new.
      await otto.page.getByRole('button', { name: 'Notifications, 4 new' }).click()
      const news = otto.page.getByRole('dialog', { name: 'Notifications' })
      await news.getByRole('listitem').first().waitFor()
      expect(await news.getByRole('link').allTextContents()).toEqual([
        'Lena shared the persona Harbour master with you',
        'Lena assigned the video dust-storm.webm to you',
        'Lena invited you to the project Ferries of the north',
        'Lena added you to the group Harbour watch',
      ])
      expect(await otto.barriers()).toEqual([])
      await news.getByRole('link', { name: /^Lena shared/ }).click()
      await otto.page.getByRole('heading', { name: 'Harbour master' }).waitFor()
      await otto.page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

      // What is shared with the group is among what is shared with Otto, who copies it.
      await otto.page.getByRole('link', { name: 'Shared with me 1' }).click()
      await rowOf(otto.page, /^Persona: Harbour master Lena, with the group Harbour watch/).waitFor()
      await keepPicture(otto.page, 'shared')
      expect(await otto.barriers()).toEqual([])
      await otto.page.getByRole('link', { name: 'Open Persona: Harbour master' }).click()
      await otto.page.getByRole('heading', { name: 'Harbour master' }).waitFor()
      await otto.page.goBack()
      await otto.page.getByRole('button', { name: 'Fork Persona: Harbour master' }).click()
      // The copy has a name of its own, which tells where it is from.
      const name = 'Harbour master (copy from Lena)'
      expect(await otto.page.getByLabel('Name of the copied persona').inputValue()).toBe(name)
      await otto.page.getByRole('dialog').getByRole('button', { name: 'Fork', exact: true }).click()
      await otto.page.getByRole('heading', { name, exact: true }).waitFor()
      expect(otto.page.url()).not.toContain(personaId)
      await rowOf(otto.page, /^Cloud/).waitFor()
      expect([lena.faults, otto.faults]).toEqual([[], []])
    })
  })

  it('finds a project again that it has put aside, and brings it back', async () => {
    const { page } = desk
    const { id } = await made(ann.post('/api/projects', { name: 'Old pier', slug: 'old-pier' }))
    await page.goto(`${api.url}/projects/${id}?tab=settings`)
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await asked('Archive Old pier', 'Archive')
    await page.getByRole('button', { name: 'Restore', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Projects', exact: true }).click()
    await page.getByRole('tab', { name: 'Archived' }).click()
    await rowOf(page, /^Old pier Nothing yet Owner/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.getByRole('link', { name: 'Old pier' }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor()
    expect((await made(ann.get(`/api/projects/${id}`))).isArchived).toBe(false)
    expect(desk.faults).toEqual([])
  })

  it('adds everybody of a group to a project at once, and is told who was a member already', async () => {
    const [mia, noa] = [await api.person('Mia'), await api.person('Noa')]
    const group = await made(ann.post('/api/groups', { name: 'Pilots', slug: 'pilots' }))
    for (const { id } of [mia, noa])
      await made(ann.post(`/api/groups/${group.id}/members`, { userId: id, role: 'group_member' }))
    const { id } = await made(ann.post('/api/projects', { name: 'Locks', slug: 'locks' }))
    await made(ann.post(`/api/projects/${id}/members`, { userId: noa.id, role: 'reviewer' }))
    const { page } = desk
    await page.goto(`${api.url}/projects/${id}?tab=members`)
    await page.getByRole('textbox', { name: 'Person or group' }).fill('Pil')
    await page.getByRole('option', { name: 'Pilots', exact: true }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const told = page.getByRole('status').filter({ hasText: 'Pilots' })
    await told.getByText('Added from Pilots: Mia', { exact: true }).waitFor()
    await told.getByText('Members already, with the role they had: Ann (Owner), Noa (Reviewer)').waitFor()
    await rowOf(page, /^Mia Mia.* Annotator/).waitFor()
    await rowOf(page, /^Noa Noa.* Reviewer/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await told.getByRole('button', { name: 'Close' }).click()
    await told.waitFor({ state: 'detached' })
    expect(desk.faults).toEqual([])
  })

  it('gives a project any name', async () => {
    const { page } = desk
    // The slug is cut after 40 characters, which is between two words of this name.
    const name = 'Ferries and tugs of the northern coasts in winter'
    await page.goto(`${api.url}/projects`)
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name }).waitFor()
    expect(desk.faults).toEqual([])
  })

  it('is shown how far its videos are', async () => {
    const videoId = await makeVideo(api)
    await made(admin.post(`/api/projects/${projectId}/videos`, { videoId, assignedUserId: ben.id }))
    const { annotationId, claimId, otherClaimId } = await makeContent(ann, videoId, projectId)
    await made(ann.post('/api/reviews', { ids: [claimId], state: 'accepted' }))
    // Content for the same video, but outside of the project.
    await makeContent(ann, videoId)
    const { page } = desk
    const file = `${videoId}.mp4`
    await page.goto(`${api.url}/projects/${projectId}?tab=progress`)
    const reviewed = `1 of 4 ${file}: 1 accepted, 0 rejected, 3 open Next open of ${file}`
    await rowOf(page, `${file} Ben ${reviewed} 1 of 1 personas 2 Ann`).waitFor()
    expect(await desk.barriers()).toEqual([])

    // The next open one is a track on its first frame, then a claim, then nothing.
    const address = () => page.url().slice(api.url.length)
    await page.getByRole('button', { name: `Next open of ${file}` }).click()
    await expect.poll(address).toMatch(new RegExp(`^/videos/${videoId}\\?.*annotation=${annotationId}`))
    await made(ann.post('/api/reviews', { ids: [annotationId], state: 'rejected' }))
    await page.goto(`${api.url}/projects`)
    await page.getByRole('img', { name: 'Ferries: 1 accepted, 1 rejected, 2 open' }).waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.getByRole('button', { name: 'Next open of Ferries' }).click()
    await expect.poll(address).toMatch(new RegExp(`^/videos/${videoId}/reading\\?.*claim=${otherClaimId}`))
  })

  it('is shown by person how many of the videos given to them they have written about', async () => {
    const { id } = await made(ann.post('/api/projects', { name: 'Tugs', slug: 'tugs' }))
    await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'annotator' }))
    // One more than a page holds.
    const videos = await Promise.all(Array.from({ length: 101 }, () => makeVideo(api)))
    await Promise.all(
      videos.map((videoId) => made(admin.post(`/api/projects/${id}/videos`, { videoId, assignedUserId: ben.id }))),
    )
    await makeContent(ben, videos[0]!, id)
    // Ann writes summaries of videos that are not assigned to her.
    for (const videoId of videos.slice(0, 2)) await makeContent(ann, videoId, id)
    const { page } = desk
    await page.goto(`${api.url}/projects/${id}?tab=progress`)
    const people = page.getByRole('region', { name: 'Progress by person' })
    const left = (count: number) => `${count} open, 0 accepted, 0 rejected`
    const reviewed = (name: string, count: number) =>
      `0 of ${count} ${name}: 0 accepted, 0 rejected, ${count} open Next open of ${name}`
    const row = (name: string) => people.getByRole('row', { name, exact: true }).waitFor()
    await row(`Whole project ${reviewed('Tugs', 12)} ${left(3)} ${left(6)} ${left(3)}`)
    await row(`Ann ${reviewed('Ann', 8)} ${left(2)} ${left(4)} ${left(2)}`)
    await row(`Ben ${reviewed('Ben', 4)} 1 of 101 ${left(1)} ${left(2)} ${left(1)}`)
    expect(await people.getByRole('row').count()).toBe(4)
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
  })

  describe('of which an annotator writes and the owner reviews', () => {
    let id: string
    let videoId: string
    let content: Awaited<ReturnType<typeof makeContent>>
    beforeAll(async () => {
      id = (await made(ann.post('/api/projects', { name: 'Pier', slug: 'pier' }))).id
      await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'annotator' }))
      videoId = await makeVideo(api)
      content = await makeContent(ben, videoId, id)
    })
    const stateOf = async (claim: string) => {
      const { reviewState, reviewNote } = await made(ben.get(`/api/claims/${claim}`))
      return [reviewState, reviewNote]
    }
    const several = (name: string) => desk.page.getByRole('dialog', { name })
    const reading = () => `${api.url}/videos/${videoId}/reading?persona=${content.personaId}`

    it('accepts and rejects claims by keys, and filters them by their states', async () => {
      const { page } = desk
      const { claimId, otherClaimId } = content
      await withoutUpdates(page)
      await page.goto(reading())
      const filter = page.getByRole('group', { name: 'Review states' })
      const chip = (name: string) => filter.getByRole('button', { name, exact: true }).waitFor()
      await chip('Open 2')

      // Keys of the claim that has the focus: accept, go to the next open one, reject with a note.
      await page.getByRole('treeitem').first().focus()
      await page.keyboard.press('a')
      await chip('Accepted 1')
      expect(await stateOf(claimId)).toEqual(['accepted', null])
      await filter.getByRole('button', { name: 'Next open' }).click()
      await page.locator('[role=treeitem]:focus', { hasText: 'A ship leaves' }).waitFor()
      await page.keyboard.press('r')
      const note = page.getByRole('dialog', { name: 'Reject: A ship leaves' })
      await note.getByLabel('Review note').fill('Which ship?')
      expect(await desk.barriers()).toEqual([])
      await page.keyboard.press('Enter')
      await note.waitFor({ state: 'detached' })
      await chip('Rejected 1')
      expect(await stateOf(otherClaimId)).toEqual(['rejected', 'Which ship?'])
      await page.getByText('“Which ship?”').waitFor()

      // The chips filter; the claim above one that matches stays.
      await filter.getByRole('button', { name: 'Accepted 1' }).click()
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(1)
      await filter.getByRole('button', { name: 'Accepted 1' }).click()
      await expect.poll(() => page.getByRole('treeitem').count()).toBe(2)
    })

    it('accepts a summary by its buttons, but not unseen what was changed in the meantime', async () => {
      const { page } = desk
      const { summaryId } = content
      const summary = page.getByRole('region', { name: 'Summary', exact: true })
      const bar = summary.getByRole('group', { name: 'Review' })
      await made(ben.put(`/api/videos/${videoId}/summaries/${summaryId}`, { comment: 'New' }))
      await bar.getByRole('button', { name: 'Accept' }).click()
      await page.getByText(/It has been changed since you loaded it/).waitFor()
      expect(desk.faults.splice(0).filter((fault) => !/graphql/.test(fault))).toEqual([])
      // Until the desk shows what was changed, and for a moment afterwards, it refuses again.
      await expect
        .poll(async () => {
          await bar
            .getByRole('button', { name: 'Accept' })
            .click({ timeout: 1000 })
            .catch(() => undefined)
          return bar.getByText('Accepted', { exact: true }).count()
        })
        .toBe(1)
      await bar.getByText(/^Ann, /).waitFor()
      expect(await desk.barriers()).toEqual([])
    })

    it('shows the author the state alone, whose edit opens the review again', async () => {
      const { claimId } = content
      const other = await openDesk(browser, api, ben)
      await other.page.goto(reading())
      await other.page.getByText('“Which ship?”').waitFor()
      expect(await other.page.getByRole('button', { name: /^(Accept|Reject|Reopen)$/ }).count()).toBe(0)
      await other.close()
      await made(ben.put(`/api/claims/${claimId}`, { text: 'A white ferry leaves' }))
      expect(await stateOf(claimId)).toEqual(['open', null])
    })

    it('shows the owner how far the review is', async () => {
      const { page } = desk
      await page.goto(`${api.url}/projects/${id}?tab=progress`)
      const progress = page.getByRole('table', { name: 'Progress by person' })
      for (const [who, name] of [
        ['Whole project', 'Pier'],
        ['Ben', 'Ben'],
      ])
        await progress
          .getByRole('row', {
            name: [
              `${who} 2 of 4 ${name}: 1 accepted, 1 rejected, 2 open Next open of ${name}`,
              '1 open, 0 accepted, 0 rejected 1 open, 0 accepted, 1 rejected 0 open, 1 accepted, 0 rejected',
            ].join(' '),
          })
          .waitFor()
      expect(await desk.barriers()).toEqual([])
    })

    it('rejects several summaries at once, from the same page', async () => {
      const { page } = desk
      await page.getByRole('textbox', { name: 'State of review' }).click()
      await page.getByRole('option', { name: 'Accepted' }).click()
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page.getByText('1 summary selected').waitFor()
      expect(await desk.barriers()).toEqual([])
      await page.keyboard.press('r')
      await several('Reject: 1 summary').getByLabel('Review note').fill('Shorter')
      await page.keyboard.press('Enter')
      await page.getByText('1 summary rejected.').waitFor()
      const { data } = await ann.graph(`{ summary(id: "${content.summaryId}") { reviewState reviewNote } }`)
      expect(data.summary).toEqual({ reviewState: 'REJECTED', reviewNote: 'Shorter' })
      await page.getByText('No summaries in this state.').waitFor()
    })

    it('reviews several claims by keys alone: what was changed in the meantime is named and left out', async () => {
      const { page } = desk
      const { claimId, otherClaimId } = content
      await page.goto(reading())
      const claim = page.getByRole('treeitem')
      await claim.first().press('Space')
      await page.getByText('1 claim selected').waitFor()
      await claim.first().press('Shift+ArrowDown')
      await page.getByText('2 claims selected').waitFor()
      expect(await page.locator('[role=treeitem][aria-checked=true]').count()).toBe(2)
      expect(await desk.barriers()).toEqual([])
      await made(ben.put(`/api/claims/${otherClaimId}`, { text: 'A tug leaves' }))
      await claim.nth(1).press('a')
      await several('Accept: 2 claims').getByLabel('Review note').fill('Both seen')
      await page.keyboard.press('Enter')
      await page
        .getByText(/have been changed since you loaded them: A ship leaves\. They are no longer selected/)
        .waitFor()
      expect([await stateOf(claimId), await stateOf(otherClaimId)]).toEqual([
        ['open', null],
        ['open', null],
      ])
      await page.getByRole('treeitem', { name: /^Select: A tug leaves/ }).waitFor()
      await page.getByText('1 claim selected').waitFor()
      await page
        .getByRole('group', { name: 'Review', exact: true })
        .getByRole('button', { name: 'Accept' })
        .last()
        .click()
      await several('Accept: 1 claim').getByLabel('Review note').fill('Seen')
      await page.keyboard.press('Enter')
      await page.getByText('1 claim accepted.').waitFor()
      expect(await stateOf(claimId)).toEqual(['accepted', 'Seen'])
      // Both, together: the answer says how many.
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page.getByText('2 claims selected').waitFor()
      await claim.first().press('r')
      await several('Reject: 2 claims').getByLabel('Review note').fill('No')
      await page.keyboard.press('Enter')
      await page.getByText('2 claims rejected.').waitFor()
      expect([await stateOf(claimId), await stateOf(otherClaimId)]).toEqual([
        ['rejected', 'No'],
        ['rejected', 'No'],
      ])
      expect(desk.faults).toEqual([])
      await page.unrouteAll()
    })
  })

  it('asks before a member or a claim with all that is below it goes, and does nothing when told not to', async () => {
    const { page } = desk
    const { id } = await made(ann.post('/api/projects', { name: 'Quay', slug: 'quay' }))
    await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'viewer' }))
    const members = async () => (await made(ann.get(`/api/projects/${id}`))).members.length as number
    await page.goto(`${api.url}/projects/${id}?tab=members`)
    for (const answer of ['Cancel', 'Remove']) {
      await page.getByRole('button', { name: 'Remove Ben', exact: true }).click()
      expect(await members()).toBe(2)
      await page.getByText('What they have made in it stays.').waitFor()
      await asked('Remove Ben', answer)
    }
    await expect.poll(members).toBe(1)

    const videoId = await makeVideo(api)
    const { personaId, summaryId, claimId } = await makeContent(ann, videoId)
    const below = { text: 'It is white', parentClaimId: claimId }
    await made(ann.post(`/api/summaries/${summaryId}/claims`, below))
    const claims = async () => JSON.stringify(await made(ann.get(`/api/summaries/${summaryId}/claims`)))
    const { text } = await made(ann.get(`/api/claims/${claimId}`))
    await page.goto(`${api.url}/videos/${videoId}/reading?persona=${personaId}`)
    for (const answer of ['Cancel', 'Delete with 2 subclaims']) {
      await page.getByRole('button', { name: `Actions: ${text.slice(0, 60)}`, exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete with 2 subclaims' }).click()
      await page.getByText('It can be restored from the trash.').waitFor()
      expect(await claims()).toContain('It is white')
      await asked(`Delete: ${text.slice(0, 60)}`, answer)
    }
    await expect.poll(claims).not.toContain('It is white')
    expect(desk.faults).toEqual([])
  })

  it('asks before a persona goes, and says how much goes with it', async () => {
    const { page } = desk
    const { personaId } = await makeContent(ann, await makeVideo(api))
    const { name } = await made(ann.get(`/api/personas/${personaId}`))
    const types = Object.values((await made(ann.get(`/api/personas/${personaId}/ontology`))) as object)
    const count = types.flatMap((one) => (Array.isArray(one) ? one : [])).length
    await page.goto(`${api.url}/personas/${personaId}`)
    const remove = () => chooseOfMore(page, 'Delete the persona')
    await remove()
    const question = page.getByRole('dialog', { name: `Delete ${name}` })
    await question.getByText(`${count} types, 1 summary, 2 claims and 1 annotation go with it`).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect((await ann.get(`/api/personas/${personaId}`)).status).toBe(200)
    await remove()
    await asked(`Delete ${name}`, 'Delete the persona')
    await page.getByRole('heading', { name: 'Personas' }).waitFor()
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0)
    expect((await ann.get(`/api/personas/${personaId}`)).status).toBe(404)
    expect(desk.faults).toEqual([])
  })

  it('shows each role what it may do: a viewer changes nothing, only administrators run the place', async () => {
    const other = await openDesk(browser, api, ben)
    const { page } = other
    const isNowhere = async (...names: string[]) => {
      for (const name of names) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
    }
    await page.goto(`${api.url}/projects/${projectId}`)
    await page.getByRole('link', { name: /mp4$/ }).waitFor()
    await isNowhere('Add videos')
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await page.getByRole('tab', { name: 'Members' }).click()
    await rowOf(page, /^Ann Ann Owner/).waitFor()
    await isNowhere('Add', 'Remove Ann')
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText('Owners and managers of the project change its settings.').waitFor()
    await isNowhere('Archive', 'Delete project')
    expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
    await page.goto(`${api.url}/administration`)
    await page.getByText('This page is for administrators.').waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('is told by an administrator why somebody cannot', async () => {
    const other = await openDesk(browser, api, admin)
    const { page } = other
    await page.goto(`${api.url}/projects`)
    // Administrators see every project, also those of which they are no members.
    await page.getByRole('link', { name: 'Ferries', exact: true }).click()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByText('They can', { exact: true }).waitFor()
    const why = page.getByRole('region', { name: 'Access check' })
    await why.getByRole('textbox', { name: 'Person' }).click()
    await page.getByRole('option', { name: /^Ben/ }).click()
    await why.getByText('Nothing lets the role viewer do so.').waitFor()
    expect(await other.barriers()).toEqual([])
    // Users who are no members can be chosen too.
    await api.person('Stranger')
    await why.getByRole('textbox', { name: 'Person' }).fill('stranger')
    await page.getByRole('option', { name: 'Stranger (stranger)' }).click()
    await why.getByText('They have no role that leads there.').waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('is told so where something is shared, by whoever is asked about, and again once it is shared', async () => {
    const other = await openDesk(browser, api, admin)
    const { page } = other
    const persona = { name: 'Bridge', role: 'Master', informationNeed: 'Who?' }
    const { id } = await made(admin.post('/api/personas', persona))
    const dora = await api.person('Dora')
    await page.goto(`${api.url}/personas/${id}`)
    await chooseOfMore(page, 'Share')
    const dialog = page.getByRole('dialog', { name: /^Share: / })
    const why = dialog.getByRole('region', { name: 'Access check' })
    await why.getByRole('textbox', { name: 'Person' }).fill('dora')
    await page.getByRole('option', { name: 'Dora (dora)' }).click()
    await why.getByText('They cannot', { exact: true }).waitFor()
    await dialog.getByRole('textbox', { name: 'Person or group' }).fill('dora')
    await page.getByRole('option', { name: 'Dora (dora)' }).click()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await why.getByText('They can', { exact: true }).waitFor()
    expect((await dora.get(`/api/personas/${id}`)).status).toBe(200)
    await why.getByRole('textbox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'change', exact: true }).click()
    await why.getByText('They cannot', { exact: true }).waitFor()
    expect(await other.barriers()).toEqual([])
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('shares a persona, a world, a summary and a claim where it sees them, until a day or without an end', async () => {
    const videoId = await makeVideo(api)
    const { personaId, annotationId } = await makeContent(ann, videoId)
    await made(ann.put('/api/world', { entities: [{ id: 'ferry', name: 'Ferry' }] }))
    const { page } = desk
    const dialog = page.getByRole('dialog', { name: /^Share: / })
    const shareWith = async (name: string, until?: string) => {
      await dialog.getByRole('textbox', { name: 'Person or group' }).click()
      await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      if (until) await dialog.getByLabel('Expires').fill(until)
      await dialog.getByRole('button', { name: 'Share', exact: true }).click()
      await dialog.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor()
    }
    const close = async () => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }

    await page.goto(`${api.url}/personas`)
    await page
      .getByRole('link', { name: /^Scout/ })
      .first()
      .waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.goto(`${api.url}/personas/${personaId}`)
    await chooseOfMore(page, 'Share')
    await dialog.getByRole('textbox', { name: 'Access' }).click()
    await page.getByRole('option', { name: 'Can fork' }).click()
    await shareWith('Ben', '2099-12-31')
    await dialog.getByText('31 Dec 2099').waitFor()
    await shareWith('Harbour')
    expect(await desk.barriers()).toEqual([])
    await dialog.getByRole('button', { name: 'End the share with Harbour' }).click()
    await expect.poll(() => dialog.getByRole('row', { name: /^Harbour/ }).count()).toBe(0)
    await close()

    await page.goto(`${api.url}/world`)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await shareWith('Ben')
    await close()
    await page.goto(`${api.url}/videos/${videoId}/reading?persona=${personaId}`)
    await chooseOfMore(page, 'Share')
    await shareWith('Ben')
    await close()
    await page.getByRole('button', { name: 'Actions: A ferry leaves' }).click()
    await page.getByRole('menuitem', { name: 'Share' }).click()
    await shareWith('Ben')
    await close()
    const received = await made(ben.get('/api/sharing/received'))
    expect(received.map((one: { resourceType: string }) => one.resourceType).sort()).toEqual([
      ...['claim', 'persona', 'summary', 'world_state'],
    ])
    const ofPersona = received.find((one: { resourceId: string }) => one.resourceId === personaId)
    expect([ofPersona.permissionLevel, ofPersona.expiresAt.slice(0, 4)]).toEqual(['forkable', '2099'])
    const list =
      'query ($id: ID!) { sharesSent(first: 9, filter: { resourceType: ANNOTATION, resourceId: $id }) { totalCount } }'
    expect((await made(ann.graph(list, { id: annotationId }))).sharesSent.totalCount).toBe(0)
    expect(
      (await made(ann.graph(list.replace('ANNOTATION', 'PERSONA'), { id: personaId }))).sharesSent.totalCount,
    ).toBe(1)
    expect(desk.faults).toEqual([])
  })

  it('ends and sees its shares', async () => {
    const persona = await made(ann.post('/api/personas', { name: 'Pilot', role: 'Pilot', informationNeed: 'Where?' }))
    for (const { id } of await made(ann.get('/api/sharing/sent'))) await made(ann.delete(`/api/sharing/${id}`))
    const share = { resourceType: 'persona', resourceId: persona.id, permissionLevel: 'forkable' }
    await made(ann.post('/api/sharing', { ...share, sharedWithUserId: ben.id }))
    const { page } = desk
    await page.goto(`${api.url}/projects`)
    await page.getByRole('tab', { name: 'Shared by you' }).click()
    await rowOf(page, /^Persona: Pilot Ben Can fork/).waitFor()
    expect(await desk.barriers()).toEqual([])
    await page.getByRole('button', { name: 'End the share of Persona: Pilot' }).click()
    await expect.poll(() => rowOf(page, /Pilot/).count()).toBe(0)
    expect(await made(ben.get('/api/sharing/received'))).toEqual([])
    expect(desk.faults).toEqual([])
  })

  it('sees a small picture wherever a video, a track or a claim of one is named', async () => {
    const { videoId } = api
    const { id } = await made(ann.post('/api/projects', { name: 'Dust', slug: 'dust' }))
    await made(ann.post(`/api/projects/${id}/members`, { userId: ben.id, role: 'reviewer' }))
    const { personaId, annotationId, summaryId, claimId } = await makeContent(ann, videoId, id)
    const box = (frameNumber: number, x: number) => ({ frameNumber, x, y: 2, width: 30, height: 40, isKeyframe: true })
    const of = `/api/annotations/${annotationId}`
    await made(ann.put(of, { frames: { boxes: [box(0, 1), box(20, 481.8)] } }))
    await made(ann.put(of, { frames: { boxes: [box(0, 1), box(20, 491.8), box(60, 5)] } }))
    const shared = { sharedWithUserId: ann.id, permissionLevel: 'read_only' }
    const ofBen = await makeContent(ben, videoId)
    await made(ben.post('/api/sharing', { ...shared, resourceType: 'summary', resourceId: ofBen.summaryId }))
    await made(ben.post('/api/sharing', { ...shared, resourceType: 'claim', resourceId: ofBen.claimId }))
    await made(ben.post('/api/sharing', { ...shared, resourceType: 'annotation', resourceId: ofBen.annotationId }))
    await made(ben.post('/api/reviews', { ids: [annotationId, summaryId], state: 'rejected' }))
    const other = await openDesk(browser, api, ann)
    const { page } = other
    /** The pictures that are loaded; the model service makes each when it is asked for the first time. */
    const pictures = (inside: Locator) =>
      inside
        .locator('img')
        .evaluateAll((all: any[]) =>
          all.map(({ src, naturalWidth, alt }) => `${new URL(src).search} ${naturalWidth} ${alt}`),
        )
    const shows = (inside: Locator, ...queries: string[]) =>
      expect
        .poll(() => pictures(inside), { timeout: 20_000 })
        .toEqual(queries.map((query) => `?size=small${query} 320 `))
    await page.goto(`${api.url}/videos/${videoId}?frame=0&annotation=${annotationId}`)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const changes = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem')
    await changes.filter({ hasText: 'Frame 20: left 481.8 to 491.8' }).waitFor()
    await shows(changes.filter({ hasText: 'Frame 20: left 481.8 to 491.8' }), '&frame=60', '&frame=20')
    expect(await other.barriers()).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Notifications/ }).click()
    const bell = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await shows(bell.filter({ hasText: 'Ben rejected an annotation in dust-storm.webm' }), '')
    expect(await other.barriers()).toEqual([])

    await page.goto(`${api.url}/shared`)
    await shows(rowOf(page, /^Claim: A ferry leaves/), '')
    await shows(rowOf(page, /^Summary: .*, dust-storm.webm/), '')
    await shows(rowOf(page, /^Annotation: Ship, dust-storm.webm/), '&frame=0')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog', { name: 'Search' })
    await search.getByRole('searchbox').fill('dust-storm')
    await shows(search.getByRole('region', { name: 'Videos' }), '')
    await search.getByRole('searchbox').fill('ferry leaves')
    await search.getByRole('region', { name: 'Claims' }).getByRole('listitem').first().waitFor()
    await shows(search.getByRole('region', { name: 'Claims' }).getByRole('listitem').first(), '')
    expect(await other.barriers()).toEqual([])

    await made(ann.delete(`/api/annotations/${videoId}/${annotationId}`))
    await made(ann.delete(`/api/summaries/${summaryId}/claims/${claimId}`))
    await made(ann.delete(`/api/personas/${personaId}`))
    await page.goto(`${api.url}/trash`)
    await shows(rowOf(page, /^Annotation: .*, dust-storm.webm/), '&frame=0')
    // The summary of the claim is gone with the persona, and with it the video.
    await shows(rowOf(page, /^Claim: A ferry leaves/))
    await shows(rowOf(page, /^Persona/))
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('sees all of its projects, shares and videos, a page at a time', async () => {
    const cleo = await api.person('Cleo')
    const lead = await api.person('Lead')
    const many = Array.from({ length: 55 }, (_, n) => n)
    const project = (n: number) => ({ name: `Pier ${n}`, slug: `pier-${n}` })
    const [first] = await Promise.all(many.map((n) => made(lead.post('/api/projects', project(n)))))
    const persona = (n: number) => ({ name: `View ${n}`, role: 'View', informationNeed: 'Who?' })
    await Promise.all(
      many.map(async (n) => {
        const { id } = await made(lead.post('/api/personas', persona(n)))
        const share = { resourceType: 'persona', resourceId: id, permissionLevel: 'read_only' }
        await made(lead.post('/api/sharing', { ...share, sharedWithUserId: cleo.id }))
        await made(admin.post(`/api/projects/${first.id}/videos`, { videoId: await makeVideo(api) }))
      }),
    )
    const { page, ...other } = await openDesk(browser, api, lead)
    const more = async (list: string) => {
      const table = page.getByRole('table', { name: list, exact: true })
      await expect.poll(() => table.getByRole('row').count()).toBe(51)
      // The button of this list comes directly after it, before those of other lists.
      await page.locator('main').getByRole('button', { name: 'Show more' }).first().click()
      await expect.poll(() => table.getByRole('row').count()).toBe(56)
    }
    await page.goto(`${api.url}/projects`)
    await more('Projects')
    await page.getByRole('tab', { name: 'Shared by you' }).click()
    await more('Shared by you')
    await page.goto(`${api.url}/projects/${first.id}`)
    await more('Videos')
    await page.getByRole('tab', { name: 'Progress' }).click()
    await more('Progress')
    expect(other.faults).toEqual([])
    await other.close()
    const reader = await openDesk(browser, api, cleo)
    await reader.page.goto(`${api.url}/shared`)
    await expect.poll(() => rowOf(reader.page, /^Persona: View/).count()).toBe(50)
    await reader.page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => rowOf(reader.page, /^Persona: View/).count()).toBe(55)
    await reader.close()
  })

  it('is run by administrators: accounts, sessions, rights, keys, models, jobs and health', async () => {
    const other = await openDesk(browser, api, admin)
    const { page } = other
    await page.goto(`${api.url}/administration`)
    await page.getByRole('button', { name: 'New account' }).click()
    const form = page.getByRole('dialog', { name: 'New account' })
    await form.getByLabel('Username').fill('cara')
    await form.getByLabel('Name', { exact: false }).nth(1).fill('Cara')
    await form.getByRole('textbox', { name: 'Password' }).fill('password-1')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('switch', { name: 'cara may sign in' }).click({ force: true })
    await expect.poll(() => page.getByRole('switch', { name: 'cara may sign in' }).isChecked()).toBe(false)
    await page.getByRole('table', { name: 'Active sessions' }).getByText('This one').waitFor()
    // Accounts are loaded page by page: 50, then the rest.
    await Promise.all(Array.from({ length: 60 }, (_, i) => api.person(`crew-${i}`)))
    await page.getByLabel('Search by name').fill('crew')
    await page.getByText('50 of 60').waitFor()
    const accounts = page.getByRole('table', { name: 'Accounts' })
    await page.getByRole('region', { name: 'Accounts' }).getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => accounts.getByRole('row').count()).toBe(61)
    await page.getByLabel('Search by name').fill('')
    await page.evaluate('scrollTo(0, 0)')
    await keepPicture(page, 'administration-dark', { dark: true })
    expect(await other.barriers()).toEqual([])
    await page.getByRole('tab', { name: 'Permissions & API keys' }).click()
    await page.getByRole('button', { name: 'Add a key' }).click()
    const key = page.getByRole('dialog', { name: 'Add a key' })
    await key.getByLabel('Provider').fill('openai')
    await key.getByLabel('Name').fill('Ours')
    await key.getByRole('textbox', { name: 'Secret key' }).fill('sk-0123456789')
    await key.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, /^openai Ours .* active 0/).waitFor()
    await rowOf(page, /^Create Annotations/).waitFor()
    expect(await other.barriers()).toEqual([])
    await page.getByRole('tab', { name: 'Models & jobs' }).click()
    await page.getByRole('heading', { name: 'Health' }).waitFor()
    await page.getByText('Database').waitFor()
    expect(await other.barriers()).toEqual([])
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('allows a role again the only thing that it may do', async () => {
    const other = await openDesk(browser, api, admin)
    const { page } = other
    const rights = page.getByRole('region', { name: 'Permissions of roles' })
    const choose = async () => {
      await rights.getByRole('textbox', { name: 'Role' }).click()
      await page.getByRole('option', { name: 'Member of a group' }).click()
    }
    await page.goto(`${api.url}/administration?part=access`)
    await choose()
    await rights.getByRole('button', { name: 'Remove: Read, Groups' }).click()
    await rights.getByText('Nothing here yet.').waitFor()
    await page.reload()
    await choose()
    await rights.getByRole('button', { name: 'Add permission' }).click()
    const form = page.getByRole('dialog', { name: 'Add permission for Member of a group' })
    await form.getByRole('textbox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'Read', exact: true }).click()
    await form.getByRole('textbox', { name: 'Resource' }).click()
    await page.getByRole('option', { name: 'Groups', exact: true }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, /^Read Groups/).waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('finds whoever is typed among more people than are offered at once', async () => {
    // The field offers the newest accounts first, so zoe, created first, has to be searched for.
    await api.person('zoe')
    await Promise.all(Array.from({ length: 110 }, (_, i) => api.person(`aboard-${i}`)))
    const { id } = await made(admin.post('/api/personas', { name: 'Chief', role: 'Chief', informationNeed: 'Who?' }))
    const { page, ...other } = await openDesk(browser, api, admin)
    await page.goto(`${api.url}/personas/${id}`)
    await chooseOfMore(page, 'Share')
    const dialog = page.getByRole('dialog', { name: /^Share: / })
    await dialog.getByRole('textbox', { name: 'Person or group' }).fill('zoe')
    await page.getByRole('option', { name: 'zoe (zoe)' }).click()
    await dialog.getByRole('button', { name: 'Share', exact: true }).click()
    await dialog.getByRole('row', { name: /^zoe/ }).waitFor()
    expect(other.faults).toEqual([])
    await other.close()
  })
})
