import { createServer as createHttpServer, request } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'

/**
 * Opens a way to the server at this port of the loopback interface that resets each connection after `most` bytes of
 * answers, and one through which nothing has come for `silentMs` milliseconds, and counts in `cuts` how often it did.
 */
export async function openLink(port: number, silentMs?: number) {
  const state = { most: Infinity, cuts: 0 }
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    let passed = 0
    const cut = () => {
      state.cuts += 1
      target.destroy()
      client.resetAndDestroy()
    }
    if (silentMs) target.setTimeout(silentMs, cut)
    target.on('data', (bytes: Buffer) => {
      passed += bytes.length
      if (passed <= state.most) return void client.write(bytes)
      cut()
    })
    target.on('end', () => client.end())
    client.on('data', (bytes) => target.write(bytes))
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  })
}

/**
 * Opens a gateway before the server at `target` that answers the next `busy` requests with `status`, 503 as one does
 * that restarts its servers, and lists in `seen` the requests that came to it.
 */
export async function openGateway(target: string) {
  const state = { busy: 0, status: 503, seen: [] as string[] }
  const server = createHttpServer((client, answer) => {
    state.seen.push(`${client.method} ${client.url}`)
    if (state.busy > 0) {
      state.busy -= 1
      answer.writeHead(state.status, { 'retry-after': '1', 'content-type': 'application/json' })
      return void answer.end('{"error":"Service Unavailable","message":"Busy","code":"SERVER_BUSY","retryAfter":1}')
    }
    const onward = request(target + client.url, { method: client.method!, headers: client.headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    client.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((done) => server.close(done)),
  })
}
