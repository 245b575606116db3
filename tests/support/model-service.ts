import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How to answer: with a JSON value and a status, or by a function that writes the raw response itself. */
export type Behaviour =
  | { status?: number; json: unknown }
  | { raw: (request: IncomingMessage, response: ServerResponse) => void }

export interface MisbehavingService {
  url: string
  /** The behaviour for each path; every other path answers 404. */
  on: Map<string, Behaviour>
  requests: { method: string; url: string; body: any; headers: IncomingMessage['headers']; closedEarly: boolean }[]
  close(): Promise<void>
}

/** Never answers, so that the client has to give up. */
export const silence: Behaviour = { raw: () => undefined }
export const garbage: Behaviour = { raw: (_request, response) => response.end('<html>not json') }
/** Announces more bytes than it sends, then breaks the connection. */
export const halfAnswer: Behaviour = {
  raw: (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    response.write('{"id":"x",')
    setTimeout(() => response.destroy(), 20)
  },
}

/**
 * Starts a local HTTP server in place of the model service, which answers as a test tells it and keeps the requests.
 */
export async function startMisbehavingService(): Promise<MisbehavingService> {
  const on = new Map<string, Behaviour>()
  const requests: MisbehavingService['requests'] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const seen = {
      method: request.method ?? '',
      url: request.url ?? '',
      body: text ? JSON.parse(text) : undefined,
      headers: request.headers,
      closedEarly: false,
    }
    requests.push(seen)
    response.on('close', () => (seen.closedEarly = !response.writableFinished))
    const behaviour = on.get((request.url ?? '').split('?')[0] ?? '') ?? { status: 404, json: { detail: 'Not found' } }
    if ('raw' in behaviour) return behaviour.raw(request, response)
    response
      .writeHead(behaviour.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(behaviour.json))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    on,
    requests,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
