import { context, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObserved } from './observed.js'
import { whenRequestsEnd, type RequestEnd } from './request-ends.js'

const tracer = trace.getTracer('parallax')

/**
 * Creates one server span for each request, named `{METHOD} {route}`: a child of the trace context in the request, and
 * the parent of all other spans of the request. Calls `ended` for every request. Without telemetry no hooks are
 * installed.
 */
export function traceRequests(server: FastifyInstance, ended: (end: RequestEnd) => void = () => undefined): void {
  if (!isObserved()) return
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
  // A request body arrives in socket events that do not run in the request's context, so the context is entered again.
  server.addHook('preValidation', (request, _reply, done) =>
    context.with(active.get(request) ?? context.active(), done),
  )
  whenRequestsEnd(server, (end) => {
    ended(end)
    const { request, status } = end
    const span = trace.getSpan(active.get(request) ?? context.active())
    span?.setAttribute('http.response.status_code', status)
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** Returns the pattern of the route, never the URL, so that ids stay out of span names. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}
