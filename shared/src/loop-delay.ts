import { metrics } from '@opentelemetry/api'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The sampling interval of the event loop, in milliseconds. */
const resolutionMs = 10
const everyMs = 1000

/**
 * Measures how long the event loop delays work: once a second, the longest delay of that second is recorded in the
 * histogram `event.loop.delay`. Returns a function that stops the measurement.
 */
export function recordLoopDelay(): () => void {
  const delays = metrics
    .getMeter('parallax')
    .createHistogram('event.loop.delay', { unit: 'ms', description: 'Longest delay of the event loop in each second' })
  const monitor = monitorEventLoopDelay({ resolution: resolutionMs })
  monitor.enable()
  const timer = setInterval(() => {
    delays.record(Math.max(0, monitor.max / 1e6 - resolutionMs))
    monitor.reset()
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
    monitor.disable()
  }
}
