import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProviderCall {
  path: string
  headers: IncomingHttpHeaders
  /** Parsed if it is JSON, otherwise the raw text (multipart). */
  body: unknown
  text: string
}

export type ProviderAnswer =
  | { content: unknown }
  | { raw: string }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { cut: true }
  | { silence: true }

export interface ProviderServer {
  url: string
  calls: ProviderCall[]
  /** The answers in order; the last one is repeated. `content` is wrapped in the wire format of the called route. */
  answers: ProviderAnswer[]
  stop(): Promise<void>
}

/** Starts an HTTP server on the loopback interface that implements the wire formats of the three providers. */
export async function startProviderServer(): Promise<ProviderServer> {
  const calls: ProviderCall[] = []
  const provider = { calls, answers: [] as ProviderAnswer[] }
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const isJson = (request.headers['content-type'] ?? '').includes('application/json')
      calls.push({ path: request.url ?? '', headers: request.headers, text, body: isJson ? JSON.parse(text) : text })
      const answer = provider.answers.length > 1 ? provider.answers.shift() : provider.answers[0]
      give(answer ?? { status: 500 }, request.url ?? '', response)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(provider, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  })
}

function give(answer: ProviderAnswer, path: string, response: ServerResponse): void {
  if ('silence' in answer) return
  if ('cut' in answer) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"id":')
    setTimeout(() => response.destroy(), 20)
    return
  }
  if ('status' in answer) {
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body ?? {}))
    return
  }
  const text = 'raw' in answer ? answer.raw : JSON.stringify(answer.content)
  const body = path.includes('/audio/') ? text : JSON.stringify(wire(path, text))
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

function wire(path: string, text: string): unknown {
  if (path.startsWith('/v1/messages')) {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-of-the-test',
      stop_reason: 'end_turn',
      stop_sequence: null,
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1, output_tokens: 1 },
    }
  }
  if (path.startsWith('/chat/completions')) {
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'gpt-of-the-test',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text, refusal: null } }],
    }
  }
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    modelVersion: 'gemini-of-the-test',
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}
