import { afterAll, beforeAll, expect, it } from 'vitest'
import { actorOf } from '../../src/accounts/session.service.js'
import type { Context } from '../../src/context.js'
import { sweepJobs } from '../../src/jobs/job-runner.service.js'
import { createJob } from '../../src/jobs/job.service.js'
import { startApi, type Person, type TestApi } from '../support/api.js'

let api: TestApi
let ann: Person
let ctx: Context

// No worker runs here, and only the tests run the sweeper.
beforeAll(async () => {
  api = await startApi({ JOBS_OPEN_PER_USER: '2000' })
  ann = await api.person()
  ctx = { ...api.app.context(), actor: (await actorOf(api.app.context(), ann.id)) ?? null }
})
afterAll(() => api.stop())

let number = 0
const waiting = async (name: string): Promise<string> => {
  const { id } = await createJob(ctx, { name, attempts: 3 }, { idPrefix: 'x', payload: { number: ++number } as never })
  return id
}
const overdue = (ids: readonly string[], seconds: number) =>
  api.app.services.db
    .updateTable('jobs')
    .set({ runAt: new Date(Date.now() - seconds * 1000) })
    .where('id', 'in', ids)
    .execute()
const isKnown = (queue: string, id: string) => api.app.services.queue.isKnown(queue, id, 1)

it('jobs that the queue lost are sent again although hundreds wait before them', async () => {
  const before = []
  for (let i = 0; i < 620; i++) before.push(await waiting('claim-synthesis'))
  const lost = await waiting('claim-extraction')
  await api.app.services.queue
    .boards()
    .find(({ name }) => name === 'claim-extraction')
    ?.obliterate({ force: true })
  expect(await isKnown('claim-extraction', lost)).toBe(false)
  await overdue(before, 60)
  await overdue([lost], 30)
  let sent = 0
  // When the store is slow, a sweep stops early and the next one continues.
  for (let sweeps = 0; sweeps < 4 && sent === 0; sweeps++) sent = await sweepJobs(ctx)
  expect([sent, await isKnown('claim-extraction', lost)]).toEqual([1, true])
  expect(await sweepJobs(ctx)).toBe(0)
})

it('jobs of a queue that this release does not know hold up no other', async () => {
  const { db, queue } = api.app.services
  const lost = await waiting('claim-extraction')
  const [foreign] = [await waiting('claim-extraction')]
  await queue
    .boards()
    .find(({ name }) => name === 'claim-extraction')
    ?.obliterate({ force: true })
  await db.updateTable('jobs').set({ queue: 'from-tomorrow' }).where('id', '=', foreign!).execute()
  await overdue([foreign!], 90)
  await overdue([lost], 30)
  await sweepJobs(ctx)
  expect(await isKnown('claim-extraction', lost)).toBe(true)
})
