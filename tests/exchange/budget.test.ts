import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { annotation, claim, entity, persona, summary } from './lines.js'
import { exportLines, importLines, previewLines, withFile } from './support.js'

const limits = {
  BUDGET_MAX_ROWS: '300',
  BUDGET_MAX_BYTES: '150000',
  GRAPHQL_MAX_COST: '1000',
  IMPORT_MAX_LINES: '3000',
  IMPORT_MAX_ROWS: '500',
  IMPORT_MAX_LOOP_MS: '2000',
}
const p = persona()
const s = summary(p.data.id)
const claims = (count: number) => [p, s, ...Array.from({ length: count }, () => claim(s.data.id))]
const unknown = (count: number) => Array.from({ length: count }, () => ({ type: 'nothing', data: {} }))
let api: TestApi
let ann: Person

beforeAll(async () => {
  api = await startApi(limits)
  ann = await api.person()
})
afterAll(() => api.stop())

/**
 * Expects that the refused import left nothing behind: no row, no spool file, no open transaction. Transactions of the
 * queue do not count, which creates its tables meanwhile.
 */
async function expectNothingKept() {
  const { rows } = await api.app.services.pool.query(
    `select (select count(*)::int from claims) as claims, (select count(*)::int from personas where user_id = $1) as personas,
       (select count(*)::int from pg_stat_activity where state like 'idle in%' and application_name like 'parallax%'
          and datname = current_database()) as open`,
    [ann.id],
  )
  expect(rows).toEqual([{ claims: 0, personas: 0, open: 0 }])
  expect(readdirSync(api.folder).filter((name) => name.startsWith('parallax-'))).toEqual([])
}

describe('an import that takes more than it may', () => {
  it.each([
    ['import', importLines],
    ['preview', previewLines],
  ])('is 413 in REST where its lines are too many, with how to split it, and keeps nothing: %s', async (_, send) => {
    const { status, body } = await send(ann, claims(4000))
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { code: 'COST_LIMIT', limit: 'objects', maximum: 3000 },
    })
    expect(body.message).toContain('3000 lines')
    expect(body.hint).toContain('Split the file')
    await expectNothingKept()
  })

  it.each(['importFile', 'importPreview'])('is an error in GraphQL with the same limit: %s', async (field) => {
    const { errors } = await withFile(
      ann,
      `mutation ($file: Upload!) { ${field}(input: { file: $file }) { report { success } } }`,
      claims(4000),
    )
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'COST_LIMIT', limit: 'objects', maximum: 3000 })
    await expectNothingKept()
  })

  it('is refused where its report would be too long, before anything is kept', async () => {
    const { status, body } = await importLines(ann, [...claims(10), ...unknown(2000)])
    expect({ status, body }).toMatchObject({
      status: 413,
      body: { code: 'COST_LIMIT', limit: 'bytes', maximum: 150_000 },
    })
    await expectNothingKept()
    const history = (await ann.get('/api/import/history?limit=1')).body.imports[0]
    expect(history).toMatchObject({ success: false, itemsImported: 0 })
  })

  it('is refused in GraphQL with COST_LIMIT when its report would have more than 1,000 objects', async () => {
    const query = 'mutation ($file: Upload!) { importPreview(input: { file: $file }) { report { success } } }'
    const few = await withFile(ann, query, unknown(900))
    expect(few.errors).toBeUndefined()
    const { errors } = await withFile(ann, query, unknown(1100))
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'COST_LIMIT', limit: 'objects', maximum: 1000 })
  })

  it('counts the processor time of its lines', async () => {
    const quick = await startApi({ IMPORT_MAX_LOOP_MS: '20' })
    try {
      const bob = await quick.person()
      const { status, body } = await previewLines(bob, claims(20_000))
      expect({ status, body }).toMatchObject({
        status: 413,
        body: { code: 'COST_LIMIT', limit: 'loopMs', maximum: 20 },
      })
    } finally {
      await quick.stop()
    }
  })
})

describe('with a thousand annotations', () => {
  const annotations = Array.from({ length: 1000 }, (_, i) => annotation({ videoId: `v${i % 5}` }))

  beforeAll(async () => {
    expect((await importLines(ann, [entity('e1'), ...annotations])).body).toMatchObject({ success: true })
  })

  it('an import that unites more with what is stored than it may is refused with nothing changed', async () => {
    const before = await exportLines(ann, '/api/export')
    const options = { conflictResolution: { duplicateIds: 'merge' } }
    const { status, body } = await importLines(ann, annotations, options)
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'COST_LIMIT', limit: 'rows', maximum: 500 } })
    expect(await exportLines(ann, '/api/export')).toEqual(before)
  })

  it('an export as one document is 413 with the way out; lines are streamed, however many', async () => {
    const { status, body } = await ann.get('/api/export?format=json')
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'COST_LIMIT', limit: 'rows', maximum: 300 } })
    expect(body.hint).toContain('format=json')
    expect(await exportLines(ann, '/api/export')).toHaveLength(1000)
    const { headers, body: few } = await ann.get('/api/export?format=json&videoIds=v1')
    expect(few).toHaveLength(200)
    expect(headers.get('x-export-annotations')).toBe('200')
    // The refused export has released its slot.
    for (let i = 0; i < 6; i += 1) expect((await ann.get('/api/export?format=json')).status).toBe(413)
  })
})
