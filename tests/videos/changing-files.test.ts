import { connect, type Socket } from 'node:net'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoIdOf } from '../../src/videos/metadata.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'
import { videoFolder } from './support.js'

// The server runs in this process, and so it can send no more while a file is changed: what the kernel and the streams
// hold by then is far less than the file.
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

/** A file without content, which takes no place on the disk, as a video. */
async function bigVideo(name: string) {
  const path = join(videoFolder(api), name)
  writeFileSync(path, '')
  truncateSync(path, size)
  await made(admin.post('/api/videos/sync'))
  return { path, stream: `/api/videos/${videoIdOf(name)}/stream` }
}

/** A connection of a client, and how it asks for something. */
function connection() {
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const ask = (path: string, more = '') =>
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\ncookie: ${admin.cookie}\r\n${more}\r\n`)
  return { socket, ask }
}

/**
 * Reads an answer: its head and how many bytes came beyond those that it promised. `begun` runs when the head is there.
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
    // A connection that is reset is closed as well.
    socket.on('error', () => undefined).once('close', () => (closed = true))
    socket.once('data', () => truncateSync(path, megabyte))
    socket.on('data', (chunk: Buffer) => (bytes += chunk.length))
    ask(stream)
    // One that stood open behind an answer would be closed after 72 s.
    await expect.poll(() => closed).toBe(true)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(size)
    rmSync(path)
  })
})
