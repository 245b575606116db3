import { readFileSync, writeFileSync } from 'node:fs'
import { startProcesses } from './processes.js'

export interface Watched {
  /** What the act answered. */
  result: unknown
  /** How long it took. */
  ms: number
  /** How far the memory of the server rose above where it stood before, at its highest. */
  megabytes: number
  /** How long somebody else's `GET /api/auth/me` took meanwhile. */
  others: Times
  /** The same just before, while nothing else was asked of this server: what the machine adds by itself. */
  quiet: Times
}

/** In milliseconds: what 99 of 100 stay below, and the longest. */
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
  /** Runs an act while somebody else goes on using the server; looks at the process from outside. */
  watch(act: () => Promise<unknown>): Promise<Watched>
  stop(): Promise<void>
}

/** Megabytes of a field of /proc/<pid>/status: VmRSS, or VmHWM, the peak since it was last forgotten. */
const megabytesOf = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

function timesOf(times: number[]): Times {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p99: at(0.99), longest: at(1) }
}

/** A `serve` process of its own, watched from outside. */
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

  async function watch(act: () => Promise<unknown>): Promise<Watched> {
    const alone: number[] = []
    for (let i = 0; i < 40; i++) alone.push(await timed())
    const before = megabytesOf(pid, 'VmRSS')
    forgetPeak(pid)
    const times: number[] = []
    let over = false
    const others = (async () => {
      while (!over) {
        times.push(await timed())
        await new Promise((done) => setTimeout(done, 5))
      }
    })()
    const at = performance.now()
    const result = await act()
    const ms = performance.now() - at
    over = true
    await others
    return { result, ms, megabytes: megabytesOf(pid, 'VmHWM') - before, others: timesOf(times), quiet: timesOf(alone) }
  }

  async function timed(): Promise<number> {
    const at = performance.now()
    const { status } = await reader.get('/api/auth/me')
    if (status !== 200) throw new Error(`/api/auth/me answered ${status}`)
    return performance.now() - at
  }

  return { person, anonymous: client(''), watch, stop: () => processes.stop() }
}

/** How many times as long as its processor time a program takes on the machine just now: others have the rest. */
export function slowness(): number {
  const [since, used] = [performance.now(), process.cpuUsage()]
  let ms = 0
  for (; ms < 50; ms = process.cpuUsage(used).user / 1000) for (let i = 0; i < 1e5; i++) Math.sqrt(i)
  return Math.max(1, (performance.now() - since) / ms)
}
