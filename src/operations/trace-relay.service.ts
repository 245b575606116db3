import type { Context } from '../context.js'
import { AppError } from '../lib/errors.js'

const timeoutMs = 5000

/**
 * Passes a browser's spans on to the collector, byte for byte (H-06). Throws INTERNAL_ERROR with status 502 when no
 * collector is configured, or the collector does not answer within five seconds or refuses the spans.
 */
export async function relayTraces(ctx: Context, body: Buffer, contentType: string): Promise<void> {
  const { endpoint } = ctx.config.telemetry
  if (endpoint === null) throw unreachable()
  const status = await send(`${endpoint.replace(/\/+$/, '')}/v1/traces`, body, contentType).catch((error: unknown) => {
    ctx.log.debug({ err: error }, 'trace collector')
    throw unreachable()
  })
  if (status < 200 || status > 299) throw badGateway('Trace collector rejected the request')
}

async function send(url: string, body: Buffer, contentType: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  return response.status
}

function unreachable(): AppError {
  return badGateway('Trace collector unreachable')
}

function badGateway(text: string): AppError {
  return new AppError('INTERNAL_ERROR', text, { extra: { status: 502 } })
}
