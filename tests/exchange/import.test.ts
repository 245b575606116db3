import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import {
  annotation,
  box,
  claim,
  claimRelation,
  entity,
  line,
  ontology,
  persona,
  sequence,
  summary,
  typed,
} from './lines.js'
import { exportLines, importLines, previewLines, upload } from './support.js'

let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const fresh = async () => {
  ann = await api.person()
  return ann
}

/** Expects that every line is counted once: as imported, skipped, excluded or failed (I-37). */
function expectAllAccounted({ summary: s }: any) {
  const { totalKeyframes: _a, totalInterpolatedFrames: _b, singleKeyframeSequences: _c, ...items } = s.importedItems
  const imported =
    Object.values(items as Record<string, number>).reduce((total, one) => total + one, 0) - s.placeholderItems
  const { personas, worldObjects, summaries, claims, annotations, unknown } = s.skippedItems
  expect(
    imported + personas + worldObjects + summaries + claims + annotations + unknown + s.excludedLines + s.failedLines,
  ).toBe(s.totalLines)
}

describe('POST /api/import: the form', () => {
  it('wants a file in a multipart form (I-02)', async () => {
    await fresh()
    const none = { error: 'Bad Request', message: 'No file provided' }
    expect((await ann.post('/api/import', { a: 1 })).body).toMatchObject(none)
    expect((await ann.post('/api/import', 'x', { 'content-type': 'application/x-ndjson' })).body).toMatchObject(none)
    for (const text of ['{', '[]', '{"type":"persona","data":{}}\n{"type":"persona","data":{}}\n'])
      for (const path of ['/api/import', '/api/import/preview'])
        expect((await ann.post(path, text)).body, text).toMatchObject(none)
    const form = new FormData()
    form.append('options', '{}')
    const answer = await ann.request('/api/import', { method: 'POST', body: form })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject(none)
    expect((await api.anonymous.post('/api/import', {})).status).toBe(401)
  })

  it('refuses options that are no JSON object or name an unknown option or value (I-01)', async () => {
    await fresh()
    for (const options of [
      'nonsense',
      '[]',
      '"x"',
      '{"conflictResolution":{"personas":"maybe"}}',
      '{"transaction":{"atomic":"yes"}}',
      '{"scope":3}',
      '{"colour":"red"}',
    ]) {
      const form = new FormData()
      form.append('options', options)
      form.append('file', new Blob(['']), 'x.jsonl')
      const response = await ann.request('/api/import', { method: 'POST', body: form })
      expect(response.status, options).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'Bad Request', message: expect.stringContaining('options') })
    }
    expect((await importLines(ann, [persona()], { conflictResolution: null })).body.success).toBe(true)
  })

  it('refuses options of more than a megabyte, sent as text or as a file, before or behind the file (I-01)', async () => {
    await fresh()
    const megabyte = 1024 * 1024
    const padded = (bytes: number) => '{"transaction":{"atomic":true}}'.padEnd(bytes)
    const send = async (...parts: [name: string, value: string | Blob][]) => {
      const form = new FormData()
      for (const [name, value] of parts) form.append(name, value)
      const response = await ann.request('/api/import', { method: 'POST', body: form })
      return { status: response.status, body: await response.json() }
    }
    const file: [string, Blob] = ['file', new Blob([JSON.stringify(persona())])]
    const asFile = (bytes: number): [string, Blob] => ['options', new Blob([padded(bytes)])]
    const tooLong = { status: 400, body: { error: 'Bad Request', message: 'options is too long' } }
    for (const bytes of [megabyte + 1, 8 * megabyte]) {
      expect(await send(['options', padded(bytes)], file)).toMatchObject(tooLong)
      expect(await send(asFile(bytes), file)).toMatchObject(tooLong)
      expect(await send(file, asFile(bytes))).toMatchObject(tooLong)
    }
    expect(await exportLines(ann)).toEqual([])
    expect((await ann.get('/api/import/history')).body.imports).toEqual([])
    expect(await send(asFile(megabyte), file)).toMatchObject({ status: 200, body: { success: true } })
  })

  it('names the first line that cannot be read, and takes nothing in (I-04, I-05)', async () => {
    await fresh()
    const good = JSON.stringify(persona())
    const bad: [string, string][] = [
      ['{', 'JSON'],
      ['[]', 'a line must be a JSON object'],
      ['{"a":1}', 'neither a line'],
      ['{"type":"claim","data":3}', 'data must be an object'],
    ]
    for (const [text, reason] of bad) {
      const answer = await importLines(ann, `\uFEFF${good}\r\n\n${text}\n{{{\n`)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: 'Parse Error', code: 'PARSE_ERROR' })
      expect(answer.body.message).toMatch(/^Failed to parse line 3: /)
      expect(answer.body.message).toContain(reason)
      expect((await previewLines(ann, `${good}\n\n${text}`)).body.message).toMatch(/^Failed to parse line 3: /)
    }
    const notText = await importLines(ann, new Blob([`${good}\n`, new Uint8Array([0xff, 0xfe, 10])]))
    expect(notText.body.message).toBe('Failed to parse line 2: is not valid UTF-8')
    expect(await exportLines(ann)).toEqual([])
    expect((await ann.get('/api/import/history')).body).toEqual({ imports: [], total: 0 })
  })

  it('says of an export in the form of one JSON document how it becomes lines', async () => {
    await fresh()
    await importLines(ann, [entity('e1'), annotation()])
    const { text, body } = await ann.get('/api/export?format=json')
    expect(body).toHaveLength(1)
    for (const file of [text, JSON.stringify(body, null, 2), ` ${text}`])
      for (const send of [importLines, previewLines]) {
        const answer = await send(ann, file)
        expect(answer.status).toBe(400)
        expect(answer.body.message).toContain('export with format=jsonl, or write them with jq')
      }
    const again = await importLines(ann, body.map((one: object) => JSON.stringify(one)).join('\n'))
    expect(again.body).toMatchObject({ success: true })
  })

  it('answers an empty file with zeros', async () => {
    await fresh()
    const answer = await importLines(ann, ' \n\n')
    expect(answer.body).toMatchObject({
      success: true,
      summary: { totalLines: 0, processedLines: 0, importedItems: { personas: 0, totalKeyframes: 0 } },
    })
  })

  it('answers 413 to one byte over the limit, takes exactly the limit, and leaves no file behind (I-03)', async () => {
    await fresh()
    const limit = 100 * 1024 * 1024
    const head = `${JSON.stringify(persona())}\n`
    const padding = Buffer.alloc(limit - head.length, '\n')
    const exact = await importLines(ann, new Blob([head, padding]))
    expect(exact.body).toMatchObject({ success: true, summary: { totalLines: 1 } })
    const over = await importLines(ann, new Blob([head, padding, '\n']))
    expect(over.status).toBe(413)
    expect(over.body).toMatchObject({ error: 'Payload Too Large', message: 'File exceeds the 100 MB limit' })
    expect(readdirSync(api.folder).filter((name) => name.startsWith('parallax-import'))).toEqual([])
    expect((await exportLines(ann)).filter((one) => one.type === 'persona')).toHaveLength(1)
  }, 120_000)
})

