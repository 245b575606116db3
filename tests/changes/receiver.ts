import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A change as messages tell of it. */
export interface Told {
  position: string
  at: string
  kind: string
  thing: string | null
  part: string | null
  operation: string
  version: number | null
  projectId: string | null
  ownerId: string | null
  actorId: string | null
  left?: boolean
}

/** A line of the feed, which messages hold where they were asked to. */
export interface Line {
  change: 'set' | 'gone'
  type: string
  id: string
  line?: unknown
}

export interface Received {
  id: string
  headers: Record<string, string>
  text: string
  data: {
    webhookId: string
    projectId: string | null
    isReplay: boolean
    changes: Told[]
    next: string
    lines?: Line[]
    linesCut?: boolean
  }
}

export interface Receiver {
  url: string
  /** Every message that arrived whole, in the order in which they came. */
  messages: Received[]
  /** The changes of the messages that were answered with success, each position once, in the order of arrival. */
  changes(): Told[]
  /** What it does with a message; it answers 204 unless something else is set. */
  behave(act: (request: IncomingMessage, response: ServerResponse) => void): void
  /** How many connections there have been. */
  connections(): number
  close(): Promise<void>
}

/** Starts a receiver of webhooks on the loopback interface. */
export async function startReceiver(): Promise<Receiver> {
  const messages: Received[] = []
  const accepted = new Map<string, Told>()
  let connections = 0
  let act = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(204).end()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8')
      const headers = request.headers as Record<string, string>
      const { data } = JSON.parse(text) as Pick<Received, 'data'>
      messages.push({ id: headers['webhook-id'] ?? '', headers, text, data })
      response.on('finish', () => {
        if (response.statusCode >= 300) return
        for (const change of data.changes) if (!accepted.has(change.position)) accepted.set(change.position, change)
      })
      act(request, response)
    })
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    changes: () => [...accepted.values()],
    behave: (next) => void (act = next),
    connections: () => connections,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Checks a message as its receiver does, with the library of Standard Webhooks; throws for a wrong signature. */
export function verified({ text, headers }: Received, secret: string): unknown {
  return new Webhook(secret).verify(text, headers)
}
