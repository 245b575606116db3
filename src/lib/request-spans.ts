import { context, propagation, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isObserved } from './observed.js'

const tracer = trace.getTracer('parallax')

/**
 * One span a request, named `{METHOD} {route}`, inside the trace that the request carries and parent of all others.
 * `ended` hears of every answer. Where nothing is observed, requests pass through none of this.
 */
export function traceRequests(
  server: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply) => void = () => undefined,
): void {
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
  // A body arrives in events of the socket, which know nothing of the request: enter its context again.
  server.addHook('preValidation', (request, _reply, done) =>
    context.with(active.get(request) ?? context.active(), done),
  )
  server.addHook('onResponse', (request, reply, done) => {
    ended(request, reply)
    const { statusCode } = reply
    const span = trace.getSpan(active.get(request) ?? context.active())
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** The pattern, never the address: ids stay out of names. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unknown'
}
