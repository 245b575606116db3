import { context, metrics, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const tracer = trace.getTracer('parallax')
const meter = metrics.getMeter('parallax')
const duration = meter.createHistogram('api.request.duration', {
  unit: 'ms',
  description: 'Time from a request to the end of its answer',
})
const requests = meter.createCounter('api.requests', { description: 'Answered requests' })

/**
 * One span a request, named `{METHOD} {route}` and parent of all others, and its time and count by route and status
 * (T-02).
 */
export function measureRequests(server: FastifyInstance): void {
  const active = new WeakMap<FastifyRequest, Context>()
  server.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const route = routeOf(request)
    const parent = propagation.extract(context.active(), headers)
    const attributes = { 'http.request.method': method, 'http.route': route }
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    const mine = trace.setSpan(parent, span)
    active.set(request, mine)
    context.with(mine, done)
  })
  // A body arrives in events of the socket, which know nothing of the request: enter its context again.
  server.addHook('preValidation', (request, _reply, done) =>
    context.with(active.get(request) ?? context.active(), done),
  )
  server.addHook('onResponse', (request, reply, done) => {
    const { statusCode, elapsedTime } = reply
    const attributes = {
      method: request.method,
      route: routeOf(request),
      status: statusCode,
      status_class: `${Math.floor(statusCode / 100)}xx`,
    }
    duration.record(elapsedTime, attributes)
    requests.add(1, attributes)
    const span = trace.getSpan(active.get(request) ?? context.active())
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** The pattern, never the address: ids stay out of names. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}
