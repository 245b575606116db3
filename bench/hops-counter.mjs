// Loaded into each process of the server by bench/hops.mjs: notes which functions run between two signals (SIGUSR2), by
// V8's own counters, and adds a line {pid, process, files: {file: [function]}} to the file HOPS_FILE.
import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
let counting = false

process.on('SIGUSR2', async () => {
  const line = (more) =>
    appendFileSync(
      process.env.HOPS_FILE,
      `${JSON.stringify({ pid: process.pid, process: process.argv[2], ...more })}\n`,
    )
  if (!counting) {
    counting = true
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    return line({})
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  counting = false
  const files = {}
  for (const { url, functions } of result) {
    const at = url.indexOf('/dist/src/')
    // Those without a name are the modules themselves and what is written in the place where it is passed.
    const called = functions.filter(({ functionName, ranges }) => functionName && ranges[0].count > 0)
    if (at >= 0 && called.length) files[url.slice(at + 10)] = called.map(({ functionName }) => functionName)
  }
  line({ files })
})
