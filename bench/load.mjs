// An HTTP load over keep-alive sockets with as little work in the client as possible: it counts the bytes of a body and
// parses nothing.
import net from 'node:net'

/**
 * Opens `concurrency` sockets that each send `request` again as soon as it is answered, for the given seconds. Returns
 * requests per second, latencies in milliseconds and megabytes per second. `request` is the bytes of a request, or a
 * function that computes them from the number of the socket and of the request.
 */
export async function load({ port, host = '127.0.0.1', request, concurrency = 16, seconds = 5, expectStatus = 200 }) {
  const payloads = typeof request === 'function' ? request : () => request
  const latencies = []
  let answered = 0
  let bytes = 0
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    Array.from(
      { length: concurrency },
      (_, index) =>
        new Promise((done, fail) => {
          let sentAt = 0
          let sent = 0
          const send = () => {
            if (performance.now() >= until) return connection.end(done)
            sentAt = performance.now()
            connection.send(payloads(index, sent++))
          }
          const connection = connect({ port, host }, send, fail, (status, length, head) => {
            if (![expectStatus].flat().includes(status)) return fail(new Error(`answered ${status}: ${head}`))
            bytes += length
            latencies.push(performance.now() - sentAt)
            answered++
            send()
          })
        }),
    ),
  )
  // Requests that were under way when the time was up are counted, so the time until their answers counts too.
  const elapsed = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (p) => Number(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * p))].toFixed(2))
  return {
    answered,
    perSecond: answered / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    megabytesPerSecond: bytes / elapsed / 1e6,
  }
}

/**
 * Opens a keep-alive connection, which has one request under way at a time. `answered` gets the status, the number of
 * bytes and the beginning of each answer.
 */
export function connect({ port, host = '127.0.0.1' }, ready, fail, answered) {
  const socket = net.connect(port, host)
  socket.setNoDelay(true)
  let head = null
  let left = 0
  let bytes = 0
  let status = 0
  const finish = () => {
    const length = bytes
    bytes = 0
    answered(status, length, head?.slice(0, 500))
  }
  socket.on('connect', ready)
  socket.on('error', fail)
  socket.on('data', (chunk) => {
    bytes += chunk.length
    if (left > 0) {
      left -= chunk.length
      if (left <= 0) finish()
      return
    }
    head += chunk.toString('latin1')
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    status = Number(head.slice(9, 12))
    const length = /content-length: (\d+)/i.exec(head)
    if (!length && status !== 204 && status !== 304) return fail(new Error('an answer without Content-Length'))
    left = Number(length?.[1] ?? 0) - (head.length - end - 4)
    if (left <= 0) finish()
  })
  return {
    send(payload) {
      head = ''
      left = 0
      socket.write(payload)
    },
    end: (done) => socket.end(done),
  }
}

/**
 * Accepted from GraphQL, whose answers then have the status 200 only without errors: as application/json, a refused
 * operation would be measured as an answer.
 */
export const graphqlAnswers = 'application/graphql-response+json'

/** Returns the bytes of one HTTP/1.1 request. */
export function httpRequest({ method = 'GET', path, headers = {}, body }) {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1']
  if (path === '/graphql') lines.push(`Accept: ${graphqlAnswers}`)
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
