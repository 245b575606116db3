import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { annotation, box, claim, entity, summary, persona } from './lines.js'
import { exportText, importLines, previewLines, readVideo, withFile } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const line = JSON.stringify(entity('e1'))
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const taken = 'An import takes JSON Lines'

describe('an import of a file of another form', () => {
  it.each([
    ['a zip archive', Buffer.from('PK\x03\x04\x14\0\0\0annotations.xml', 'latin1'), 'annotations.xml in it'],
    ['compressed with gzip', gzipSync(line), 'gunzip'],
    ['compressed with zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0]), 'unzstd'],
    ['compressed with bzip2', Buffer.from('BZh91AY&SY'), 'bunzip2'],
    ['compressed with xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]), 'unxz'],
    ['in UTF-16', utf16(line), 'UTF-8'],
    ['SubRip', Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n'), 'CVAT XML'],
    ['COCO', Buffer.from('\ufeff{\n  "images": [],\n  "annotations": []\n}'), 'CVAT reads COCO'],
    ['YOLO', Buffer.from('0 0.5 0.5 0.1 0.2\n'), 'CVAT reads YOLO'],
    ['a table (CSV)', Buffer.from('frame,track,left,top\n1,2,3,4\n'), 'line of JSON'],
    ['one JSON document over several lines', Buffer.from(JSON.stringify(entity('e1'), null, 2)), 'jq -c'],
  ])('that is %s says so, what to do, and what is taken', async (is, bytes, instead) => {
    for (const send of [importLines, previewLines])
      for (const options of [undefined, { format: 'ndjson' }, { format: 'cvat' }]) {
        const { status, body } = await send(ann, new Blob([new Uint8Array(bytes)]), options)
        expect([status, body.code, body.line]).toEqual([400, 'PARSE_ERROR', 1])
        expect(body.message).toContain(`the file is ${is}`)
        expect(body.message).toContain(instead)
        expect(body.message).toContain(taken)
      }
    expect((await made()).total).toBe(0)
  })
  const made = async () => (await ann.get('/api/import/history')).body

  it('tells what the other formats of its own exports are, through GraphQL as well', async () => {
    const who = await api.person()
    const videoId = await readVideo(api)
    const p = persona()
    const s = summary(p.data.id, { videoId })
    const one = annotation({ videoId, boundingBoxSequence: { boxes: [box(0), box(9)] } })
    await importLines(who, [entity('e1'), p, s, claim(s.data.id), one])
    const formats = { coco: 'COCO', webvtt: 'WebVTT' }
    const mutation = 'mutation ($file: Upload!) { importFile(input: { file: $file }) { report { success } } }'
    for (const [format, is] of Object.entries(formats)) {
      const text = await exportText(who, `/api/export?format=${format}`)
      expect((await importLines(who, text)).body.message).toContain(`the file is ${is}. `)
      const { errors } = await withFile(who, mutation, text)
      expect(errors[0].message).toContain(`the file is ${is}. `)
    }
  })

  it('does not mistake lines for it', async () => {
    for (const text of [
      line,
      `\n\n  ${line}\n`,
      `\ufeff${line}`,
      '{ "type": "entity", "data": {"id": "annotations"} }',
    ])
      expect([text, (await previewLines(ann, text)).status]).toEqual([text, 200])
  })
})
