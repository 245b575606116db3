import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('bodies that arrive slowly', () => {
  let api: TestApi
  let ann: Person
  const open = new Set<Socket>()
  beforeAll(async () => {
    api = await startApi({ BODY_IDLE_TIMEOUT_MS: '700', BODY_TIMEOUT_MS: '2000' })
    ann = await api.person()
  })
  afterAll(async () => {
    for (const socket of open) socket.destroy()
    await api.stop()
  })

  /** Begins a request: sends its head and the first bytes of the body; returns the socket. */
  function begin(head: string, first = '{'): Socket {
    const { hostname, port } = new URL(api.url)
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nhost: x\r\n\r\n${first}`))
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    socket.resume()
    return socket
  }
  async function allGone(withinMs: number): Promise<number> {
    const until = performance.now() + withinMs
    while (open.size > 0 && performance.now() < until) await pause(50)
    return open.size
  }
  const json = 'content-type: application/json\r\ncontent-length: 100000'
  const paths = ['/api/auth/login', '/api/personas', '/graphql', '/api/nothing', '/api/telemetry/traces', '/api/import']

  it('a byte at a time are hung up on: 60 sockets of strangers, answered early or not', async () => {
    for (let n = 0; n < 60; n++) begin(`POST ${paths[n % paths.length]} HTTP/1.1\r\n${json}`)
    const drip = setInterval(() => open.forEach((socket) => socket.write(' ')), 200)
    const waits: number[] = []
    for (let n = 0; n < 10; n++) {
      const since = performance.now()
      expect((await ann.get('/api/auth/me')).status).toBe(200)
      waits.push(performance.now() - since)
    }
    expect(await allGone(6000)).toBe(0)
    clearInterval(drip)
    // The median counts, because another program on the machine may delay a single one.
    expect(waits.sort((a, b) => a - b)[5]).toBeLessThan(250 * slowness())
  })

  it('and those that stop are hung up on sooner', async () => {
    for (let n = 0; n < 10; n++) begin(`POST ${paths[n % paths.length]} HTTP/1.1\r\n${json}`)
    expect(await allGone(1900)).toBe(0)
  })

  it('are read to their end where they are files of signed-in people', async () => {
    const file = Array.from({ length: 12 }, (_, n) => `{"type":"nothing","data":{"n":${n}}}\n`)
    const body = [
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n',
      ...file,
      '\r\n--x--\r\n',
    ]
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = body.shift()
        if (next === undefined) return controller.close()
        controller.enqueue(new TextEncoder().encode(next))
        await pause(250)
      },
    })
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
    const since = performance.now()
    const answer = await ann.request('/api/import/preview', {
      ...init,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(performance.now() - since).toBeGreaterThan(2500)
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  })
})
