import { metrics, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('parallax')
const duration = metrics
  .getMeter('parallax')
  .createHistogram('rbac.check.duration', { unit: 'ms', description: 'Time one access check takes' })

/** What a check is about, as spans and the histogram name it (T-02, T-06). */
export interface CheckLabels {
  action: string
  resource: string
  role: string
}

/** Runs one access check inside a span `rbac.authorize` and counts its time in `rbac.check.duration`. */
export async function measured(
  { action, resource, role }: CheckLabels,
  check: () => Promise<boolean>,
): Promise<boolean> {
  const start = performance.now()
  return tracer.startActiveSpan('rbac.authorize', { attributes: { action, resource } }, async (span) => {
    let result = 'deny'
    try {
      const allowed = await check()
      if (allowed) result = 'allow'
      return allowed
    } finally {
      span.setAttribute('result', result).end()
      duration.record(performance.now() - start, { action, resource, result, role })
    }
  })
}
