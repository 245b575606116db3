import { metrics } from '@opentelemetry/api'
import { AppError } from '../lib/errors.js'

export interface ModelCall {
  /** After so many milliseconds the connection is aborted (MS-17). */
  timeoutMs: number
  body?: unknown
  /** Provider keys travel in headers only (AK-08). */
  headers?: Record<string, string>
  signal?: AbortSignal
}

export interface ModelService {
  /** The parsed JSON answer. Refusals: see modelServiceRefusal. */
  call<T>(method: 'GET' | 'POST', path: string, options: ModelCall): Promise<T>
  /** True when /health answers within two seconds. */
  ping(): Promise<boolean>
}

const meter = metrics.getMeter('parallax')
const duration = meter.createHistogram('model.service.duration', { unit: 'ms' })
const requests = meter.createCounter('model.service.requests')

/** The one client of the model service. */
export function openModelService(config: { url: string }): ModelService {
  async function call<T>(method: 'GET' | 'POST', path: string, options: ModelCall): Promise<T> {
    const startedAt = performance.now()
    let status = 'error'
    try {
      const response = await send(method, config.url + path, options)
      status = String(response.status)
      const text = await readText(response, options)
      if (!response.ok) throw modelServiceRefusal(response.status, text)
      return parseAnswer<T>(text)
    } finally {
      const attributes = { endpoint: path.split('?')[0] ?? path, status }
      duration.record(performance.now() - startedAt, attributes)
      requests.add(1, attributes)
    }
  }
  return {
    call,
    ping: () => call('GET', '/health', { timeoutMs: 2000 }).then(() => true, () => false),
  }
}

async function send(method: string, url: string, { timeoutMs, body, headers, signal }: ModelCall): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
  } catch (cause) {
    throw connectionFault(cause, timeout)
  }
}

async function readText(response: Response, { signal }: ModelCall): Promise<string> {
  try {
    return await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw connectionFault(cause, undefined)
  }
}

function connectionFault(cause: unknown, timeout: AbortSignal | undefined): AppError {
  const name = cause instanceof Error ? cause.name : ''
  if (timeout?.aborted || name === 'TimeoutError') {
    return new AppError('MODEL_SERVICE_TIMEOUT', 'The model service did not answer in time', { cause })
  }
  return new AppError('MODEL_SERVICE_UNREACHABLE', 'Model service is unavailable', { cause })
}

/** What an answer outside 2xx means; the status of the model service travels as `upstreamStatus`, its text as the message. */
export function modelServiceRefusal(status: number, text: string): AppError {
  const detail = detailOf(text) ?? `The model service answered ${status}`
  const extra = { upstreamStatus: status }
  if (status === 400 || status === 422) return new AppError('VALIDATION_ERROR', detail, { extra })
  if (status === 404) return new AppError('NOT_FOUND', detail, { extra })
  return new AppError('MODEL_SERVICE_ERROR', detail, { extra })
}

function detailOf(text: string): string | undefined {
  try {
    const body: unknown = JSON.parse(text)
    const detail = body !== null && typeof body === 'object' && 'detail' in body ? body.detail : undefined
    return typeof detail === 'string' && detail !== '' ? detail.slice(0, 2000) : undefined
  } catch {
    // Not JSON: the status alone is told.
    return undefined
  }
}

function parseAnswer<T>(text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object') return value as T
  } catch (cause) {
    throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service gave an answer that is not JSON', { cause })
  }
  throw new AppError('MODEL_SERVICE_BAD_RESPONSE', 'The model service gave an answer that is not an object')
}
