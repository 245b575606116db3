import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutLineEnds } from '../../src/exchange/export/line-ends.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeContent, makeVideo } from '../support/workspace.js'
import { exportLines, exportText, importLines } from './support.js'

const ends = ['\u2028', '\u2029', '\u0085']
/** Where Python's str.splitlines ends a line. */
const pythonLineEnd = /\r\n|[\n\v\f\r\x1c-\x1e\u0085\u2028\u2029]/

let api: TestApi
let other: TestApi
let ann: Person
let ben: Person
/** Every line end beside characters that share bytes with it. */
const odd = `a\u2028b\u2029c\u0085d ’“” – … \u2027\u202a é\u0084\u0086 \\u2028 \\\u2028 渡\u2028\u2029\u0085\u0085 \u{1f6a2}`

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
  other = await startApi()
  ben = await other.person()
})
afterAll(async () => {
  await api.stop()
  await other.stop()
})

async function escapedInPieces(text: string, size: number): Promise<string> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const out: Buffer[] = []
  for await (const piece of withoutLineEnds(pieces())) out.push(piece)
  return Buffer.concat(out).toString()
}

describe('line ends inside of texts', () => {
  it('are escaped however the body is cut into pieces, and nothing else changes', async () => {
    const json = JSON.stringify({ odd, [odd]: [odd, ...ends] })
    const expected = ends.reduce(
      (text, end) => text.replaceAll(end, `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`),
      json,
    )
    for (let size = 1; size <= Buffer.byteLength(json); size++) expect(await escapedInPieces(json, size)).toBe(expected)
    for (const end of ['\u00e2', '\u00c2', '…', 'é', '\u2028', ''])
      expect(await escapedInPieces(`"${end}`, 2)).toBe(`"${end === '\u2028' ? '\\u2028' : end}`)
  })

  it.each(['/api/export/all', '/api/export', '/api/export/personas', '/api/export/world', '/api/export/summaries'])(
    'cut no line for readers that end lines at them, and the charset is said: %s',
    async (path) => {
      const own = await makeContent(ann, await makeVideo(api))
      await made(ann.put(`/api/personas/${own.personaId}`, { details: odd }))
      await made(ann.put(`/api/annotations/${own.annotationId}`, { label: odd }))
      await made(ann.put(`/api/claims/${own.claimId}`, { text: odd, comment: odd }))
      await made(ann.put('/api/world', { entities: [{ id: 'e', name: odd, [odd]: odd }] }))
      const response = await ann.request(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/x-ndjson; charset=utf-8',
      ])
      const text = await response.text()
      expect(text).toContain('\\u2028')
      const lines = text.trimEnd().split(pythonLineEnd)
      expect(lines).toEqual(text.trimEnd().split('\n'))
      expect(lines.some((line) => JSON.stringify(JSON.parse(line)).includes(JSON.stringify(odd)))).toBe(true)
    },
  )

  it('mean the same after a round trip, and in an array of JSON', async () => {
    const before = await exportText(ann)
    expect((await importLines(ben, before)).body).toMatchObject({ success: true })
    expect(await exportText(ben)).toBe(before)
    const text = await exportText(ann, '/api/export?format=json')
    expect(ends.filter((end) => text.includes(end))).toEqual([])
    expect(JSON.parse(text)).toEqual(await exportLines(ann, '/api/export'))
  })
})
