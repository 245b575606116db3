import { metrics } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { routeOf, traceRequests } from '@parallax/shared/request-spans.js'

const meter = metrics.getMeter('parallax')
const duration = meter.createHistogram('api.request.duration', {
  unit: 'ms',
  description: 'Time from the start of a request to the end of its response.',
})
const requests = meter.createCounter('api.requests', {
  description: 'Number of requests that were answered, or whose client left (status 499).',
})

/** Records one span per request, and the time and number of requests by route and status (T-02). */
export function measureRequests(server: FastifyInstance): void {
  traceRequests(server, ({ request, status, duration: took }) => {
    const attributes = {
      method: request.method,
      route: routeOf(request),
      status,
      status_class: `${Math.floor(status / 100)}xx`,
    }
    duration.record(took, attributes)
    requests.add(1, attributes)
  })
}
