import { metrics, type BatchObservableCallback } from '@opentelemetry/api'
import type { PlaceCounts } from './places.js'

/**
 * Reports the gauges `places.held` and `places.waiting` of each kind of shared places, without the names of people,
 * whenever metrics are collected. Returns a function that stops the reports.
 */
export function observePlaces(counts: () => Iterable<readonly [place: string, counts: PlaceCounts]>): () => void {
  const meter = metrics.getMeter('parallax')
  const held = meter.createObservableGauge('places.held', {
    description: 'Shared places that are taken, such as connections to the database',
  })
  const waiting = meter.createObservableGauge('places.waiting', {
    description: 'Requests that wait for a shared place',
  })
  const observe: BatchObservableCallback = (result) => {
    for (const [place, { running, waiting: waits }] of counts()) {
      result.observe(held, running, { place })
      result.observe(waiting, waits, { place })
    }
  }
  meter.addBatchObservableCallback(observe, [held, waiting])
  return () => meter.removeBatchObservableCallback(observe, [held, waiting])
}