describe('POST /api/import: lines', () => {
  it('come in any order and in both spellings; video and metadata lines are informational (I-06, I-08)', async () => {
    await fresh()
    const p = persona()
    const s = summary(p.data.id)
    const root = claim(s.data.id, { createdAt: '2025-03-01T00:00:00.000Z' })
    const child = claim(s.data.id, { parentClaimId: root.data.id, createdAt: '2025-02-01T00:00:00.000Z' })
    const lines = [
      typed(p.data.id),
      claimRelation(child.data.id, root.data.id),
      child,
      root,
      s,
      line('entityCollection', { id: 'c', name: 'C', entityIds: ['e1', 'place'] }),
      line('location', { id: 'place', name: 'Here', locationType: 'point' }),
      entity('e1'),
      ontology(p.data.id),
      p,
      line('video', { id: 'v1' }),
      line('metadata', {}),
      line('mystery', {}),
    ]
    const answer = await importLines(ann, lines)
    expect(answer.body).toMatchObject({
      success: true,
      errors: [],
      conflicts: [],
      warnings: [{ line: 13, type: 'unknown_type' }],
      summary: {
        totalLines: 13,
        processedLines: 13,
        importedItems: {
          personas: 1,
          ontologies: 1,
          entities: 2,
          entityCollections: 1,
          summaries: 1,
          claims: 2,
          claimRelations: 1,
          annotations: 1,
          totalKeyframes: 2,
          totalInterpolatedFrames: 9,
        },
      },
    })
    expectAllAccounted(answer.body)
    const out = await exportLines(ann)
    expect(out.map((one) => one.type)).toEqual([
      'persona',
      'ontology',
      'entity',
      'entity',
      'entity_collection',
      'summary',
      'claim',
      'claim',
      'claim_relation',
      'annotation',
    ])
    // Parents precede children, whatever their times (XR-17).
    expect(out.filter((one) => one.type === 'claim').map((one) => one.data.id)).toEqual([root.data.id, child.data.id])
  })

  it('that are not valid are skipped with the reason, or refuse the import in strict mode (I-31, I-32)', async () => {
    await fresh()
    const lines = [
      persona({ name: '' }),
      persona(),
      entity('e1', { name: 'a\0b' }),
      claim('x'),
      annotation({ boundingBoxSequence: { boxes: [] }, objectLink: { objectId: 'e2' } }),
    ]
    const answer = await importLines(ann, lines)
    expect(answer.body.success).toBe(true)
    expect(answer.body.warnings.slice(1)).toEqual([
      { line: 1, type: 'validation', message: 'name: must not be empty' },
      { line: 3, type: 'validation', message: 'data.name: must not contain a NUL character' },
      { line: 4, type: 'validation', message: expect.stringContaining('summaryId: must be a UUID') },
      { line: 5, type: 'invalid_sequence', message: 'Sequence must have at least one keyframe' },
    ])
    expectAllAccounted(answer.body)
    const strict = await importLines(await fresh(), lines, { validation: { strictMode: true } })
    expect(strict.status).toBe(200)
    expect(strict.body).toMatchObject({
      success: false,
      warnings: [],
      summary: { importedItems: { personas: 0 }, failedLines: 5 },
    })
    expect(strict.body.errors.map((one: any) => one.line)).toEqual([1, 3, 4, 5])
    expect(await exportLines(ann)).toEqual([])
    const apart = await importLines(ann, lines, { validation: { strictMode: true }, transaction: { atomic: false } })
    expect(apart.body).toMatchObject({ success: false, summary: { importedItems: { personas: 1 }, failedLines: 4 } })
    expect((await exportLines(ann)).map((one) => one.type)).toEqual(['persona', 'ontology'])
  })

  it('fail with the persona that strict mode refuses, and get no placeholder of a type (I-21, I-31)', async () => {
    const scout = persona()
    await importLines(await fresh(), [scout])
    await importLines(await fresh(), [scout])
    const before = await exportLines(ann)
    const written = summary(scout.data.id)
    const told = claim(written.data.id)
    const below = claim(written.data.id, { parentClaimId: told.data.id })
    const lines = [scout, typed(scout.data.id, 'unknown'), written, told, below, ontology(scout.data.id)]
    const options = {
      conflictResolution: { missingDependencies: 'create-placeholder' },
      validation: { strictMode: true },
      transaction: { atomic: false },
    }
    const preview = await previewLines(ann, lines, options)
    const { status, body } = await importLines(ann, lines, options)
    expect([status, body.errors]).toEqual([200, preview.body.errors])
    expect(body.errors.map(({ line, message }: any) => [line, message])).toEqual([
      [1, expect.stringContaining('Likely repeat')],
      [2, 'It refers to line 1, which failed'],
      [3, 'It refers to line 1, which failed'],
      [4, 'It refers to line 3, which failed'],
      [5, 'It refers to line 3, which failed'],
      [6, 'It refers to line 1, which failed'],
    ])
    expect(await exportLines(ann)).toEqual(before)
  })

  it('with one keyframe are static objects: a warning, in strict mode a refusal (I-33)', async () => {
    await fresh()
    const lines = [entity('e1'), annotation({ boundingBoxSequence: sequence([5]) })]
    const answer = await importLines(ann, lines)
    expect(answer.body).toMatchObject({
      success: true,
      warnings: [{ line: 2, type: 'single_keyframe' }],
      summary: { importedItems: { annotations: 1, singleKeyframeSequences: 1 } },
    })
    const preview = await previewLines(await fresh(), lines)
    expect(preview.body.warnings).toEqual(['Line 2: Only one keyframe in the sequence'])
    expect((await importLines(ann, lines, { validation: { strictMode: true } })).body).toMatchObject({
      success: false,
      errors: [{ line: 2, type: 'single_keyframe' }],
    })
  })

  it('with switched-off checks may hold sequences without keyframes; then the annotation export names them (I-30, X-05)', async () => {
    await fresh()
    const bare = annotation({ boundingBoxSequence: sequence([]) })
    const lines = [entity('e1'), bare, annotation({ boundingBoxSequence: { boxes: [box(9), box(3)] } })]
    expect(
      (await importLines(ann, lines, { validation: { requireKeyframes: false } })).body.summary.importedItems
        .annotations,
    ).toBe(1)
    expect(
      (await importLines(ann, lines, { validation: { validateSequenceIntegrity: false } })).body.summary.importedItems
        .annotations,
    ).toBe(1)
    const refused = await ann.get('/api/export')
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      error: 'Validation failed',
      message: 'One or more annotations have an invalid sequence',
    })
    expect(refused.body.validationErrors).toContainEqual({
      annotationId: bare.data.id,
      errors: ['Sequence must have at least one keyframe'],
    })
    const skipping = await ann.request('/api/export?skipInvalid=true')
    expect([
      skipping.status,
      skipping.headers.get('x-export-skipped'),
      skipping.headers.get('x-export-annotations'),
      await skipping.text(),
    ]).toEqual([200, '2', '0', ''])
    expect((await ann.get('/api/export/stats')).body.annotationCount).toBe(2)
  })

  it('that are ontologies may have one id: nothing refers to it, the second gets another', async () => {
    await fresh()
    const [p, q] = [persona(), persona({ name: 'Other' })]
    const first = ontology(p.data.id)
    const second = ontology(q.data.id, undefined, { id: first.data.id })
    const { status, body } = await importLines(ann, [p, first, q, second])
    expect([status, body.success, body.warnings, body.conflicts]).toEqual([200, true, [], []])
    const stored = (await exportLines(ann)).filter((one) => one.type === 'ontology').map((one) => one.data)
    expect(stored.map((one) => one.entityTypes.length)).toEqual([1, 1])
    expect(new Set(stored.map((one) => one.id)).size).toBe(2)
  })

  it('of one id twice in a file: the first counts', async () => {
    await fresh()
    const p = persona()
    const answer = await importLines(ann, [
      p,
      persona({ ...p.data, name: 'Again' }),
      entity('e'),
      entity('e', { name: 'Again' }),
    ])
    expect(answer.body).toMatchObject({
      success: true,
      summary: { importedItems: { personas: 1, entities: 1 }, skippedItems: { personas: 1, worldObjects: 1 } },
    })
    expect(answer.body.warnings.map((one: any) => [one.line, one.type])).toEqual([
      [2, 'duplicate'],
      [4, 'duplicate'],
    ])
  })

  it('keep valid times and get the time of the import for others (I-39)', async () => {
    await fresh()
    const before = Date.now()
    const p = persona({ createdAt: '2024-02-30T99:00', updatedAt: '2025-01-01T02:00:00+02:00' })
    const lines = [
      p,
      persona({ name: 'Other', createdAt: undefined, updatedAt: 5 }),
      summary(p.data.id, { createdAt: '20240501T100000Z', processedAtVisual: 1714550400 }),
      entity('e1', { createdAt: 1714550400 }),
    ]
    const told = [
      [1, 'createdAt is no ISO 8601 time with a date; the time of the import is used'],
      [2, 'updatedAt is no ISO 8601 time with a date; the time of the import is used'],
      [3, 'processedAtVisual is no ISO 8601 time with a date; it is left out'],
    ]
    const preview = await previewLines(ann, lines)
    expect(preview.body.warnings).toEqual(told.map(([line, message]) => `Line ${line}: ${message}`))
    const { body } = await importLines(ann, lines)
    expect(body.warnings.map(({ line, type, message }: any) => [line, type, message])).toEqual(
      told.map(([line, message]) => [line, 'invalid_time', message]),
    )
    const kept = (await exportLines(ann)).find((one) => one.type === 'summary').data
    expect(kept).toMatchObject({ createdAt: '2024-05-01T10:00:00.000Z', processedAtVisual: null })
    const times = (await exportLines(ann)).filter((one) => one.type === 'persona').map((one) => one.data)
    expect(times[0].updatedAt).toBe('2025-01-01T00:00:00.000Z')
    expect(Date.parse(times[0].createdAt)).toBeGreaterThanOrEqual(before - 1)
    expect(times[1].createdAt).toBe(times[1].updatedAt)
  })

  it('with a valid createdAt alone were last changed by the import (I-39)', async () => {
    await fresh()
    const before = Date.now()
    await importLines(ann, [persona({ createdAt: '2025-01-01T00:00:00.000Z', updatedAt: undefined })])
    const kept = (await exportLines(ann)).find((one) => one.type === 'persona').data
    expect(kept.createdAt).toBe('2025-01-01T00:00:00.000Z')
    expect(Date.parse(kept.updatedAt)).toBeGreaterThanOrEqual(before - 1)
  })

  it('outside the scope are neither imported nor skipped (I-29)', async () => {
    await fresh()
    const p = persona()
    const q = persona()
    const lines = [
      p,
      ontology(p.data.id),
      q,
      ontology(q.data.id),
      entity('e1'),
      line('time', { id: 't', type: 'instant' }),
      annotation(),
    ]
    const scoped = await importLines(ann, lines, {
      scope: { specificPersonaIds: [p.data.id], specificObjectTypes: ['entity'], includeAnnotations: false },
    })
    expect(scoped.body).toMatchObject({
      success: true,
      summary: {
        excludedLines: 4,
        importedItems: { personas: 1, ontologies: 1, entities: 1, times: 0, annotations: 0 },
      },
    })
    expectAllAccounted(scoped.body)
    const none = await importLines(await fresh(), lines, {
      scope: { includePersonas: false, includeWorldState: false },
    })
    expect(none.body).toMatchObject({ summary: { excludedLines: 6, skippedItems: { annotations: 1 } } })
  })

  it('of unknown types, and those that only inform, may hold any data (I-06)', async () => {
    await fresh()
    const lines = [{ type: 'metadata', data: '2.1' }, { type: 'mystery', data: null }, persona()]
    const { status, body } = await importLines(ann, lines)
    expect([status, body.success]).toEqual([200, true])
    expect(body).toMatchObject({
      warnings: [{ line: 2, type: 'unknown_type' }],
      summary: { totalLines: 3, processedLines: 3, importedItems: { personas: 1 } },
    })
    expectAllAccounted(body)
  })
})

