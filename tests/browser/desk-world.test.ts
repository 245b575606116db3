import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { keepPicture, openDesk, startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { leftOut, noBrowser } from './support.js'

let api: TestApi
let ann: Person
let browser: Browser
let stop: DeskSuite<unknown>['stop'] | undefined
let desk: OpenDesk
let page: Page

describe.skipIf(leftOut(noBrowser, 'the editors in a browser'))('the editors of types and of the world', () => {
  beforeAll(async () => {
    ;({ api, ann, browser, desk, page, stop } = await startDesk(startApi))
  }, 90_000)
  afterAll(() => stop?.())

  const save = (on = page) => on.getByRole('button', { name: 'Save', exact: true }).click()
  const rowOf = (name: RegExp, on = page) => on.getByRole('row', { name })
  const world = () => made(ann.get('/api/world'))
  const ontologyOf = async (id: string) => made(ann.get(`/api/personas/${id}/ontology`))

  it('take objects into the world, whose descriptions refer to each other by @', async () => {
    await page.goto(`${api.url}/world`)
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ferry')
    await page.getByLabel('What it is').fill('A white ship')
    await save()
    await rowOf(/^Ferry A white ship/).waitFor()
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pier 4')
    await page.getByLabel('What it is').pressSequentially('Where @fer')
    await page.getByRole('option', { name: /^Ferry/ }).click()
    await save()
    await rowOf(/^Pier 4 Where Ferry/).waitFor()
    const { entities } = await world()
    expect(entities[1]).toMatchObject({
      name: 'Pier 4',
      description: [
        { type: 'text', content: 'Where ' },
        { type: 'objectRef', content: entities[0].id, refType: 'entity' },
      ],
    })
    expect(await desk.barriers()).toEqual([])
  })

  it('make a persona and its types', async () => {
    await page.goto(`${api.url}/personas`)
    await page.getByRole('button', { name: 'Make a persona' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour master')
    await page.getByLabel('Role').fill('Master')
    await page.getByLabel('What it wants to know').fill('Who comes and goes?')
    await save()
    await page.getByRole('heading', { name: 'Harbour master' }).waitFor()
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Vessel')
    await page.getByLabel('What it is').fill('What floats, such as @[Ferry]')
    await save()
    await rowOf(/^Vessel What floats, such as Ferry/).waitFor()
    const { entities } = await ontologyOf(new URL(page.url()).pathname.split('/')[2] ?? '')
    expect(entities[0].gloss[1]).toMatchObject({ type: 'objectRef', refType: 'entity' })
    expect(await desk.barriers()).toEqual([])
  })

  it('give entities types of personas, gather them in groups and relate them', async () => {
    await page.goto(`${api.url}/world`)
    const choose = async (label: string, name: string) => {
      await page.getByRole('dialog').getByRole('textbox', { name: label, exact: true }).click()
      await page.getByRole('option', { name, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Edit Ferry' }).click()
    await choose('Types', 'Vessel, for Harbour master')
    await page.keyboard.press('Escape')
    expect(await desk.barriers()).toEqual([])
    await save()
    await rowOf(/^Ferry A white ship Vessel, for Harbour master/).waitFor()
    await page.getByRole('tab', { name: /^Groups of entities/ }).click()
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The harbour')
    await choose('Members', 'Ferry')
    await page.getByRole('option', { name: 'Pier 4', exact: true }).click()
    await page.keyboard.press('Escape')
    await save()
    await rowOf(/^The harbour Ferry, Pier 4/).waitFor()
    await page.getByRole('tab', { name: /^Relations/ }).click()
    await page.getByRole('button', { name: 'Add one' }).click()
    await page.getByRole('textbox', { name: 'How they are related' }).fill('lies at')
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
    await choose('From', 'Ferry')
    await choose('To', 'Pier 4')
    await save()
    await rowOf(/^lies at Ferry Pier 4/).waitFor()
    await page.getByRole('tab', { name: /^Entities/ }).click()
    await keepPicture(page, 'world')
    await page.getByRole('tab', { name: /^Relations/ }).click()
    expect(await desk.barriers()).toEqual([])
    const { entities, entityCollections, relations } = await world()
    const [ferry, pier] = entities
    const vessel = { personaId: expect.any(String), entityTypeId: expect.any(String) }
    expect(ferry.typeAssignments).toEqual([vessel])
    expect(entityCollections[0]).toMatchObject({ name: 'The harbour', entityIds: [ferry.id, pier.id] })
    expect(relations[0]).toMatchObject({ relationType: 'lies at', sourceId: ferry.id, targetId: pier.id })
    const asked = '{ world { entities { typeAssignments { type { name } persona { name } } } } }'
    expect((await made(ann.graph(asked))).world.entities[0].typeAssignments).toEqual([
      { type: { name: 'Vessel' }, persona: { name: 'Harbour master' } },
    ])
    await page.goto(`${api.url}/personas`)
    await page.getByRole('link', { name: 'Harbour master' }).click()
  })

  it('keep unsaved work when the tab is closed', async () => {
    await page.getByRole('button', { name: 'Edit Vessel' }).click()
    await page.getByLabel('What it is').fill('What floats at night')
    const address = page.url()
    await page.goto(`${api.url}/`)
    await page.goto(address)
    await page.getByRole('button', { name: 'Edit Vessel' }).click()
    expect(await page.getByLabel('What it is').inputValue()).toBe('What floats at night')
    expect(await desk.barriers()).toEqual([])
    await save()
    await rowOf(/^Vessel What floats at night/).waitFor()
  })

  it('of two browsers keep what both have written, and ask where both have changed the same', async () => {
    const other = await openDesk(browser, api, ann)
    for (const one of [page, other.page]) await one.goto(`${api.url}/world`)
    const edit = async (on: Page, name: string, text: string) => {
      await on.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
      await on.getByLabel('What it is').fill(text)
    }
    await edit(page, 'Pier 4', 'By the first')
    await edit(other.page, 'Ferry', 'By the other')
    await save(other.page)
    await rowOf(/^Ferry By the other/, other.page).waitFor()
    await save()
    await rowOf(/^Pier 4 By the first/).waitFor()
    await rowOf(/^Ferry By the other/).waitFor()
    await edit(page, 'Ferry', 'Mine')
    await edit(other.page, 'Ferry', 'Theirs')
    await save(other.page)
    await rowOf(/^Ferry Theirs/, other.page).waitFor()
    await save()
    const choice = page.getByRole('dialog', { name: 'Somebody else changed it meanwhile' })
    await choice.getByLabel('Theirs: Theirs').check()
    await choice.getByRole('button', { name: 'Save what is chosen' }).click()
    await rowOf(/^Ferry Theirs/).waitFor()
    expect(
      (await world()).entities.map((one: { description: { content: string }[] }) => one.description[0]?.content),
    ).toEqual(['Theirs', 'By the first'])
    expect(other.faults).toEqual([])
    await other.close()
  })

  it('give events types where the rest of the server looks for them', async () => {
    const { id } = await made(ann.post('/api/personas', { name: 'Clerk', role: 'Clerk', informationNeed: 'When?' }))
    const types = ['Arrival', 'Leaving'].map((name) => ({ id: name.toLowerCase(), name }))
    await made(ann.put(`/api/personas/${id}/ontology`, { events: types }))
    const arrival = { personaId: id, eventTypeId: 'arrival', confidence: 0.5 }
    await made(ann.put('/api/world', { events: [{ id: 'trip', name: 'Trip', personaInterpretations: [arrival] }] }))
    await page.goto(`${api.url}/world`)
    await page.getByRole('tab', { name: /^Events/ }).click()
    await rowOf(/^Trip Arrival, for Clerk/).waitFor()
    await page.getByRole('button', { name: 'Edit Trip' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Types', exact: true }).click()
    await page.getByRole('option', { name: 'Leaving, for Clerk', exact: true }).click()
    await page.keyboard.press('Escape')
    await save()
    await rowOf(/^Trip Arrival, for Clerk, Leaving, for Clerk/).waitFor()
    const leaving = { personaId: id, eventTypeId: 'leaving' }
    expect((await world()).events[0].personaInterpretations).toEqual([arrival, leaving])
    await page.goto(`${api.url}/world`)
  })

  it('relate objects of any kind, also where two kinds share an id', async () => {
    const [ferry, pier] = (await world()).entities
    const ends = { sourceId: pier.id, sourceType: 'entity', targetId: ferry.id, targetType: 'entity' }
    const events = [{ id: ferry.id, name: 'Crossing' }]
    await made(ann.put('/api/world', { events, relations: [{ id: 'r', relationTypeId: 'calls', ...ends }] }))
    await page.goto(`${api.url}/world`)
    await page.getByRole('tab', { name: /^Relations/ }).click()
    await rowOf(/^calls Pier 4 Ferry/).waitFor()
    await page.getByRole('button', { name: 'Edit calls' }).click()
    await page.getByRole('textbox', { name: 'How they are related' }).fill('is part of')
    await page.getByRole('dialog').getByRole('textbox', { name: 'To', exact: true }).click()
    await page.getByRole('option', { name: 'Crossing', exact: true }).click()
    await save()
    await rowOf(/^is part of Pier 4 Crossing/).waitFor()
    const asked = '{ world { relations { relationType target { __typename } } } }'
    expect((await made(ann.graph(asked))).world.relations).toEqual([
      { relationType: 'is part of', target: { __typename: 'Event' } },
    ])
    await page.goto(`${api.url}/world`)
  })

  it('delete after a question, fit a telephone, and nothing was wrong on the way', async () => {
    await page.getByRole('button', { name: 'Delete Pier 4' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(async () => (await world()).entities.length).toBe(1)
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
    expect(await desk.barriers()).toEqual([])
    expect(desk.faults).toEqual([])
  })
})
