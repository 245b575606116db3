import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp, type App } from '../../src/app.js'
import { newId } from '../../src/lib/uuid.js'
import { startSchedules, type Schedule } from '../../src/operations/schedule.service.js'
import { schedules } from '../../src/schedules.js'
import { startApi, type TestApi } from '../support/api.js'
import { statementsOf } from '../support/statements.js'

/** Does what is due, as a process does at once when it starts. */
const runDue = (...args: Parameters<typeof startSchedules>) => startSchedules(...args).stop()

let api: TestApi
let other: App

beforeAll(async () => {
  api = await startApi()
  // Stands in for a second process on the same database, with its own connection pools.
  other = createApp(api.app.services.config, api.app.services.log, { now: api.clock.now })
})
afterAll(async () => {
  await other.close()
  await api.stop()
})
beforeEach(async () => {
  await api.app.services.db.deleteFrom('schedules').execute()
})

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('periodic work', () => {
  it('is done once a period over all processes, and by one at a time', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const work: Schedule = {
      name: 'test work',
      everySeconds: 60,
      run: async () => {
        runs += 1
        most = Math.max(most, ++running)
        await wait(100)
        running -= 1
      },
    }
    const processes = [api.app.services, other.services, api.app.services, other.services]
    const both = () => Promise.all(processes.map((services) => runDue(services, [work])))
    await both()
    expect([runs, most]).toEqual([1, 1])
    await both()
    expect(runs).toBe(1)
    api.clock.forward(61_000)
    await both()
    expect([runs, most]).toEqual([2, 1])
  })

  it('goes on after a fault, and the fault of one does not stop the next', async () => {
    const done: string[] = []
    const work: Schedule[] = [
      {
        name: 'failing',
        everySeconds: 60,
        run: async () => {
          throw new Error('broken')
        },
      },
      { name: 'good', everySeconds: 60, run: async () => done.push('good') },
    ]
    await runDue(api.app.services, work)
    expect(done).toEqual(['good'])
    api.clock.forward(61_000)
    await runDue(api.app.services, work)
    expect(done).toEqual(['good', 'good'])
  })

  it('starts at once and waits for what is running when it is stopped', async () => {
    let begun = false
    let finished = false
    const { stop } = startSchedules(api.app.services, [
      {
        name: 'slow',
        everySeconds: 60,
        run: async () => {
          begun = true
          await wait(200)
          finished = true
        },
      },
    ])
    // The timeout is shorter than the five seconds until the next period.
    await expect.poll(() => begun, { interval: 10, timeout: 4000 }).toBe(true)
    await stop()
    expect(finished).toBe(true)
  })

  it('removes ended sessions, login attempts after 30 days, imports after a year and idempotency keys after a day, counters of limits at their end, and nothing else (ST-02, U-10, L-02)', async () => {
    const { db } = api.app.services
    const ann = await api.person()
    const now = api.clock.now().getTime()
    const at = (days: number) => new Date(now - days * 86_400_000)
    await db
      .insertInto('sessions')
      .values({ id: newId(), userId: ann.id, tokenHash: 'x', tokenTail: 'x', expiresAt: at(0.001) })
      .execute()
    for (const days of [29, 31])
      await db
        .insertInto('loginAttempts')
        .values({ id: newId(), username: `u${days}`, success: false, failedAt: at(days) })
        .execute()
    for (const days of [364, 366])
      await db
        .insertInto('importHistory')
        .values({
          id: newId(),
          filename: `${days}.jsonl`,
          importedBy: ann.id,
          importOptions: '{}',
          result: '{}',
          success: true,
          createdAt: at(days),
        })
        .execute()
    for (const days of [0.9, 1.1])
      await db
        .insertInto('idempotencyKeys')
        .values({ userId: ann.id, key: `k${days}`, requestHash: 'h', createdAt: at(days) })
        .execute()
    await db
      .insertInto('rateLimits')
      .values([
        { key: 'over', points: 3, expire: Date.now() - 1000 },
        { key: 'open', points: 3, expire: Date.now() + 60_000 },
      ])
      .execute()
    await runDue(api.app.services, schedules)
    expect(
      (await db.selectFrom('sessions').select('tokenHash').where('userId', '=', ann.id).execute()).map(
        (row) => row.tokenHash,
      ),
    ).not.toContain('x')
    expect((await ann.get('/api/videos')).status).toBe(200)
    expect(await db.selectFrom('loginAttempts').select('username').where('username', 'like', 'u__').execute()).toEqual([
      { username: 'u29' },
    ])
    const { body: history } = await ann.get('/api/import/history')
    expect(history.imports.map((one: { filename: string }) => one.filename)).toEqual(['364.jsonl'])
    expect(await db.selectFrom('idempotencyKeys').select('key').execute()).toEqual([{ key: 'k0.9' }])
    expect(await db.selectFrom('rateLimits').select('key').execute()).toEqual([{ key: 'open' }])
    const names = (await db.selectFrom('schedules').select('name').execute()).map((row) => row.name)
    expect(names.sort()).toEqual(schedules.map((one) => one.name).sort())
  })

  it('removes old rows in statements of some thousand, however many there are', async () => {
    const { db } = api.app.services
    await sql`insert into login_attempts (id, username, success, failed_at)
      select gen_random_uuid(), 'storm', false, now() - interval '40 days' from generate_series(1, 12000)`.execute(db)
    const { statements } = await statementsOf(() => runDue(api.app.services, schedules))
    const deletes = statements.filter((text) => /delete\s+from "?login_attempts/i.test(text))
    expect(deletes.length).toBe(3)
    expect(await db.selectFrom('loginAttempts').select('id').where('username', '=', 'storm').execute()).toEqual([])
  })
})
