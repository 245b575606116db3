import { Type } from '@sinclair/typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf } from '../../src/accounts/session.service.js'
import { createWorkers } from '../../src/app.js'
import type { Context } from '../../src/context.js'
import { runJob } from '../../src/jobs/job-runner.service.js'
import { createJob } from '../../src/jobs/job.service.js'
import { defineJob, type JobEffect } from '../../src/jobs/job-type.js'
import { jobTypes } from '../../src/job-types.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let ann: Person
let ctx: Context
const sent: string[] = []

beforeAll(async () => {
  // A queue that delivers nothing, so that the test itself decides when a job runs.
  const queue = {
    enqueue: async (name: string) => void sent.push(name),
    isKnown: async () => true,
    names: [],
    ping: async () => true,
    boards: () => [],
    close: async () => undefined,
  }
  api = await startApi({}, { queue })
  ann = await api.person()
  ctx = { ...api.app.context(), actor: (await actorOf(api.app.context(), ann.id)) ?? null }
})
afterAll(() => api.stop())

/** A type of job that only this test knows. */
function countWords(run: (text: string, signal: AbortSignal) => Promise<JobEffect>, timeoutMinutes = 1) {
  return defineJob({
    name: 'word-count',
    payload: Type.Object({ text: Type.String() }),
    attempts: 2,
    timeoutMinutes,
    concurrency: 1,
    perMinute: () => null,
    run: (_ctx, { payload, signal }) => run(payload.text, signal),
  })
}

const jobOf = async (publicId: string) => made(ann.get(`/api/jobs/${publicId}`))

describe('a type of job', () => {
  it('needs nothing but its module: its rows are stored, carried, run, polled and repeated', async () => {
    const words = countWords(async (text) => async () => ({ words: text.split(' ').length }))
    const { id, publicId } = await createJob(ctx, words, { idPrefix: 'words', payload: { text: 'one two three' } })
    expect(sent).toEqual(['word-count'])
    await runJob(api.app.context(), id, words)
    expect(await jobOf(publicId)).toMatchObject({ status: 'completed', result: { words: 3 }, progress: 100 })
  })

  it('refuses a row whose payload does not fit, once and for all', async () => {
    const words = countWords(async () => async () => ({}))
    const row = { idPrefix: 'old', payload: { words: 'of an older release' } }
    const { id, publicId } = await createJob(ctx, { name: words.name, attempts: words.attempts }, row)
    await runJob(api.app.context(), id, words)
    expect(await jobOf(publicId)).toMatchObject({ status: 'failed' })
  })

  it('is attempted as often as its type says and ends at its timeout, even when the work ignores the abort signal (J-02, J-10)', async () => {
    const signals: AbortSignal[] = []
    const deaf = countWords((_text, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    }, 0.001)
    const { id, publicId } = await createJob(ctx, deaf, { idPrefix: 'deaf', payload: { text: '' } })
    await runJob(api.app.context(), id, deaf)
    expect(await jobOf(publicId)).toMatchObject({ status: 'delayed' })
    await api.app.services.db
      .updateTable('jobs')
      .set({ runAt: new Date(0) })
      .where('id', '=', id)
      .execute()
    await runJob(api.app.context(), id, deaf)
    expect(await jobOf(publicId)).toMatchObject({
      status: 'failed',
      error: 'MODEL_SERVICE_TIMEOUT: The job took longer than 0.001 minutes',
    })
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true])
  })

  it('is a value of the enum JobQueue, a queue and a worker as soon as it is listed', async () => {
    const { data } = await ann.graph('{ __type(name: "JobQueue") { enumValues { name } } }')
    const values = jobTypes.map(({ name }) => name.toUpperCase().replaceAll('-', '_'))
    expect(data.__type.enumValues.map(({ name }: { name: string }) => name).sort()).toEqual(values.sort())
    expect(new Set(jobTypes.map(({ name }) => name)).size).toBe(jobTypes.length)
    const workers = createWorkers(api.app)
    await workers.close()
  })
})
