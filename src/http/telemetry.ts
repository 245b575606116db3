import { metrics } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { routeOf, traceRequests } from '../lib/request-spans.js'

const meter = metrics.getMeter('parallax')
const duration = meter.createHistogram('api.request.duration', {
  unit: 'ms',
  description: 'Time from the start of a request to the end of its response.',
})
const requests = meter.createCounter('api.requests', { description: 'Number of requests that were answered.' })

/** Records one span per request, and the time and number of requests by route and status (T-02). */
export function measureRequests(server: FastifyInstance): void {
  traceRequests(server, (request, { statusCode, elapsedTime }) => {
    const attributes = {
      method: request.method,
      route: routeOf(request),
      status: statusCode,
      status_class: `${Math.floor(statusCode / 100)}xx`,
    }
    duration.record(elapsedTime, attributes)
    requests.add(1, attributes)
  })
}
