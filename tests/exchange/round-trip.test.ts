import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type TestApi } from '../support/api.js'
import { exportText, generated, importLines } from './support.js'

let api: TestApi
let other: TestApi

beforeAll(async () => {
  api = await startApi()
  other = await startApi()
})
afterAll(async () => {
  await api.stop()
  await other.stop()
})

describe('a round trip', () => {
  it('of the generated data set brings every object and field back, and the second export has the same bytes (X-18)', async () => {
    const file = generated('--scale', '1')
    const ann = await api.person()
    const ben = await other.person()
    const first = await importLines(ann, file)
    expect(first.body).toMatchObject({ success: true, errors: [], warnings: [], conflicts: [] })
    const lines = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const out = await exportText(ann)
    const exported = new Map(
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((line) => [`${line.type}/${line.data.id}`, line.data]),
    )
    expect(exported.size).toBe(lines.length)
    for (const { type, data } of lines) {
      const { description, ...rest } = data
      const found = exported.get(`${type}/${data.id}`)
      expect(found).toMatchObject(type === 'entity_collection' || type === 'event_collection' ? rest : data)
      if (rest !== data && typeof description === 'string' && type !== 'time_collection' && type !== 'time')
        expect(found.description).toEqual([{ type: 'text', content: description }])
    }
    expect((await importLines(ben, out)).body).toMatchObject({ success: true, warnings: [], conflicts: [] })
    expect(await exportText(ben)).toBe(out)
  })
})
