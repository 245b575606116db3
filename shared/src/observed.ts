import { metrics, propagation, trace } from '@opentelemetry/api'

/**
 * Returns whether telemetry is in use: spans or metrics are exported, or incoming trace contexts are propagated. Call
 * it once telemetry has been started.
 */
export function isObserved(): boolean {
  if (propagation.fields().length > 0 || trace.getTracer('parallax').startSpan('observed').isRecording()) return true
  return metrics.getMeterProvider().getMeter('parallax').constructor.name !== 'NoopMeter'
}
