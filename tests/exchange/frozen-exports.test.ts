import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { schedules } from '../../src/schedules.js'
import { contextFor } from '../../src/context.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { startObjectServer } from '../support/s3-server.js'
import { made, missingId, unique } from '../support/workspace.js'
import { exportText, generated, importLines } from './support.js'

let api: TestApi
let workers: { close(): Promise<void> } | undefined
let ann: Person

beforeAll(async () => {
  api = await startApi({ EXPORTS_KEPT_PER_USER: '3' })
  workers = createWorkers(api.app)
  ann = await api.person()
  expect((await importLines(ann, generated('--scale', '1'))).status).toBe(200)
})
afterAll(async () => {
  await workers?.close()
  await api.stop()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Orders an export and waits until it has ended. */
async function ordered(who: Person, body: object = {}): Promise<any> {
  const order = await who.post('/api/exports', body)
  expect([order.status, order.body.status]).toEqual([202, expect.stringMatching(/^(queued|active|completed)$/)])
  expect(order.headers.get('location')).toBe(`/api/exports/${order.body.id}`)
  expect(Number(order.headers.get('retry-after'))).toBeGreaterThan(0)
  const read = () => made(who.get(order.headers.get('location')!))
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toMatch(/completed|failed/)
  return read()
}

async function fetched(who: Person, path: string, headers: Record<string, string> = {}) {
  const response = await who.request(path, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const remove = async (who: Person, { id }: { id: string }) =>
  expect(await made(who.delete(`/api/exports/${id}`))).toEqual({ success: true })

describe('a frozen export', () => {
  it('is the streamed export as one file, told and checked by its manifest, and the same bytes each time', async () => {
    const [first, second] = [await ordered(ann), await ordered(ann)]
    const { response, bytes } = await fetched(ann, first.fileUrl)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/gzip'])
    expect(response.headers.get('content-disposition')).toMatch(/filename="parallax-all-\d{8}T\d{6}Z\.jsonl\.gz"/)
    expect(response.headers.get('etag')).toBe(`"${first.digest}"`)
    expect([bytes.length, sha256(bytes)]).toEqual([first.size, first.digest])
    const lines = gunzipSync(bytes)
    expect(lines.toString()).toBe(await exportText(ann))
    const kinds = new Map<string, number>()
    for (const line of lines.toString().split('\n').filter(Boolean)) {
      const { type } = JSON.parse(line)
      kinds.set(type, (kinds.get(type) ?? 0) + 1)
    }
    expect(first.manifest).toEqual({
      lines: [...kinds.values()].reduce((sum, count) => sum + count, 0),
      linesByType: [...kinds].map(([lineType, count]) => ({ lineType, lines: count })),
      bytes: lines.length,
      linesDigest: sha256(lines),
      leftOut: [],
      position: expect.stringMatching(/^[0-9a-f]{8}-\d+-0-[0-9a-f]{16}a$/),
      formatVersion: '1',
    })
    expect(second.digest).toBe(first.digest)
    expect((await fetched(ann, second.fileUrl)).bytes.equals(bytes)).toBe(true)
    expect((await made(ann.get('/api/exports'))).map(({ id }: any) => id)).toEqual([second.id, first.id])
    await remove(ann, first)
    await remove(ann, second)
  })

  it('keeps what was there when it was written, whatever happens afterwards', async () => {
    const writer = await api.person()
    await made(writer.post('/api/personas', { name: 'before', role: 'r', informationNeed: 'i' }))
    const frozen = await ordered(writer, { contents: 'personas' })
    await made(writer.post('/api/personas', { name: 'after', role: 'r', informationNeed: 'i' }))
    const text = gunzipSync((await fetched(writer, frozen.fileUrl)).bytes).toString()
    expect(text).toContain('"before"')
    expect(text).not.toContain('"after"')
    expect(frozen).toMatchObject({ contents: 'personas', scope: 'own', format: 'ndjson', progress: 100, error: null })
  })

  it('takes the filters of the streamed export', async () => {
    const [{ id }] = await made(ann.get('/api/personas'))
    const frozen = await ordered(ann, { contents: 'annotations', personaIds: [id], annotationTypes: ['type'] })
    const text = gunzipSync((await fetched(ann, frozen.fileUrl)).bytes).toString()
    expect(text).toBe(await exportText(ann, `/api/export?personaIds=${id}&annotationTypes=type`))
    expect(frozen.filters).toEqual({ personaIds: [id], annotationTypes: ['type'] })
    await remove(ann, frozen)
  })

  it('may have a format of other tools, and counts what that has no place for', async () => {
    const frozen = await ordered(ann, { contents: 'all', format: 'coco' })
    const { response, bytes } = await fetched(ann, frozen.fileUrl)
    expect(response.headers.get('content-disposition')).toMatch(/\.coco\.json\.gz"/)
    expect(gunzipSync(bytes).toString()).toBe(await exportText(ann, '/api/export/all?format=coco'))
    expect(frozen.manifest.leftOut).toContainEqual({ name: 'summaries', count: expect.any(Number) })
    expect(frozen.manifest.linesByType).toEqual([])
    await remove(ann, frozen)
  })

  it('can be read in pieces: ranges, If-Range and HEAD, and 416 past the end', async () => {
    const frozen = await ordered(ann)
    const { bytes } = await fetched(ann, frozen.fileUrl)
    const cuts = [0, 1, 1000, Math.floor(bytes.length / 2), bytes.length]
    const pieces = await Promise.all(
      cuts.slice(1).map(async (end, i) => {
        const range = `bytes=${cuts[i]}-${end - 1}`
        const piece = await fetched(ann, frozen.fileUrl, { range, 'if-range': `"${frozen.digest}"` })
        expect([piece.response.status, piece.response.headers.get('content-range')]).toEqual([
          206,
          `bytes ${cuts[i]}-${end - 1}/${bytes.length}`,
        ])
        return piece.bytes
      }),
    )
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    const other = await fetched(ann, frozen.fileUrl, { range: 'bytes=5-', 'if-range': '"another"' })
    const refused = await fetched(ann, frozen.fileUrl, { range: 'bytes=5-', 'if-match': '"another"' })
    expect(refused.response.status).toBe(412)
    expect([other.response.status, other.bytes.length]).toEqual([200, bytes.length])
    const past = await fetched(ann, frozen.fileUrl, { range: `bytes=${bytes.length}-` })
    expect([past.response.status, past.response.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect(past.response.headers.get('repr-digest')).toBeNull()
    const head = await ann.request(frozen.fileUrl, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    // The file has gone, such as with a disk: the refusal carries nothing of what the file was.
    for (const name of readdirSync(join(api.folder, 'exports')))
      if (name.startsWith(frozen.id)) rmSync(join(api.folder, 'exports', name))
    const gone = await fetched(ann, frozen.fileUrl)
    expect([gone.response.status, JSON.parse(gone.bytes.toString()).code]).toEqual([404, 'NOT_FOUND'])
    for (const name of ['etag', 'repr-digest', 'content-disposition', 'last-modified'])
      expect(gone.response.headers.get(name)).toBeNull()
    await remove(ann, frozen)
  })

  it('has the same door in GraphQL', async () => {
    const fields =
      'id status contents jobId fileUrl digest size manifest { lines linesByType { lineType lines } position }'
    const order = `mutation ($input: CreateExportInput!) { createExport(input: $input) { frozenExport { ${fields} } } }`
    const { createExport } = await made(ann.graph(order, { input: { contents: 'PERSONAS' } }))
    const read = async () =>
      (
        await made(
          ann.graph(`query ($id: ID!) { export(id: $id) { ${fields} } }`, { id: createExport.frozenExport.id }),
        )
      ).export
    await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('COMPLETED')
    const done = await read()
    expect(done).toMatchObject({ contents: 'PERSONAS', jobId: createExport.frozenExport.jobId })
    expect(sha256((await fetched(ann, done.fileUrl)).bytes)).toBe(done.digest)
    const { exports, node } = await made(
      ann.graph('query ($id: ID!) { exports { totalCount nodes { id } } node(id: $id) { __typename id } }', {
        id: done.id,
      }),
    )
    expect(exports).toEqual({ totalCount: 1, nodes: [{ id: done.id }] })
    expect(node).toEqual({ __typename: 'FrozenExport', id: done.id })
    expect(
      await made(ann.graph('mutation ($id: ID!) { deleteExport(input: { id: $id }) { deletedIds } }', { id: done.id })),
    ).toEqual({ deleteExport: { deletedIds: [done.id] } })
    expect(await read()).toBeNull()
  })
})

describe('the frozen exports of a person', () => {
  it("are nobody else's: not an administrator's either", async () => {
    const frozen = await ordered(ann, { contents: 'personas' })
    for (const other of [await api.person(), await api.admin()]) {
      for (const path of [`/api/exports/${frozen.id}`, frozen.fileUrl]) expect((await other.get(path)).status).toBe(404)
      expect((await other.delete(`/api/exports/${frozen.id}`)).status).toBe(404)
      expect(await made(other.get('/api/exports'))).toEqual([])
      expect((await made(other.graph('query ($id: ID!) { node(id: $id) { id } }', { id: frozen.id }))).node).toBeNull()
    }
    expect((await api.anonymous.get(frozen.fileUrl)).status).toBe(401)
    await remove(ann, frozen)
  })

  it('are for a token of the scope export, and for one that is limited to a project those of that project alone', async () => {
    const manager = await api.person()
    const project = await made(manager.post('/api/projects', { name: 'Port', slug: unique('port') }))
    await made(manager.post('/api/personas', { name: 'ours', role: 'r', informationNeed: 'i', projectId: project.id }))
    await made(manager.post('/api/personas', { name: 'mine', role: 'r', informationNeed: 'i' }))
    const own = await ordered(manager, { contents: 'personas' })
    const robot = async (body: object) =>
      api.byToken((await made(manager.post('/api/tokens', { name: unique('robot'), ...body }))).token)
    const free = await robot({ scopes: ['export'] })
    expect((await made(free.get('/api/exports'))).map(({ id }: any) => id)).toEqual([own.id])
    expect((await (await robot({ scopes: ['write'] })).post('/api/exports', {})).status).toBe(403)
    const limited = await robot({ scopes: ['export'], projectIds: [project.id] })
    expect((await limited.post('/api/exports', { contents: 'personas' })).status).toBe(403)
    expect(await made(limited.get('/api/exports'))).toEqual([])
    for (const path of [`/api/exports/${own.id}`, own.fileUrl]) expect((await limited.get(path)).status).toBe(404)
    const frozen = await ordered(limited, { contents: 'personas', scope: `project:${project.id.toUpperCase()}` })
    const text = gunzipSync((await fetched(limited, frozen.fileUrl)).bytes).toString()
    expect([text.includes('"ours"'), text.includes('"mine"')]).toEqual([true, false])
    expect(frozen.scope).toBe(`project:${project.id}`)
    expect((await limited.delete(`/api/exports/${own.id}`)).status).toBe(404)
    await remove(limited, frozen)
  })

  it('are limited: one more is 429 and names which could be deleted', async () => {
    const ben = await api.person()
    const kept = []
    for (let i = 0; i < 3; i++) kept.push(await ordered(ben, { contents: 'personas' }))
    const refused = await ben.post('/api/exports', { contents: 'personas' })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(refused.body.exports.map(({ id }: any) => id)).toEqual(kept.map(({ id }) => id))
    await remove(ben, kept[0])
    await ordered(ben, { contents: 'personas' })
  })

  it.each([
    [{ contents: 'everything' }, 'contents'],
    [{ format: 'csv' }, 'format'],
    [{ contents: 'personas', format: 'coco' }, 'format'],
    [{ scope: 'mine' }, 'scope'],
    [{ scope: 'project:x' }, 'scope'],
    [{ personaIds: ['x'] }, 'personaIds'],
    [{ annotationTypes: ['x'] }, 'annotationTypes'],
    [{ scope: 'all', projectId: missingId }, 'projectId'],
    [{ colour: 'red' }, 'colour'],
  ])('refuse the order %j by its field', async (body, field) => {
    const refused = await ann.post('/api/exports', body)
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(JSON.stringify(refused.body.details)).toContain(field)
  })

  it('refuse the scope of others as streamed exports do', async () => {
    expect((await ann.post('/api/exports', { scope: 'all' })).status).toBe(403)
    expect((await ann.post('/api/exports', { scope: `project:${missingId}` })).status).toBe(404)
  })

  it('go away when they expire, with their files; files that no export names go too, and no others', async () => {
    const folder = join(api.folder, 'exports')
    const carl = await api.person()
    const frozen = await ordered(carl, { contents: 'personas' })
    expect((await fetched(carl, frozen.fileUrl)).response.status).toBe(200)
    const days = Math.round((Date.parse(frozen.expiresAt) - Date.parse(frozen.completedAt)) / 86_400_000)
    expect(days).toBe(7)
    const [stray, video] = [`${missingId}.0123456789ab.gz`, 'film.mp4']
    for (const name of [stray, video]) {
      writeFileSync(join(folder, name), 'x')
      utimesSync(join(folder, name), 1, 1)
    }
    const before = readdirSync(folder)
    expect(before.filter((name) => name.startsWith(frozen.id))).toHaveLength(1)
    api.clock.forward(7 * 86_400_000 + 1000)
    const sweep = schedules.find(({ name }) => name === 'old frozen exports')!
    await sweep.run(contextFor(api.app.services, null))
    api.clock.reset()
    expect((await carl.get(`/api/exports/${frozen.id}`)).status).toBe(404)
    expect(readdirSync(folder)).toEqual([video])
  })

  it('can be deleted before they are written: the job stops and leaves no file', async () => {
    await workers?.close()
    const dora = await api.person()
    const { body } = await dora.post('/api/exports', {})
    expect((await dora.get(`/api/exports/${body.id}/file`)).status).toBe(409)
    await remove(dora, body)
    expect((await made(dora.get(`/api/jobs/${body.jobId}`))).error).toBe('Cancelled')
    workers = createWorkers(api.app)
    await ordered(dora, { contents: 'personas' })
    expect(readdirSync(join(api.folder, 'exports')).some((name) => name.startsWith(body.id))).toBe(false)
  })
})

it('lies in the object store, where the download is a redirect to a signed address', async () => {
  const s3 = await startObjectServer('films')
  const remote = await startApi({
    EXPORT_STORAGE_TYPE: 'objstore',
    OBJSTORE_BUCKET: 'films',
    OBJSTORE_REGION: 'eu-west-1',
    OBJSTORE_ACCESS_KEY_ID: 'AKTEST',
    OBJSTORE_SECRET_ACCESS_KEY: 'secret',
    OBJSTORE_ENDPOINT: s3.endpoint,
  })
  const writing = createWorkers(remote.app)
  try {
    const who = await remote.person()
    await made(who.post('/api/personas', { name: 'far', role: 'r', informationNeed: 'i' }))
    const frozen = await ordered(who)
    const redirect = await who.request(frozen.fileUrl, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'no-store'])
    const bytes = Buffer.from(await (await fetch(redirect.headers.get('location')!)).arrayBuffer())
    expect(sha256(bytes)).toBe(frozen.digest)
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(`^exports/${frozen.id}\\.`)])
    await remove(who, frozen)
    expect([s3.objects.size, s3.uploads.size]).toEqual([0, 0])
    expect(existsSync(join(remote.folder, 'exports'))).toBe(false)
  } finally {
    await writing.close()
    await remote.stop()
    await s3.close()
  }
})
