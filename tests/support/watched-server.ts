import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startReading } from '../../bench/other-reader.mjs'
import { startProcesses } from './processes.js'

/** Milliseconds between two reads of the other user, so that measuring does not itself occupy the server. */
const pauseMs = 5
/** For how many milliseconds the other user reads alone. */
const quietMs = 400

export interface Watched {
  /** What `act` returned. */
  result: unknown
  /** How long it took, in milliseconds. */
  ms: number
  /** How far the resident memory of the server rose, from just before to its peak. */
  megabytes: number
  /** How long `GET /api/auth/me` took for another user meanwhile. */
  others: Times
  /** The same just before, with no other request to this server: the baseline of the machine. */
  quiet: Times
}

/** In milliseconds: the 99th percentile and the maximum. */
export interface Times {
  count: number
  p99: number
  longest: number
}

export interface Client {
  cookie: string
  graph(query: string, variables?: Record<string, unknown>): Promise<{ data?: any; errors?: any[]; extensions?: any }>
  get(path: string): Promise<{ status: number; body: any; bytes: number }>
  importLines(lines: readonly unknown[]): Promise<any>
}

export interface WatchedServer {
  person(name: string): Promise<Client>
  anonymous: Client
  url: string
  databaseUrl: string
  /** Runs `act` while another user keeps reading from the server, and measures the process from outside. */
  watch(act: () => Promise<unknown>): Promise<Watched>
  stop(): Promise<void>
}

/** Reads VmRSS or VmHWM from /proc/<pid>/status in megabytes; VmHWM is the peak since it was last reset. */
const megabytesOf = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

function timesOf(times: number[]): Times {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p99: at(0.99), longest: at(1) }
}

/** Starts a separate `serve` process and measures it from outside. */
export async function startWatchedServer(env: Record<string, string> = {}): Promise<WatchedServer> {
  const processes = await startProcesses(1, { ALLOW_REGISTRATION: 'true', RATE_LIMIT_DISABLED: 'true', ...env })
  const url = processes.urls[0]!
  const pid = processes.pids[0]!

  function client(cookie: string): Client {
    const headers = { ...(cookie && { cookie }) }
    return {
      cookie,
      async graph(query, variables) {
        const response = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables }),
        })
        return JSON.parse(await response.text())
      },
      async get(path) {
        const response = await fetch(url + path, { headers })
        const text = await response.text()
        return { status: response.status, body: JSON.parse(text), bytes: text.length }
      },
      async importLines(lines) {
        const form = new FormData()
        form.append('file', new Blob(lines.map((line) => JSON.stringify(line) + '\n')), 'lines.jsonl')
        const response = await fetch(`${url}/api/import`, { method: 'POST', headers, body: form })
        const body = (await response.json()) as { success?: boolean }
        if (response.status !== 200 || !body.success)
          throw new Error(`the import answered ${response.status}: ${JSON.stringify(body).slice(0, 500)}`)
        return body
      },
    }
  }

  async function person(name: string): Promise<Client> {
    const response = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username: name,
        password: 'password-1-of-many',
        displayName: name,
        email: `${name}@x.test`,
      }),
    })
    if (!response.ok) throw new Error(`registering answered ${response.status}: ${await response.text()}`)
    return client(response.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }

  const reader = await person('reader')

  /**
   * The other user reads on a thread of its own: taking in and decoding an answer of 60 MB keeps the thread of `act`
   * busy for some 200 ms, which would count as time of the server.
   */
  async function watch(act: () => Promise<unknown>): Promise<Watched> {
    const alone = await startReading(url, reader.cookie, pauseMs)
    await sleep(quietMs)
    const quiet = timesOf(await alone.stop())
    const before = megabytesOf(pid, 'VmRSS')
    forgetPeak(pid)
    const beside = await startReading(url, reader.cookie, pauseMs)
    const at = performance.now()
    const result = await act()
    const ms = performance.now() - at
    const others = timesOf(await beside.stop())
    return { result, ms, megabytes: megabytesOf(pid, 'VmHWM') - before, others, quiet }
  }

  return { person, anonymous: client(''), url, databaseUrl: processes.databaseUrl, watch, stop: () => processes.stop() }
}
