import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorkers } from '../../src/app.js'
import { blockOf } from '../pages/blocks.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo } from '../support/workspace.js'
import { draw, makePersona } from './drawn.js'

let api: TestApi
let workers: { close(): Promise<void> } | undefined
let ann: Person
let ben: Person
let videoId: string
let personaIds: string[]

beforeAll(async () => {
  api = await startApi()
  workers = createWorkers(api.app)
  ann = await api.person('ann')
  ben = await api.person('ben')
  videoId = await makeVideo(api)
  personaIds = [await makePersona(ann), await makePersona(ann)]
  const [one = '', two = ''] = personaIds
  for (const [label, x] of [
    ['car', 0],
    ['van', 300],
    ['car', 600],
  ] as const) {
    await draw(ann, videoId, one, label, x, 0, 49)
    if (x < 600) await draw(ann, videoId, two, 'car', x, 0, 49)
  }
})
afterAll(async () => {
  await workers?.close()
  await api.stop()
})

describe('a frozen export of units', () => {
  it('has the lines of the streamed one, and says what it leaves out', async () => {
    // As the page says, with other ids.
    const example = JSON.parse(blockOf('docs/formats.md', '"contents": "agreement"'))
    const agreement = { ...example.agreement, videoId, personaIds, reviewStates: ['open'] }
    const order = await made(ann.post('/api/exports', { ...example, agreement }))
    expect(order).toMatchObject({
      contents: 'agreement',
      format: 'ndjson',
      filters: { videoId, personaIds, minIou: 0.4 },
    })
    const read = () => made(ann.get(`/api/exports/${order.id}`))
    await expect.poll(async () => (await read()).status).toMatch(/completed|failed/)
    const { fileUrl, manifest, error } = await read()
    expect(error).toBeNull()
    const file = await ann.request(fileUrl)
    expect(file.headers.get('content-disposition')).toContain('parallax-agreement-')
    const lines = gunzipSync(Buffer.from(await file.arrayBuffer())).toString()
    const query = `videoId=${videoId}&personaIds=${personaIds.join()}&minIou=0.4&reviewState=open`
    expect(lines).toBe(await (await ann.request(`/api/export/agreement?${query}`)).text())
    expect(lines.trimEnd().split('\n')).toHaveLength(3)
    expect(manifest).toMatchObject({ lines: 3, linesByType: [] })
    expect(manifest.leftOut).toContainEqual({ name: 'alone', count: 1 })
    const graph = `{ export(id: "${order.id}") { contents status manifest { lines } } }`
    expect((await made(ann.graph(graph))).export).toEqual({
      ...{ contents: 'AGREEMENT', status: 'COMPLETED', manifest: { lines: 3 } },
    })
  })

  it('is refused for what the streamed one is refused for, and takes no parameters of other files', async () => {
    const order = (body: object, who = ann) => who.post('/api/exports', { contents: 'agreement', ...body })
    const agreement = { videoId, personaIds }
    const fields = async (body: object) => {
      const { status, body: answer } = await order(body)
      return [status, ...(answer.details ?? []).map(({ field }: { field: string }) => field)]
    }
    expect(await fields({})).toEqual([400, 'agreement'])
    expect(await fields({ agreement: { videoId, personaIds: [personaIds[0], personaIds[0]] } })).toEqual([
      ...[400, 'personaIds'],
    ])
    expect(await fields({ agreement, scope: 'own', includeInterpolated: true })).toEqual([
      ...[400, 'scope', 'includeInterpolated'],
    ])
    expect(await fields({ agreement, contents: 'personas' })).toEqual([400, 'agreement'])
    expect(await order({ agreement: { ...agreement, videoId: 'none' } })).toMatchObject({ status: 404 })
    expect(await order({ agreement }, ben)).toMatchObject({ status: 404, body: { error: 'Persona not found' } })
    const url = await ann.graph('{ exportUrl(file: AGREEMENT) }')
    expect(url.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field: 'file' }] })
  })
})
