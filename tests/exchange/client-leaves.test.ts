import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a client that leaves while it sends', () => {
  let api: TestApi
  let ann: Person
  const lines: { level: number; status?: number; route?: string; msg?: string }[] = []
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line))
        done()
      },
    })
    api = await startApi({}, { log: pino({ level: 'info' }, sink) })
    ann = await api.person()
  })
  afterAll(() => api.stop())

  async function leave(path: string, type: string, body: string): Promise<void> {
    const { hostname, port } = new URL(api.url)
    const head = [`POST ${path} HTTP/1.1`, 'host: x', `cookie: ${ann.cookie}`, `content-type: ${type}`]
    head.push('apollo-require-preflight: true')
    const arrived = once(api.server.server, 'connection') as Promise<[Socket]>
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const sent = `${head.join('\r\n')}\r\ncontent-length: 1000000\r\n\r\n${body}`
    socket.write(sent)
    const [there] = await arrived
    await expect.poll(() => there.bytesRead).toBe(Buffer.byteLength(sent))
    await pause(100)
    socket.destroy()
  }

  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n{"type":"a"'
  const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"${value}`
  const operation = (query: string) =>
    part('operations', `\r\n\r\n${JSON.stringify({ query, variables: { file: null } })}\r\n`) +
    part('map', '\r\n\r\n{"0":["variables.file"]}\r\n')
  const file = part('0', '; filename="a.jsonl"\r\ncontent-type: text/plain\r\n\r\n{"type":"a"')
  const reading = operation('mutation ($file: Upload!) { importFile(input: { file: $file }) { report { success } } }')
  const ignoring = operation('query ($file: Upload) { viewer { userId } }')
  const inForm = 'multipart/form-data; boundary=x'
  it.each([
    ['/graphql', 'application/json', '{"query":'],
    ['/graphql', inForm, '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":'],
    ['/graphql', inForm, reading],
    ['/graphql', inForm, reading + file],
    ['/graphql', inForm, ignoring],
    ['/api/import', 'multipart/form-data; boundary=x', form],
    ['/api/import/preview', 'multipart/form-data; boundary=x', form],
    ['/api/personas', 'application/json', '{"name":'],
  ])('%s is logged with 499 at the level of information', async (path, type, body) => {
    lines.length = 0
    await leave(path, type, body)
    await expect.poll(() => lines.some((line) => line.msg === 'request')).toBe(true)
    expect(lines.filter((line) => line.route === path).map(({ level, status }) => [level, status])).toEqual([[30, 499]])
    expect(lines.filter((line) => line.level > 30)).toEqual([])
  })
})
