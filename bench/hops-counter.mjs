// Loaded into each process of the server by bench/hops.mjs. The first SIGUSR2 starts V8's precise coverage; the second
// stops it and appends the functions that ran in between to HOPS_FILE, as a line {pid, process, files: {file:
// [function]}}. The first signal is acknowledged by a line without files.
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
    const [, own, ofPackage] = /\/dist\/src\/(.*)$|\/((?:shared|model-service)\/dist\/.*)$/.exec(url) ?? []
    const place = own ?? ofPackage
    // Functions without a name, such as modules and inline callbacks, are not counted.
    const called = functions.filter(({ functionName, ranges }) => functionName && ranges[0].count > 0)
    if (place && called.length) files[place] = called.map(({ functionName }) => functionName)
  }
  line({ files })
})
