import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { annotation, entity, persona, sequence } from './lines.js'
import { exportLines, exportText, importLines, withFile } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
  ann = await api.person()
})
afterAll(() => api.stop())

const fields =
  '{ report { success summary { totalLines importedItems { personas entities annotations } skippedItems { personas } } warnings { line type message } conflicts { type line resolution } errors { line } } }'
const importing = `mutation ($file: Upload!, $options: JSONObject) { importFile(input: { file: $file, options: $options }) ${fields} }`
const previewing = `mutation ($file: Upload!, $options: JSONObject) { importPreview(input: { file: $file, options: $options }) ${fields} }`

describe('importFile and importPreview', () => {
  it('stream a file by the multipart request specification, with the options of REST', async () => {
    const p = persona()
    const file = [p, entity('e1'), annotation()]
    expect((await withFile(ann, previewing, file)).data.importPreview.report).toMatchObject({
      success: true,
      summary: { importedItems: { personas: 1, entities: 1, annotations: 1 } },
    })
    expect(await exportText(ann)).toBe('')
    expect((await withFile(ann, importing, file)).data.importFile.report).toMatchObject({
      success: true,
      summary: { totalLines: 3 },
    })
    const again = (await withFile(ann, importing, [p], { conflictResolution: { personas: 'rename' } })).data.importFile
      .report
    expect(again.conflicts).toEqual([{ type: 'duplicate-persona', line: 1, resolution: 'rename' }])
  })

  it('refuse bad lines, bad options, strangers and what is too large with the codes of REST', async () => {
    const code = async (answer: Promise<any>) => (await answer).errors[0].extensions.code
    expect(await code(withFile(ann, importing, '{'))).toBe('PARSE_ERROR')
    expect(await code(withFile(ann, importing, '', { transaction: 3 }))).toBe('VALIDATION_ERROR')
    expect(await code(withFile(api.anonymous, importing, ''))).toBe('UNAUTHENTICATED')
    expect(await code(withFile(ann, importing, '\n'.repeat(100 * 1024 * 1024 + 1)))).toBe('PAYLOAD_TOO_LARGE')
    const plain = await ann.request('/graphql', {
      method: 'POST',
      body: new FormData(),
      headers: { 'apollo-require-preflight': 'true' },
    })
    expect(plain.status).toBe(400)
  })

  it('refuse a form without its file, and one file for two fields, and leave nothing in the history', async () => {
    const person = await api.person()
    const refused = { errors: [{ extensions: { code: 'VALIDATION_ERROR', details: [{ field: 'input.file' }] } }] }
    for (const query of [importing, previewing])
      expect(await withFile(person, query, null), query).toMatchObject(refused)
    for (const second of ['importPreview', 'importFile']) {
      const query = `mutation ($file: Upload!) {
        a: importPreview(input: { file: $file }) { report { success } } b: ${second}(input: { file: $file }) { report { success } } }`
      const answer = await withFile(person, query, [persona()])
      expect(answer, second).toMatchObject(refused)
      expect(answer.errors[0].path).toEqual(['b'])
    }
    expect((await made(person.get('/api/import/history'))).total).toBe(0)
  })

  it('count more boxes than an Int holds', async () => {
    const far = { boundingBoxSequence: sequence([0, 2 ** 31 - 1]) }
    const query = `mutation ($file: Upload!) {
      importFile(input: { file: $file }) { report { summary { importedItems { annotations totalInterpolatedFrames } } } } }`
    const answer = await withFile(await api.person(), query, [entity('e1'), annotation(far), annotation(far)])
    expect(answer.errors).toBeUndefined()
    expect(answer.data.importFile.report.summary.importedItems).toEqual({
      annotations: 2,
      totalInterpolatedFrames: 2 * (2 ** 31 - 2),
    })
  })
})

describe('imports, exportStats and exportUrl', () => {
  it('say the same as REST', async () => {
    const { data } = await ann.graph(
      '{ imports(first: 10) { nodes { id filename success itemsImported importOptions result } totalCount } exportStats { personaCount entityCount annotationCount keyframeCount totalSizeMB } }',
    )
    const history = (await ann.get('/api/import/history')).body
    expect(data.imports.totalCount).toBe(history.total)
    expect(data.imports.nodes.map((one: any) => one.id)).toEqual(history.imports.map((one: any) => one.id))
    expect(data.imports.nodes[0]).toMatchObject({ filename: 'graph.jsonl', success: true, result: { success: true } })
    const id = data.imports.nodes[0].id
    const node = 'query ($id: ID!) { node(id: $id) { ... on Import { filename } } }'
    expect((await ann.graph(node, { id })).data.node).toEqual({ filename: 'graph.jsonl' })
    expect((await (await api.person()).graph(node, { id })).data.node).toBeNull()
    const stats = (await ann.get('/api/export/stats')).body
    for (const [name, value] of Object.entries(data.exportStats)) expect(stats[name], name).toEqual(value)
    const urls = await ann.graph(
      '{ a: exportUrl(file: ALL) b: exportUrl(file: ANNOTATIONS, filter: { videoIds: ["v 1"], annotationTypes: [OBJECT], includeInterpolated: true }) }',
    )
    expect(urls.data).toEqual({
      a: '/api/export/all',
      b: '/api/export?includeInterpolated=true&videoIds=v+1&annotationTypes=object',
    })
    expect((await ann.request(urls.data.b)).status).toBe(200)
  })

  it('name a video whose id has a comma', async () => {
    const person = await api.person()
    await importLines(person, [entity('e1'), annotation({ videoId: 'v,2' }), annotation({ videoId: 'v' })])
    for (const videoIds of [['v,2'], ['v,2', ' '], ['v,2', 'v,2']]) {
      const { data } = await person.graph(
        'query ($filter: ExportFilter) { exportUrl(file: ANNOTATIONS, filter: $filter) exportStats(filter: $filter) { annotationCount } }',
        { filter: { videoIds } },
      )
      expect(data.exportStats.annotationCount).toBe(1)
      expect((await exportLines(person, data.exportUrl)).map((line) => line.videoId)).toEqual(['v,2'])
    }
  })
})
