import { metrics, type BatchObservableCallback } from '@opentelemetry/api'
import type { Services } from '../context.js'
import { selectWaiting } from './due-job.sql.js'

/**
 * Reports the gauges `queue.waiting` and `queue.waiting.age` of the queues, each time that they are collected. They are
 * read from the job rows, so all processes would report the same; workers do it. Reports nothing while the database
 * cannot be reached. Returns a function that stops the reports.
 */
export function observeWaiting({ db, log }: Pick<Services, 'db' | 'log'>, queues: readonly string[]): () => void {
  const meter = metrics.getMeter('parallax')
  const jobs = meter.createObservableGauge('queue.waiting', {
    unit: '{job}',
    description: 'Jobs of a queue that are due and have not begun',
  })
  const age = meter.createObservableGauge('queue.waiting.age', {
    unit: 's',
    description: 'How long the first of the waiting jobs of a queue has been due',
  })
  const observe: BatchObservableCallback = async (result) => {
    try {
      const waiting = new Map((await selectWaiting(db)).map((row) => [row.queue, row]))
      for (const queue of queues) {
        result.observe(jobs, waiting.get(queue)?.jobs ?? 0, { queue })
        result.observe(age, waiting.get(queue)?.seconds ?? 0, { queue })
      }
    } catch (err) {
      log.debug({ err }, 'waiting jobs could not be counted')
    }
  }
  meter.addBatchObservableCallback(observe, [jobs, age])
  return () => meter.removeBatchObservableCallback(observe, [jobs, age])
}
