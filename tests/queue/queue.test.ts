import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openQueue, openWorkers } from '../../src/queue/queue.js'
import type { Queue, QueueHandler } from '../../src/queue/queue.js'
import { postgresStore, redisMissing, redisStore } from './stores.js'
import type { Store } from './stores.js'
import { slowness } from '../support/pace.js'

const reason = redisMissing()
if (reason !== undefined) console.warn(reason)

const queueNames = ['video-summarization', 'claim-extraction', 'claim-synthesis']
const stores = [
  { name: 'Postgres', open: postgresStore, skip: false },
  { name: 'Redis', open: redisStore, skip: reason !== undefined },
]

for (const { name, open, skip } of stores) {
  // One store beside the other: both wait most of the time.
  describe.skipIf(skip)(`queue on ${name}`, { concurrent: true }, () => {
    let store: Store
    let opened: { close(): Promise<void> }[] = []
    const log = { warn: vi.fn() }

    const producer = (): Queue => keep(openQueue(store.config, queueNames, log))
    const work = (handle: (jobId: string) => Promise<void>, options: Partial<QueueHandler> = {}) => {
      const idle: QueueHandler = { concurrency: 1, perMinute: null, handle: () => Promise.resolve() }
      const handlers: Record<string, QueueHandler> = {
        'video-summarization': { ...idle, ...options, handle },
        'claim-extraction': idle,
        'claim-synthesis': idle,
      }
      return keep(openWorkers(store.config, handlers, log))
    }
    const keep = <Item extends { close(): Promise<void> }>(item: Item): Item => {
      opened.push(item)
      return item
    }

    beforeAll(async () => {
      store = await open()
    })
    afterEach(async () => {
      const boards = openQueue(store.config, queueNames, log)
      for (const board of boards.boards()) await board.obliterate({ force: true })
      opened.push(boards)
      await Promise.all(opened.map((item) => item.close()))
      opened = []
      log.warn.mockClear()
    })
    afterAll(async () => {
      await store.stop()
    })

    it.sequential('hands the id of an enqueued job to the handler', async () => {
      const handled: string[] = []
      const queue = producer()
      work((id) => Promise.resolve(void handled.push(id)))
      const id = randomUUID()
      await queue.enqueue('video-summarization', id)
      await vi.waitFor(() => expect(handled).toEqual([id]), 5000)
    })

    it.sequential('keeps the queues apart', async () => {
      const handled: string[] = []
      const queue = producer()
      await queue.enqueue('claim-extraction', randomUUID())
      work((id) => Promise.resolve(void handled.push(id)))
      const own = randomUUID()
      await queue.enqueue('video-summarization', own)
      await vi.waitFor(() => expect(handled).toEqual([own]), 5000)
    })

    it.sequential('keeps one entry when the same attempt is enqueued twice', async () => {
      const handled: string[] = []
      const queue = producer()
      const [id, last] = [randomUUID(), randomUUID()]
      await queue.enqueue('video-summarization', id)
      await queue.enqueue('video-summarization', id)
      await queue.enqueue('video-summarization', last)
      work((job) => Promise.resolve(void handled.push(job)))
      await vi.waitFor(() => expect(handled).toContain(last), 5000)
      expect(handled).toEqual([id, last])
    })

    it.sequential('J-02: starts a second attempt after its delay', async () => {
      const times: number[] = []
      const queue = producer()
      work(() => Promise.resolve(void times.push(Date.now())))
      const id = randomUUID()
      await queue.enqueue('video-summarization', id)
      await vi.waitFor(() => expect(times).toHaveLength(1), 5000)
      const asked = Date.now()
      await queue.enqueue('video-summarization', id, { attempt: 2, delayMs: 700 })
      await vi.waitFor(() => expect(times).toHaveLength(2), 5000)
      expect((times[1] ?? 0) - asked).toBeGreaterThanOrEqual(690)
    })

    it.sequential('knows a job while it waits, is delayed or runs, and not before or after', async () => {
      const queue = producer()
      const [id, delayed] = [randomUUID(), randomUUID()]
      expect(await queue.isKnown('video-summarization', id, 1)).toBe(false)
      await queue.enqueue('video-summarization', id)
      await queue.enqueue('video-summarization', delayed, { delayMs: 60_000 })
      expect(await queue.isKnown('video-summarization', id, 1)).toBe(true)
      expect(await queue.isKnown('video-summarization', id, 2)).toBe(false)
      expect(await queue.isKnown('video-summarization', delayed, 1)).toBe(true)
      let end: () => void = () => undefined
      const running = vi.fn(
        () =>
          new Promise<void>((done) => {
            end = done
          }),
      )
      work(running)
      await vi.waitFor(() => expect(running).toHaveBeenCalled(), 5000)
      expect(await queue.isKnown('video-summarization', id, 1)).toBe(true)
      end()
      await vi.waitFor(async () => expect(await queue.isKnown('video-summarization', id, 1)).toBe(false), 5000)
    })

    it.sequential('J-05: accepts an attempt again that it has finished with, for a row that was left over', async () => {
      const handled: string[] = []
      const queue = producer()
      work((id) => Promise.resolve(void handled.push(id)))
      const id = randomUUID()
      await queue.enqueue('video-summarization', id)
      await vi.waitFor(
        async () => expect([handled.length, await queue.isKnown('video-summarization', id, 1)]).toEqual([1, false]),
        5000,
      )
      await queue.enqueue('video-summarization', id)
      await vi.waitFor(() => expect(handled).toEqual([id, id]), 5000)
    })

    it.sequential('goes on after a handler that fails, and leaves repeating to the caller', async () => {
      const handled: string[] = []
      const queue = producer()
      const [bad, good] = [randomUUID(), randomUUID()]
      work((id) => {
        handled.push(id)
        return id === bad ? Promise.reject(new Error('no')) : Promise.resolve()
      })
      await queue.enqueue('video-summarization', bad)
      await queue.enqueue('video-summarization', good)
      await vi.waitFor(() => expect(handled).toEqual([bad, good]), 5000)
      await vi.waitFor(async () => expect(await queue.isKnown('video-summarization', bad, 1)).toBe(false), 5000)
      await sleep(300)
      expect(handled).toEqual([bad, good])
    })

    it.sequential('J-03: runs no more handlers at once than the concurrency says', async () => {
      let [running, most, done] = [0, 0, 0]
      let release = () => undefined as void
      const free = new Promise<void>((resolve) => (release = resolve))
      const queue = producer()
      work(
        async () => {
          running += 1
          most = Math.max(most, running)
          await free
          running -= 1
          done += 1
        },
        { concurrency: 3 },
      )
      for (let n = 0; n < 8; n += 1) await queue.enqueue('video-summarization', randomUUID())
      await vi.waitFor(() => expect(running).toBe(3), 8000)
      // Time enough for a fourth handler to begin, if it were allowed.
      await sleep(300)
      expect(running).toBe(3)
      release()
      await vi.waitFor(() => expect(done).toBe(8), 8000)
      expect(most).toBe(3)
    })

    it.sequential('J-03: starts no more jobs in a minute than the cap says', async () => {
      const handled: string[] = []
      const queue = producer()
      for (let n = 0; n < 4; n += 1) await queue.enqueue('video-summarization', randomUUID())
      work((id) => Promise.resolve(void handled.push(id)), { concurrency: 5, perMinute: 2 })
      await vi.waitFor(() => expect(handled).toHaveLength(2), 5000)
      await sleep(1500)
      expect(handled).toHaveLength(2)
    })

    it.sequential('CF-12: closing waits for the handler that runs', async () => {
      let ended = false
      const queue = producer()
      const started = vi.fn()
      const workers = work(async () => {
        started()
        await sleep(800)
        ended = true
      })
      await queue.enqueue('video-summarization', randomUUID())
      await vi.waitFor(() => expect(started).toHaveBeenCalled(), 5000)
      await workers.close()
      expect(ended).toBe(true)
    })

    it.sequential('CF-09: opens while the store is away, refuses soon, and works once it is back', async () => {
      await store.cut()
      const handled: string[] = []
      const queue = producer()
      work((id) => Promise.resolve(void handled.push(id)))
      const asked = Date.now()
      await expect(queue.enqueue('video-summarization', randomUUID())).rejects.toThrow(/queue store/)
      expect(Date.now() - asked).toBeLessThan(3000 * slowness())
      expect(await queue.ping()).toBe(false)
      await store.restore()
      await vi.waitFor(async () => expect(await queue.ping()).toBe(true), 10_000)
      const id = randomUUID()
      await queue.enqueue('video-summarization', id)
      await vi.waitFor(() => expect(handled).toEqual([id]), 15_000)
    })

    it.sequential('CF-09: survives a store that goes away and comes back, and says so without flooding the log', async () => {
      const handled: string[] = []
      const queue = producer()
      work((id) => Promise.resolve(void handled.push(id)))
      const [first, second] = [randomUUID(), randomUUID()]
      await queue.enqueue('video-summarization', first)
      await vi.waitFor(() => expect(handled).toEqual([first]), 5000)
      await store.cut()
      const asked = Date.now()
      await expect(queue.enqueue('video-summarization', second)).rejects.toThrow()
      expect(Date.now() - asked).toBeLessThan(4500 * slowness())
      await sleep(2500)
      await store.restore()
      await vi.waitFor(async () => expect(await queue.ping()).toBe(true), 10_000)
      await queue.enqueue('video-summarization', second)
      await vi.waitFor(() => expect(handled).toEqual([first, second]), 15_000)
      expect(log.warn.mock.calls.length).toBeGreaterThan(0)
      expect(log.warn.mock.calls.length).toBeLessThan(20)
    })

    it.sequential('CF-09: finds a job that was enqueued while the worker could not hear of it', async () => {
      const handled: string[] = []
      const queue = producer()
      work((id) => Promise.resolve(void handled.push(id)))
      const first = randomUUID()
      await queue.enqueue('video-summarization', first)
      await vi.waitFor(() => expect(handled).toEqual([first]), 5000)
      await store.cut()
      await store.restore()
      const second = randomUUID()
      await vi.waitFor(() => queue.enqueue('video-summarization', second), 10_000)
      await vi.waitFor(() => expect(handled).toEqual([first, second]), 15_000)
    })

    it.sequential('closes in time while the store is away', async () => {
      const queue = producer()
      const workers = work(() => Promise.resolve())
      await vi.waitFor(async () => expect(await queue.ping()).toBe(true), 5000)
      await store.cut()
      const asked = Date.now()
      await Promise.all([queue.close(), workers.close()])
      expect(Date.now() - asked).toBeLessThan(6000 * slowness())
      await store.restore()
    })

    it.skipIf(name === 'Redis').sequential(
      'closes when the database ends its connections at this very moment',
      async () => {
        const thrown: unknown[] = []
        const onThrown = (error: unknown) => void thrown.push(error)
        process.on('uncaughtException', onThrown)
        const other = new pg.Client({ connectionString: store.config.databaseUrl })
        await other.connect()
        try {
          for (let round = 0; round < 20; round++) {
            const workers = work(() => Promise.resolve())
            const listening = `select count(*)::int as count from pg_stat_activity where application_name <> '' and client_port > 0`
            await vi.waitFor(async () => expect((await other.query(listening)).rows).toEqual([{ count: 1 }]), 5000)
            const ended = other.query(
              `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and client_port > 0`,
            )
            await Promise.all([workers.close(), ended])
          }
        } finally {
          await other.end()
          process.off('uncaughtException', onThrown)
        }
        expect(thrown).toEqual([])
      },
      60_000,
    )

    it.skipIf(name === 'Redis').sequential(
      'holds few connections, however many queues there are, and finds the workers of each',
      async () => {
        const queue = producer()
        work(() => Promise.resolve())
        await vi.waitFor(async () => {
          const workers = await Promise.all(queue.boards().map((board) => board.getWorkers()))
          expect(workers.map((one) => one.length)).toEqual(queueNames.map(() => 1))
        }, 5000)
        const other = new pg.Client({ connectionString: store.config.databaseUrl })
        await other.connect()
        const sql = `select count(*)::int as count from pg_stat_activity where client_port > 0 and pid <> pg_backend_pid()`
        const { rows } = await other.query<{ count: number }>(sql)
        await other.end()
        // Three to send, three to receive, and the one that listens.
        expect(rows[0]?.count).toBeLessThanOrEqual(7)
      },
    )

    it.sequential('shows every queue to the board', () => {
      expect(
        producer()
          .boards()
          .map((board) => board.name),
      ).toEqual(queueNames)
    })
  })
}
