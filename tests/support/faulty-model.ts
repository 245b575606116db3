import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void

/**
 * Starts a local HTTP server in place of the model service. Tests set with `behave` how it answers; `asked` lists the
 * URLs requested so far.
 */
export async function startFaultyModel() {
  let behaviour: Behaviour = (_request, response) => response.end('{}')
  const asked: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      asked.push(request.url ?? '')
      behaviour(request, response, body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave: (next: Behaviour) => void (behaviour = next),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

export const answer =
  (status: number, body: unknown): Behaviour =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
