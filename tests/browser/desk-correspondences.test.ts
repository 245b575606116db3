import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { leftOut } from '../support/left-out.js'
import { made } from '../support/workspace.js'
import { startDesk, type DeskSuite, type OpenDesk } from './desk-support.js'
import { noBrowser } from './support.js'

describe.skipIf(leftOut(noBrowser, 'correspondences of types in a browser'))('types of another persona', () => {
  let api: TestApi
  let ann: Person
  let stop: DeskSuite<unknown>['stop'] | undefined
  let desk: OpenDesk
  let page: Page
  let pilot: string
  let guard: string

  beforeAll(async () => {
    ;({ api, ann, desk, page, stop } = await startDesk(startApi))
    const persona = async (name: string, entities: object[]) => {
      const { id } = await made(ann.post('/api/personas', { name, role: name, informationNeed: 'Who?' }))
      await made(ann.put(`/api/personas/${id}/ontology`, { entities }))
      return id as string
    }
    pilot = await persona('Pilot', [
      { id: 'ship', name: 'Ship' },
      { id: 'boat', name: 'Boat', synonyms: ['Dinghy'] },
      { id: 'buoy', name: 'Buoy' },
    ])
    guard = await persona('Guard', [
      { id: 'v1', name: 'Ship' },
      { id: 'v2', name: 'Dinghy' },
      { id: 'v3', name: 'Sea mark' },
    ])
  })
  afterAll(() => stop?.())

  const section = () => page.getByRole('region', { name: 'Types of another persona' })
  const stated = () => section().getByRole('table', { name: 'Stated correspondences' })
  const choose = async (label: string, option: string) => {
    await section().getByRole('textbox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const stored = async (of = pilot) =>
    (await made(ann.get(`/api/personas/${of}/type-correspondences`)))
      .map((one: any) => [one.firstTypeId, one.relation, one.secondTypeId])
      .sort()

  it('are suggested by name and synonym, and confirmed or refused', async () => {
    await page.goto(`${api.url}/personas/${pilot}`)
    await choose('Other persona', 'Guard')
    await section().getByText('Nothing is stated about the types of these two personas yet.').waitFor()
    const suggestions = section().getByRole('table', { name: 'Suggestions' })
    await suggestions.getByRole('row', { name: /^Ship means the same as Ship the same name/ }).waitFor()
    await suggestions.getByRole('row', { name: /^Boat means the same as Dinghy a synonym/ }).waitFor()
    expect(await desk.barriers()).toEqual([])
    await section().getByRole('button', { name: 'Confirm Ship and Ship' }).click()
    await stated()
      .getByRole('row', { name: /^Ship means the same as Ship/ })
      .waitFor()
    await section().getByRole('button', { name: 'Not so: Boat and Dinghy' }).click()
    await stated()
      .getByRole('row', { name: /^Boat has nothing to do with Dinghy/ })
      .waitFor()
    await suggestions.waitFor({ state: 'detached' })
    expect(await stored()).toEqual([
      ['boat', 'none', 'v2'],
      ['ship', 'exact', 'v1'],
    ])
  })

  it('are related by hand, seen from the other persona the other way round, and taken back', async () => {
    await choose('Type of this persona', 'Buoy')
    await choose('Relation', 'is narrower than')
    await choose('Type of the other persona', 'Sea mark')
    await section().getByRole('button', { name: 'Add', exact: true }).click()
    await stated()
      .getByRole('row', { name: /^Buoy is narrower than Sea mark/ })
      .waitFor()
    await page.goto(`${api.url}/personas/${guard}`)
    await choose('Other persona', 'Pilot')
    await stated()
      .getByRole('row', { name: /^Sea mark is broader than Buoy/ })
      .waitFor()
    await section().getByRole('button', { name: 'Delete what is stated about Sea mark and Buoy' }).click()
    await stated()
      .getByRole('row', { name: /^Sea mark/ })
      .waitFor({ state: 'detached' })
    expect(await stored(guard)).toHaveLength(2)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await desk.barriers()).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(desk.faults).toEqual([])
  })
})
