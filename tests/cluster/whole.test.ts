import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inRandomRounds, openLedger, seeded } from '../../bench/ledger.mjs'
import type { Part } from './part.js'
import { askRedis } from './redis.js'
import { adminPassword, startWhole, type Whole } from './whole.js'

/** How many minutes to kill parts; for a long run: `CHAOS_MINUTES=20 SUITES=whole tests/cluster/run`. */
const minutes = Number(process.env['CHAOS_MINUTES'] ?? 2)
const seed = Number(process.env['CHAOS_SEED'] ?? 1)

/**
 * The parts that are killed, and for how many seconds after that requests may fail. One of these seconds passes before
 * the part is started again.
 */
const secondsOfErrors = {
  'an API': 5,
  'a worker': 0,
  'the model service': 0,
  'the primary': 10,
  'a standby': 2,
  PgBouncer: 5,
  'HAProxy before the database': 5,
  'the primary Redis': 10,
  'a replica of Redis': 2,
  'a sentinel': 2,
} as const

type Victim = keyof typeof secondsOfErrors

interface Kill {
  victim: Victim
  /** The requests that failed, each with the time since the kill. */
  failed: string[]
  /** Seconds from the kill to the last failure. */
  seconds: number
}

describe('a whole cluster whose parts are killed at random', () => {
  let whole: Whole
  beforeAll(async () => {
    whole = await startWhole()
  })
  afterAll(() => whole.stop())

  it('does the main job from one end to the other', async () => {
    const { code, output } = await new Promise<{ code: number; output: string }>((done) => {
      const env = { ...process.env, PARALLAX_URL: whole.url, ADMIN_PASSWORD: adminPassword }
      execFile(process.execPath, ['examples/demo/demo.mjs'], { env }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      )
    })
    expect([code, output]).toEqual([0, expect.stringContaining('Nothing was lost')])
  })

  it('loses no acknowledged write, shows nobody an old or a foreign one, and ends each job once', async () => {
    const random = seeded(seed)
    const ledger = openLedger(whole.url)
    ledger.cookie = await ledger.signIn('admin', adminPassword)
    const stranger = { username: 'stranger', displayName: 'Stranger', password: 'Password-of-a-stranger-1' }
    expect((await ledger.request('POST', '/api/admin/users', stranger)).status).toBe(201)
    ledger.stranger = await ledger.signIn(stranger.username, stranger.password)
    // Remove what the first test left behind, which is not in the ledger.
    await whole.database.query(`delete from jobs where status = 'completed'`)
    await whole.database.query('delete from import_history')
    const end = await ledger.begin({ writes: 10, imports: 1, exports: 0.5, jobs: 0.5 })
    const rows: Kill[] = []
    const until = Date.now() + minutes * 60_000
    for (const victim of inRandomRounds(Object.keys(secondsOfErrors) as Victim[], random)) {
      if (Date.now() > until) break
      await sleep(1000 + random() * 2000)
      const failedBefore = ledger.failures.length
      const killed = performance.now()
      await killAndReplace(whole, victim, random)
      const last = () => ledger.failures.at(-1)?.at ?? 0
      while (performance.now() - Math.max(killed, last()) < 2000 && performance.now() - killed < 60_000) await sleep(50)
      const failed = ledger.failures.slice(failedBefore)
      const after = failed.map(({ at, what }) => `${((at - killed) / 1000).toFixed(1)} s: ${what}`)
      rows.push({ victim, failed: after, seconds: after.length > 0 ? (last() - killed) / 1000 : 0 })
    }
    await end()
    const open = `select count(*)::int as count from jobs where status not in ('completed', 'failed')`
    await expect.poll(async () => (await whole.database.query(open))[0]?.['count'], { timeout: 180_000 }).toBe(0)
    console.log([tableOf(rows), ...ledger.report()].join('\n'))
    expect(await ledger.findings(whole.database.query)).toEqual([])
    expect(rows.filter(({ victim, seconds }) => seconds > secondsOfErrors[victim])).toEqual([])
    expect(ledger.counts.readBack).toBeGreaterThan(minutes * 100)
    expect(ledger.counts.lookedAtByStranger).toBeGreaterThan(minutes * 100)
  })
})

async function killAndReplace(whole: Whole, victim: Victim, random: () => number): Promise<void> {
  const replace = async (part: Part) => {
    await part.kill()
    await sleep(1000)
    await part.start()
  }
  // The sentinels may still be giving the roles of the last kill.
  const roleIs = async (role: string) => {
    for (const until = Date.now() + 60_000; Date.now() < until; await sleep(200))
      for (const one of whole.redis) if ((await askRedis(one, 'role')).startsWith(role)) return one
    throw new Error(`there is no ${role} among the three Redis`)
  }
  const any = (parts: readonly Part[]) => parts[Math.floor(random() * parts.length)]!
  const acts: Record<Victim, () => Promise<void>> = {
    'an API': () => replace(any(whole.apis)),
    'a worker': () => replace(any(whole.workers)),
    'the model service': () => replace(whole.modelService),
    'the primary': whole.database.killPrimary,
    'a standby': whole.database.killStandby,
    PgBouncer: () => replace(whole.pooler),
    'HAProxy before the database': () => replace(whole.database.proxy),
    'the primary Redis': async () => {
      const former = await roleIs('master')
      await former.kill()
      // The sentinels elect a new primary before this one is back, as they would when a machine fails.
      await sleep(4000)
      await former.start()
      await sleep(2000)
    },
    'a replica of Redis': async () => replace(await roleIs('slave')),
    'a sentinel': () => replace(any(whole.sentinels)),
  }
  await acts[victim]()
}

function tableOf(rows: readonly Kill[]): string {
  const lines = (Object.keys(secondsOfErrors) as Victim[]).map((victim) => {
    const own = rows.filter((row) => row.victim === victim)
    const seconds = own.map((row) => row.seconds)
    const failed = own.reduce((sum, row) => sum + row.failed.length, 0)
    const worst = seconds.length > 0 ? Math.max(...seconds).toFixed(1) : '-'
    return `${victim.padEnd(30)} ${String(own.length).padStart(5)} ${String(failed).padStart(12)} ${worst.padStart(16)}`
  })
  return ['killed                         times  acts failed  worst seconds', ...lines].join('\n')
}
