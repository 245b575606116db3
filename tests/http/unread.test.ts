import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'

const megabyte = 1024 * 1024

describe('a form that is refused before it was read to its end', () => {
  let api: TestApi
  let ann: Person
  beforeAll(async () => {
    api = await startApi()
    ann = await api.person()
  })
  afterAll(() => api.stop())

  const part = '--x\r\ncontent-disposition: form-data; name="options"; filename="options.json"\r\n\r\n'
  const form = (bytes: number) => `${part}${' '.repeat(bytes)}\r\n--x--\r\n`
  const type = 'multipart/form-data; boundary=x'

  it('is answered while its sender still sends, and the connection ends behind the answer', async () => {
    const { hostname, port } = new URL(api.url)
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    const seen = { text: '', ended: false, error: undefined as Error | undefined }
    socket.on('data', (chunk) => (seen.text += chunk.toString()))
    socket.on('end', () => (seen.ended = true))
    socket.on('error', (error) => (seen.error = error))
    const head = [
      'POST /api/import HTTP/1.1',
      'host: x',
      `content-type: ${type}`,
      `content-length: ${64 * megabyte}`,
      `cookie: ${ann.cookie}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${part}${' '.repeat(2 * megabyte)}`)
    await expect.poll(() => seen.ended, { timeout: 10_000 }).toBe(true)
    expect(seen.text).toMatch(/^HTTP\/1\.1 400 /)
    expect(seen.text).toMatch(/\r\nconnection: close\r\n/i)
    expect(seen.text).toContain('options is too long')
    expect(seen.error).toBeUndefined()
    const until = performance.now() + 10_000
    for (; !socket.destroyed && performance.now() < until; await pause(50)) socket.write(' '.repeat(1024))
    expect(socket.destroyed).toBe(true)
  })

  it('does not take the next request of its sender down with it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (method: string, path: string, body?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { cookie: ann.cookie, ...(body && { 'content-type': type, 'content-length': body.length }) }
        const asked = request(new URL(path, api.url), { agent, method, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode))
        })
        asked.once('error', reject).end(body)
      })
    try {
      for (const bytes of [megabyte + 1, 2 * megabyte, 3 * megabyte, 8 * megabyte]) {
        expect(await ask('POST', '/api/import', form(bytes))).toBe(400)
        const until = performance.now() + 700
        while (performance.now() < until) expect(await ask('GET', '/api/auth/me')).toBe(200)
        await pause(1)
      }
    } finally {
      agent.destroy()
    }
  })
})
