import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { annotation, entity, persona, sequence } from '../exchange/lines.js'
import { exportLines, importLines } from '../exchange/support.js'

/** How long a client may send or read nothing, in milliseconds. */
const idleMs = 1500

describe('clients that are slow or silent', () => {
  let api: TestApi
  let ann: Person
  let ben: Person
  const sockets = new Set<Socket>()
  beforeAll(async () => {
    api = await startApi({
      BODY_IDLE_TIMEOUT_MS: String(idleMs),
      BODY_TIMEOUT_MS: String(2 * idleMs),
      CLIENT_IDLE_TIMEOUT_MS: String(idleMs),
    })
    ann = await api.person()
    ben = await api.person()
    const large = annotation({ boundingBoxSequence: sequence([0, 500_000]) })
    const entities = Array.from({ length: 3000 }, (_, n) => entity(`e${n}`, { description: ['x'.repeat(2000)] }))
    expect((await importLines(ann, [entity('e1'), large])).body.success).toBe(true)
    expect((await importLines(ben, [persona()])).body.success).toBe(true)
    await made(ann.put('/api/world', { entities: entities.map(({ data }) => data) }))
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    await api.stop()
  })

  /** Opens a connection, sends this text and nothing more; never reads when `reads` is false. */
  function say(text: string, reads: boolean): void {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname)
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write(text)
    if (reads) socket.resume()
    else socket.pause()
  }

  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: x\r\ncookie: ${ann.cookie}\r\n${more}`
  const json = 'content-type: application/json\r\ncontent-length: 100000\r\n\r\n'
  const form = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n'
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n{"type"'
  const question = '{ world { entities { id name extra } } }'
  const query = JSON.stringify({ query: question })
  const many = (text: string) => text.repeat(2)

  const kinds: [what: string, text: () => string, reads: boolean][] = [
    ['connections that say nothing', () => '', true],
    ['heads that do not end', () => head('GET /api/personas', 'x-slow: '), true],
    ['JSON bodies that stop', () => head('POST /api/personas', json) + '{"name":', true],
    ['GraphQL bodies that stop', () => head('POST /graphql', json) + '{"query":', true],
    ['uploads that stop', () => `${head('POST /api/import', form)}\r\n${file}`, true],
    ['GraphQL uploads that stop', () => `${head('POST /graphql', form)}apollo-require-preflight: 1\r\n\r\n--x`, true],
    ['exports that nobody reads', () => head('GET /api/export?includeInterpolated=true', '\r\n'), false],
    ['large answers that nobody reads', () => head('GET /api/world', '\r\n'), false],
    [
      'answers of GraphQL that nobody reads',
      () =>
        many(
          head('POST /graphql', `content-type: application/json\r\ncontent-length: ${query.length}\r\n\r\n${query}`),
        ),
      false,
    ],
  ]

  /** Measures ordinary requests of a user; returns the milliseconds, sorted. */
  async function ordinary(times: number): Promise<number[]> {
    const took: number[] = []
    for (let n = 0; n < times; n++) {
      const since = performance.now()
      expect((await ben.get('/api/personas')).status).toBe(200)
      await made(ben.graph('{ personas(first: 10) { nodes { id name } } }'))
      took.push(performance.now() - since)
    }
    return took.sort((a, b) => a - b)
  }
  const p99 = (sorted: number[]) => sorted[Math.ceil(0.99 * sorted.length) - 1] ?? 0

  it('of every kind at once cost others little, and hold nothing once their time is over', async () => {
    expect((await made(ann.graph(question))).world.entities).toHaveLength(3000)
    await ordinary(20)
    const alone = p99(await ordinary(100))
    // Fewer of the clients that request large answers: this test is about idle clients, not about load.
    for (const [, text, reads] of kinds) for (let n = 0; n < (reads ? 12 : 3); n++) say(text(), reads)
    const beside = p99(await ordinary(100))
    // The slow clients cost some time, and the machine may be busy, but no request waits for one of them to time out.
    expect(beside, `alone ${alone} ms`).toBeLessThan(Math.max(20 * alone, idleMs))
    expect((await exportLines(ben)).length).toBeGreaterThan(0)
    expect((await importLines(ben, [entity('e1')])).body.success).toBe(true)

    const { admission, pool, exportPool } = api.app.services
    const held = () => ({
      export: admission.counts('export').running,
      upload: admission.counts('upload').running,
      import: admission.counts('import').running,
      connections: [pool, exportPool].map((one) => one.totalCount - one.idleCount),
    })
    await expect.poll(held, { timeout: 20_000 }).toEqual({ export: 0, upload: 0, import: 0, connections: [0, 0] })
    expect(p99(await ordinary(50))).toBeLessThan(Math.max(20 * alone, idleMs))
  })
})
