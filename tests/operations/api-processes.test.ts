import { execFileSync } from 'node:child_process'
import { Agent, get as httpGet, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onConnection } from '../../src/database/driver/on-connection.js'
import { personAt, type Person } from '../support/api.js'
import { startProcesses, type Processes } from '../support/processes.js'
import { made } from '../support/workspace.js'

describe('an API of two processes on one port', () => {
  const perUser = 2
  const allowed = 60
  let all: Processes
  let url: string
  let ann: Person

  beforeAll(async () => {
    const limits = { EXPORT_CONCURRENCY_PER_USER: String(perUser), RATE_LIMIT_MAX: String(allowed), TRUST_PROXY: '1' }
    all = await startProcesses(1, { API_PROCESSES: '2', ...limits })
    url = all.urls[0]!
    await vi.waitFor(() => expect(processes()).toHaveLength(2), { timeout: 20_000, interval: 100 })
    await untilBothServe()
    ann = personAt(url, all.adminCookie, '', 'admin')
    const { id } = await made(ann.post('/api/personas', { name: 'p', role: 'r', informationNeed: 'i' }, from('setup')))
    // About 40 MB of personas, so that an export that is not read stays open.
    const { rowCount } = await onConnection({ connectionString: all.databaseUrl }, (client) =>
      client.query(
        `insert into personas
         select (jsonb_populate_record(
                  p, jsonb_build_object('id', gen_random_uuid(), 'information_need', repeat('dust ', 20000)))).*
           from personas p, generate_series(1, 400) where p.id = $1`,
        [id],
      ),
    )
    expect(rowCount).toBe(400)
  })
  afterAll(() => all.stop())

  const processes = () =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(all.pids[0])], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.trim())
      .map(Number)
  /** Gives a request its own client address, so that limits by address count it apart. */
  /** Headers of a client whose address is made from a name, the same for the same name. */
  const from = (name: string) => ({
    'x-forwarded-for': `203.0.113.${[...name].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 251, 7)}`,
  })

  /** Sends a request on a new connection; connections go to the processes in turn. */
  const alone = (path: string, headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const agent = new Agent({ keepAlive: false })
      httpGet(url + path, { agent, headers: { cookie: all.adminCookie, ...headers } }, resolve).on('error', reject)
    })
  const statusOf = async (path: string, address: string) => {
    const response = await alone(path, from(address))
    // Read to the end, because an export occupies its slot until then.
    await finished(response.resume())
    return response.statusCode
  }
  async function untilBothServe() {
    for (let calm = 0; calm < 10; calm++) {
      const answered = await statusOf('/api/health', 'health').catch(() => 0)
      if (answered !== 200) calm = 0
    }
  }

  it('has as many exports of one person at once as one process has, however they are spread', async () => {
    const exports = Array.from({ length: 6 }, () => alone('/api/export/all', from('exports')))
    const answers = await Promise.all(exports)
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429, 429, 429])
    for (const answer of answers) answer.destroy()
    // The slots of clients that hung up are free again.
    await expect.poll(() => statusOf('/api/export', 'exports')).toBe(200)
  })

  it('lets a client address have its requests once, however its connections are spread', async () => {
    const statuses: (number | undefined)[] = []
    // In waves, because what one process counts reaches the other with a short delay.
    for (let wave = 0; wave < 10; wave++) {
      statuses.push(...(await Promise.all(Array.from({ length: 12 }, () => statusOf('/api/config', 'flood')))))
      await sleep(120)
    }
    const passed = statuses.filter((status) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(allowed)
    expect(passed).toBeLessThanOrEqual(allowed + 12)
    expect(await statusOf('/api/config', 'somebody else')).toBe(200)
  })

  it('serves on when one of them is killed, starts another one, and frees the places of the dead', async () => {
    const open = [await alone('/api/export/all', from('kill')), await alone('/api/export/all', from('kill'))]
    expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    for (const one of open) one.on('error', () => undefined)
    const [first] = processes()
    process.kill(first!, 'SIGKILL')
    // Requests on their way to the killed process are answered too.
    const during = await Promise.all(Array.from({ length: 10 }, () => statusOf('/api/health', 'health')))
    expect(during).toEqual(Array(10).fill(200))
    await expect.poll(() => processes().filter((pid) => pid !== first).length, { timeout: 20_000 }).toBe(2)
    await expect.poll(() => statusOf('/api/export', 'kill'), { timeout: 10_000 }).toBe(200)
    for (const one of open) one.destroy()
    expect(all.ends).toEqual([])
  })

  it('ends with code 0 when it is told to stop, all of it', async () => {
    const before = processes()
    process.kill(all.pids[0]!, 'SIGTERM')
    await expect.poll(() => all.ends, { timeout: 20_000 }).toEqual(['exit code 0'])
    const left = before.filter((pid) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    })
    expect(left).toEqual([])
  })
})
