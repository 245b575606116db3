import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { annotation, entity, sequence } from './lines.js'
import { importLines } from './support.js'

const far = annotation({ boundingBoxSequence: sequence([0, 2_147_000_000]) })
const long = annotation({ boundingBoxSequence: sequence([0, 3_000_000]) })

/** Starts a server with a single place for exports, so that each test can wait for the time limits beside the others. */
async function start({ onTestFinished }: TestContext) {
  const api = await startApi({ EXPORT_CONCURRENCY: '1', EXPORT_CONCURRENCY_PER_USER: '1' })
  onTestFinished(() => api.stop())
  const [ann, ben] = [await api.person(), await api.person()]
  expect((await importLines(ann, [entity('e1'), long])).body.success).toBe(true)
  const running = () => api.app.services.admission.counts('export').running
  return { ann, ben, running, readSlowly: (bytesPerSecond: number) => readSlowly(api, ann, bytesPerSecond) }
}

/** Begins an export of some 400 MB and reads so many bytes of it in a second, in ten steps. */
function readSlowly(api: TestApi, who: Person, bytesPerSecond: number) {
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(`GET /api/export?includeInterpolated=true HTTP/1.1\r\nhost: x\r\ncookie: ${who.cookie}\r\n\r\n`)
  socket.pause()
  let bytes = 0
  const timer = setInterval(() => {
    bytes += (socket.read(bytesPerSecond / 10) as Buffer | null)?.length ?? 0
  }, 100)
  socket.once('close', () => clearInterval(timer))
  return { socket, bytes: () => bytes }
}
const ask = (who: Person) => who.get('/api/export/personas')

describe.concurrent('an export whose client reads slowly', () => {
  it('keeps its place while nobody else wants it, and loses it soon when somebody does', async (test) => {
    const { ben, running, readSlowly } = await start(test)
    const slow = readSlowly(4_000)
    await expect.poll(running).toBe(1)
    await sleep(3000)
    expect(running()).toBe(1)
    expect((await ask(ben)).status).toBe(429)
    // As long as `Retry-After` says, a few times.
    await expect.poll(async () => (await ask(ben)).status, { timeout: 25_000, interval: 2_000 }).toBe(200)
    slow.socket.destroy()
  })

  it('keeps its place also then where it takes more than CLIENT_LEAST_PACE', async (test) => {
    const { ben, running, readSlowly } = await start(test)
    const steady = readSlowly(2_000_000)
    await expect.poll(running).toBe(1)
    for (let second = 0; second < 14; second++) {
      expect((await ask(ben)).status).toBe(429)
      await sleep(1000)
    }
    expect(steady.socket.destroyed).toBe(false)
    expect(running()).toBe(1)
    expect(steady.bytes()).toBeGreaterThan(10_000_000)
    steady.socket.destroy()
    await expect.poll(running, { timeout: 10_000 }).toBe(0)
  })
})

describe('an export that would interpolate one annotation over 2,147,000,000 frames', () => {
  it('is refused before it begins, with the way out; the keyframes alone are exported', async (test) => {
    const { ben, running } = await start(test)
    expect((await importLines(ben, [entity('e1'), far])).body.success).toBe(true)
    const { status, body } = await ben.get('/api/export?includeInterpolated=true')
    expect({ status, body }).toMatchObject({ status: 413, body: { code: 'COST_LIMIT', limit: 'frames' } })
    expect(body.hint).toContain('includeInterpolated')
    expect(body.requested).toBeGreaterThan(2_000_000_000)
    expect((await ben.get('/api/export')).text.trim().split('\n')).toHaveLength(1)
    expect(running()).toBe(0)
  })
})
