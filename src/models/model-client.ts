import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.js'
import type { Admission } from '../lib/fairness/admission.js'
import { AppError } from '../lib/errors.js'
import { openCircuit } from './circuit.js'
import { sendRequest } from './http-request.js'
import { checkAnswer } from './model-answer.js'
import { connectionFault, modelServiceRefusal, NotAsked, parseAnswer } from './model-fault.js'
import {
  modelRoutes,
  usualAnswer,
  type ModelRoute,
  type ModelAnswer,
  type ModelRequest,
  type ModelRouteName,
} from './model-route.js'

export interface AskOptions {
  /** Parameters of the query string. */
  query?: Record<string, string>
  /** Provider keys are sent in headers only (AK-08). */
  headers?: Record<string, string>
  /** Aborts the connection; the call then rejects with its reason. */
  signal?: AbortSignal
  /**
   * The person (Budget.person) who waits for the answer and for whom the call takes a place. Undefined for jobs, whose
   * calls the workers limit.
   */
  waits?: string
}

interface ModelCall extends AskOptions {
  /** The time in milliseconds after which the connection is aborted (MS-17). */
  timeoutMs: number
  body?: unknown
  /** The largest answer that is read, in bytes. */
  limit?: number
}

export interface ModelService {
  /**
   * Calls one of the known routes and returns its answer, which has the documented shape. Throws
   * MODEL_SERVICE_UNREACHABLE, MODEL_SERVICE_TIMEOUT, MODEL_SERVICE_BAD_RESPONSE, the errors of modelServiceRefusal,
   * and RATE_LIMITED if too many calls wait for a place. Only GETs are repeated, at most twice, when the connection
   * fails.
   */
  ask<N extends ModelRouteName>(route: N, request: ModelRequest<N>, options?: AskOptions): Promise<ModelAnswer<N>>
  /** Returns whether /health answers with a 2xx within two seconds. */
  ping(): Promise<boolean>
  /**
   * Returns the same service for work in the background: a call that could not be sent, because the service is
   * unavailable, is retried about every second until the service is back. Rejects with the signal's reason once that
   * aborts.
   */
  patient(signal: AbortSignal): ModelService
}

const tracer = trace.getTracer('parallax')
const meter = metrics.getMeter('parallax')
const duration = meter.createHistogram('model.service.duration', {
  unit: 'ms',
  description: 'Time of one request to the model service, by endpoint and status',
})
const requests = meter.createCounter('model.service.requests', {
  unit: '{request}',
  description: 'Requests to the model service, by endpoint and status; `error` where no answer came',
})

const pausesMs = [100, 300]

export type ModelServiceConfig = Pick<Config['modelService'], 'url' | 'timeoutsMs'>

/**
 * Opens the only client of the model service. All calls share one circuit breaker, which opens for 5 s after five
 * consecutive calls that did not get through or got no answer in time.
 */
export function openModelService(config: ModelServiceConfig, admission?: Admission): ModelService {
  const base = config.url.replace(/\/+$/, '')
  const ping = () =>
    exchange('GET', '/health', { timeoutMs: 2000 }).then(
      () => true,
      () => false,
    )
  const circuit = openCircuit({ threshold: 5, pauseMs: 5000, probe: ping })

  async function exchange(method: 'GET' | 'POST', path: string, options: ModelCall): Promise<unknown> {
    const { timeoutMs, body, headers, query, signal, limit = usualAnswer } = options
    const startedAt = performance.now()
    const timeout = AbortSignal.timeout(timeoutMs)
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    let status = 'error'
    const span = tracer.startSpan(`${method} ${path}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': method, 'url.path': path },
    })
    const carrier: Record<string, string> = {}
    propagation.inject(trace.setSpan(context.active(), span), carrier)
    try {
      const answer = await sendRequest(url, {
        method,
        limit,
        headers: { accept: 'application/json', ...carrier, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      }).catch((cause: unknown) => {
        signal?.throwIfAborted()
        throw connectionFault(cause, timeout.aborted)
      })
      status = String(answer.status)
      if (answer.status < 200 || answer.status > 299) throw modelServiceRefusal(answer.status, answer.text)
      return parseAnswer(answer.text)
    } finally {
      const attributes = { endpoint: path, status }
      duration.record(performance.now() - startedAt, attributes)
      requests.add(1, attributes)
      if (!status.startsWith('2')) span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('status', status).end()
    }
  }

  /**
   * Sends a call, and repeats a GET, which is safe to repeat, when the connection fails; all within the time limit of
   * the call.
   */
  async function persist(method: 'GET' | 'POST', path: string, options: ModelCall): Promise<unknown> {
    const until = performance.now() + options.timeoutMs
    const left = () => Math.max(1, Math.ceil(until - performance.now()))
    for (const pause of method === 'GET' ? pausesMs : []) {
      try {
        return await exchange(method, path, { ...options, timeoutMs: left() })
      } catch (error) {
        if (!isFault(error, 'MODEL_SERVICE_UNREACHABLE')) throw error
        await sleep(pause)
      }
    }
    return exchange(method, path, { ...options, timeoutMs: left() })
  }

  async function call(method: 'GET' | 'POST', path: string, options: ModelCall): Promise<unknown> {
    if (!(await circuit.admits())) throw new NotAsked()
    try {
      const answer = await persist(method, path, options)
      circuit.succeeded()
      return answer
    } catch (error) {
      // The caller has given up, which is no evidence about the service.
      if (options.signal?.aborted) throw error
      if (isFault(error, 'MODEL_SERVICE_UNREACHABLE') || isFault(error, 'MODEL_SERVICE_TIMEOUT')) circuit.failed()
      else if (error instanceof AppError) circuit.succeeded()
      throw error
    }
  }
  const service: ModelService = {
    ping,
    patient: (signal) => patient(service, signal),
    async ask(name, request, options = {}) {
      const { method, path, timeout, answer } = modelRoutes[name]
      const { more, limit }: ModelRoute = modelRoutes[name]
      const ceiling = typeof timeout === 'number' ? timeout : config.timeoutsMs[timeout]
      const timeoutMs = ceiling + (more?.(request as never) ?? 0)
      const body = method === 'POST' ? { body: request } : {}
      const { waits, ...callOptions } = options
      const act = () => call(method, path, { ...callOptions, ...body, timeoutMs, ...(limit && { limit }) })
      const sent = waits === undefined || !admission ? act() : admission.during('modelCall', waits, options.signal, act)
      return checkAnswer(answer, await sent)
    },
  }
  return service
}

const askAgainMs = 1000

function patient(service: ModelService, signal: AbortSignal): ModelService {
  return {
    ...service,
    async ask(name, request, options) {
      for (;;) {
        try {
          return await service.ask(name, request, options)
        } catch (error) {
          if (!(error instanceof NotAsked)) throw error
        }
        await sleep(askAgainMs * (0.5 + Math.random())).then(() => signal.throwIfAborted())
      }
    },
  }
}

function isFault(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code
}
