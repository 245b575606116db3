import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { entity } from './lines.js'
import { exportLines, importLines } from './support.js'

// A file of more than four megabytes is parsed in blocks by a worker thread; the last one may be of a few lines.

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const count = 1000
/** About five megabytes, in which the blocks end anywhere, also inside a character. */
const objects = Array.from({ length: count }, (_, i) =>
  entity(`e${i}`, { name: `Entity ${i}`, description: [{ type: 'text', content: 'ü€'.repeat(1000 + i) }] }),
)
const texts = objects.map((one) => JSON.stringify(one))
const entities = async () => (await exportLines(ann)).map(({ data }) => data)

describe('a large file', () => {
  it('is imported as it is exported again, with blank lines, CRLF and a byte order mark', async () => {
    ann = await api.person()
    const file = `\ufeff${texts.map((text, i) => (i % 3 ? text : `${text}\r\n`)).join('\n')}`
    expect(Buffer.byteLength(file)).toBeGreaterThan(4 * 1024 * 1024)
    const { body } = await importLines(ann, file)
    expect(body).toMatchObject({ success: true, warnings: [], summary: { totalLines: count } })
    expect((await entities()).map(({ id, description }: any) => ({ id, description }))).toEqual(
      objects.map(({ data: { id, description } }: any) => ({ id, description })),
    )
  })

  it('has every line in its report, under its number', async () => {
    ann = await api.person()
    const unknown = [0, 1, 500, 998, 999]
    const file = texts.map((text, i) => (unknown.includes(i) ? '{"type":"nothing","data":{}}' : text)).join('\n\n')
    const { body } = await importLines(ann, file)
    expect(body.warnings.map(({ line, type }: any) => [line, type])).toEqual(
      unknown.map((i) => [2 * i + 1, 'unknown_type']),
    )
    expect(body.summary).toMatchObject({ totalLines: count, importedItems: { entities: count - unknown.length } })
  })

  it.each([
    ['that is no JSON', '{"type":', /^Failed to parse line 999: /],
    ['that is no object', '[]', /^Failed to parse line 999: a line must be a JSON object/],
    ['that is no UTF-8', Buffer.from([0x22, 0xff, 0x22]), /^Failed to parse line 999: is not valid UTF-8$/],
    ['that is too long', `"${'x'.repeat(33 * 1024 * 1024)}"`, /^Failed to parse line 999: is longer than \d+ bytes$/],
  ])('is refused whole for a line %s, which is named', async (_, fault, message) => {
    ann = await api.person()
    const before = Buffer.from(texts.slice(0, 998).join('\n') + '\n')
    const file = new Blob([before, fault, '\n{}\n'])
    const { status, body } = await importLines(ann, file)
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'PARSE_ERROR', line: 999 } })
    expect(body.message).toMatch(message)
    expect(await entities()).toEqual([])
  })
})
