// Loaded into the measured server (node --import): serves the longest turn of its event loop since the previous
// request, in milliseconds, on the port that BENCH_TURNS_PORT names.
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const port = Number(process.env.BENCH_TURNS_PORT ?? 0)
if (isMainThread && port && process.argv.includes('serve')) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  createServer((_request, response) => {
    const longest = delays.count ? delays.max / 1e6 : 0
    delays.reset()
    response.end(String(longest))
  })
    .listen(port, '127.0.0.1')
    .unref()
}
