import { metrics } from '@opentelemetry/api'

const submitted = metrics
  .getMeter('parallax')
  .createCounter('queue.job.submitted', {
    unit: '{job}',
    description: 'Jobs that have ended, by queue and how they ended',
  })

/** Counts a job that has ended, regardless of what ended it (T-03). */
export function countEnded(queue: string, status: 'completed' | 'failed'): void {
  submitted.add(1, { queue, status })
}