describe('GET /api/import/history', () => {
  it("lists the caller's imports, newest first, also failed ones; previews leave no trace (I-42, I-43)", async () => {
    await fresh()
    await importLines(ann, [persona()])
    await previewLines(ann, [persona()])
    await importLines(ann, [persona({ name: '' })], { validation: { strictMode: true } })
    const { body } = await ann.get('/api/import/history')
    expect(body.total).toBe(2)
    expect(body.imports[0]).toEqual({
      id: expect.any(String),
      filename: 'lines.jsonl',
      success: false,
      itemsImported: 0,
      itemsSkipped: 0,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(body.imports[1]).toMatchObject({ success: true, itemsImported: 1, itemsSkipped: 0 })
    expect((await ann.get('/api/import/history?limit=1&offset=1')).body.imports).toEqual([body.imports[1]])
    expect((await (await api.person()).get('/api/import/history')).body).toEqual({ imports: [], total: 0 })
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'limit=1.5']) {
      const refused = await ann.get(`/api/import/history?${query}`)
      expect([refused.status, refused.body.error], query).toEqual([400, 'Bad Request'])
    }
    expect((await api.anonymous.get('/api/import/history')).status).toBe(401)
  })
})

describe('a long report', () => {
  it('has an entry for every line, in the answer, the history and the preview (I-35, I-37, I-41, I-42)', async () => {
    await fresh()
    const count = 20_000
    const lines = Array.from({ length: count }, (_, i) => ({ type: i % 2 ? 'tab\tand "quote"' : 'é', data: {} }))
    const { body } = await importLines(ann, lines)
    expect(body.summary.skippedItems.unknown).toBe(count)
    expect(body.warnings.map((one: any) => one.line)).toEqual([0, ...lines.map((_, i) => i + 1)])
    expect(body).toMatchObject({ success: true, errors: [], conflicts: [] })
    const { data } = await ann.graph('{ imports(first: 1) { nodes { result } } }')
    expect(data.imports.nodes[0].result).toEqual(body)
    const preview = (await previewLines(ann, lines)).body
    const said = ({ line, message }: any) => (line ? `Line ${line}: ${message}` : message)
    expect(preview.warnings).toEqual(body.warnings.map(said))
    expect(
      readdirSync(api.folder, { recursive: true }).filter((name) => String(name).includes('parallax-report')),
    ).toEqual([])
  })
})

describe('POST /api/import/preview', () => {
  it('refuses what the import refuses', async () => {
    await fresh()
    expect((await ann.post('/api/import/preview', {})).body).toMatchObject({
      error: 'Bad Request',
      message: 'No file provided',
    })
    expect((await upload(ann, '/api/import/preview', '', { conflictResolution: 5 })).status).toBe(400)
    expect((await api.anonymous.post('/api/import/preview', {})).status).toBe(401)
  })
})
