import { connect, type Socket } from 'node:net'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoIdOf } from '../../src/videos/files/metadata.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { videoFolder } from './support.js'

// The server runs in this process, so it cannot send while a test changes a file synchronously. The buffers of kernel
// and streams hold far less than the file.
const megabyte = 1024 * 1024
const size = 64 * megabyte

let api: TestApi
let admin: Person
const sockets: Socket[] = []

beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await api.stop()
})

/** Makes a sparse file, which takes no space on the disk, and registers it as a video. */
async function bigVideo(name: string) {
  const path = join(videoFolder(api), name)
  writeFileSync(path, '')
  truncateSync(path, size)
  await made(admin.post('/api/videos/sync'))
  return { path, stream: `/api/videos/${videoIdOf(name)}/stream` }
}

/** Opens a client connection; `ask` sends a GET request on it. */
function connection() {
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const ask = (path: string, more = '') =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${admin.cookie}\r\n${more}\r\n`)
  return { socket, ask }
}

/**
 * Reads a response; returns its head and how many bytes came beyond its Content-Length. Calls `begun` when the head has
 * arrived.
 */
async function readAnswer(chunks: AsyncIterator<Buffer>, begun: () => void = () => undefined) {
  const next = async () => {
    const { done, value } = await chunks.next()
    if (done) throw new Error('The connection was closed in the middle of an answer')
    return value
  }
  let text: Buffer = await next()
  while (!text.includes('\r\n\r\n')) text = Buffer.concat([text, await next()])
  begun()
  const end = text.indexOf('\r\n\r\n')
  const head = text.toString('latin1', 0, end)
  let missing = Number(/^content-length: (\d+)/im.exec(head)?.[1]) - (text.length - end - 4)
  while (missing > 0) missing -= (await next()).length
  return { head, beyond: 0 - missing }
}

describe('a stream of a video', () => {
  it('has as many bytes of a growing file as it promised, and the next answer comes behind them (V-09)', async () => {
    const { path, stream } = await bigVideo('grows.mp4')
    const { socket, ask } = connection()
    const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    ask(stream)
    const whole = await readAnswer(chunks, () => truncateSync(path, size + megabyte))
    expect(whole.head).toMatch(/^HTTP\/1\.1 200 /)
    expect(whole.head).toMatch(new RegExp(`^content-length: ${size}$`, 'im'))
    expect(whole.beyond).toBe(0)
    ask(stream, 'range: bytes=0-9\r\n')
    const part = await readAnswer(chunks)
    expect(part.head).toMatch(/^HTTP\/1\.1 206 /)
    expect(part.head).toMatch(new RegExp(`^content-range: bytes 0-9/${size + megabyte}$`, 'im'))
    expect(part.beyond).toBe(0)
    rmSync(path)
  })

  it('ends with its connection when the file is cut meanwhile: the client does not wait for the rest', async () => {
    const { path, stream } = await bigVideo('cut.mp4')
    const { socket, ask } = connection()
    let [bytes, closed] = [0, false]
    // A reset of the connection counts as closing it.
    socket.on('error', () => undefined).once('close', () => (closed = true))
    socket.once('data', () => truncateSync(path, megabyte))
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
    ask(stream)
    // An idle keep-alive connection would only be closed after 72 s.
    await expect.poll(() => closed).toBe(true)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(size)
    rmSync(path)
  })
})
