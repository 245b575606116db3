// Another user who reads /api/auth/me over and over. It runs on a separate thread, so that the work of the main thread
// on large answers does not count as time of the server.
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Starts reading, with `pauseMs` between two reads; `stop()` ends that and resolves to the milliseconds of each. */
export async function startReading(url, cookie, pauseMs = 0) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, cookie, pauseMs } })
  const failed = new Promise((_, fail) => worker.once('error', fail))
  const nextMessage = () => Promise.race([new Promise((done) => worker.once('message', done)), failed])
  await nextMessage()
  return {
    async stop() {
      const times = nextMessage()
      worker.postMessage('stop')
      return times.finally(() => worker.terminate())
    },
  }
}

if (!isMainThread && workerData?.cookie) {
  const { url, cookie, pauseMs } = workerData
  const times = []
  let over = false
  const readOnce = async () => {
    const began = performance.now()
    const response = await fetch(`${url}/api/auth/me`, { headers: { cookie } })
    await response.text()
    if (response.status !== 200) throw new Error(`/api/auth/me answered ${response.status}`)
    return performance.now() - began
  }
  parentPort.once('message', () => {
    over = true
  })
  for (let i = 0; i < 10; i++) await readOnce()
  parentPort.postMessage('ready')
  while (!over) {
    times.push(await readOnce())
    if (pauseMs > 0) await sleep(pauseMs)
  }
  parentPort.postMessage(times)
}
