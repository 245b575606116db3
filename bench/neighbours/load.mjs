// A thread that sends one request many times in parallel, as one user from a separate address, until a time is up.
import { request } from 'node:http'
import { parentPort } from 'node:worker_threads'

const patienceMs = 30_000

/** Sends a request and drops the bytes of its answer; returns the status, or 0 if the connection ended. */
function send({ url, method, headers, body, localAddress }) {
  return new Promise((done) => {
    const sending = request(url, { method, headers, localAddress, agent: false, timeout: patienceMs }, (answer) => {
      answer.resume()
      answer.once('close', () => done(answer.statusCode))
    })
    sending.once('error', () => done(0))
    sending.once('timeout', () => sending.destroy())
    sending.end(body)
  })
}

parentPort.on('message', async ({ what, parallel, leastMs, mostRequests }) => {
  const began = performance.now()
  const statuses = {}
  let sent = 0
  do {
    const answers = await Promise.all(Array.from({ length: parallel }, () => send(what)))
    sent += parallel
    for (const status of answers) statuses[status] = (statuses[status] ?? 0) + 1
  } while (performance.now() - began < leastMs && sent + parallel <= mostRequests)
  parentPort.postMessage({ ms: performance.now() - began, statuses })
})
