// Measures `npm start` on a new data folder: the seconds to the first answer and the processor time until then, of the
// first start and of further ones, and then the memory of every process at rest.
// Usage: node bench/start.mjs [STARTS, default 3] [SECONDS AT REST, default 60]
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const [starts = 3, rest = 60] = process.argv.slice(2).map(Number)
const root = fileURLToPath(new URL('..', import.meta.url))
const dataDir = mkdtempSync(join(tmpdir(), 'parallax-start-'))
chmodSync(dataDir, 0o755)

const port = await new Promise((done) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => done(port))
  })
})

/** Returns the process `pid` and all its descendants, including PostgreSQL, which is detached but a descendant. */
function family(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat)
  const found = all.filter((one) => one.pid === pid)
  for (const { pid: parent } of found) found.push(...all.filter((one) => one.parent === parent))
  return found
}

function readStat(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    // In hundredths of a second: its own time, and that of its ended children.
    const cpu = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) / 100
    return [{ pid: Number(pid), parent: Number(fields[1]), command, cpu }]
  } catch {
    return [] // The process has ended meanwhile.
  }
}

/** Returns the proportional set size in MB: pages that several processes share count in parts. */
function pss(pid) {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const answers = () =>
  new Promise((done) => {
    get(`http://127.0.0.1:${port}/api/health`, (answer) => done(answer.resume().statusCode === 200)).on('error', () =>
      done(false),
    )
  })

const named = (command) =>
  /^npm/.test(command)
    ? 'npm'
    : (/\b(up|serve|worker|model-service)$/.exec(command)?.[1] ?? (/postgres/.test(command) ? 'postgres' : command))

const rounded = (value, digits) => Number(value.toFixed(digits))

/** Returns the sums of one figure over the processes of each name, and the number of processes. */
function summed(processes, figure, digits) {
  const sums = {}
  for (const one of processes) {
    const name = named(one.command)
    sums[name] = rounded((sums[name] ?? 0) + figure(one), digits)
  }
  return sums
}

try {
  for (let start = 1; start <= starts; start++) {
    const began = performance.now()
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, PARALLAX_DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = new Promise((done) => npm.once('exit', done))
    while (npm.exitCode === null && !(await answers())) await sleep(20)
    const seconds = rounded((performance.now() - began) / 1000, 2)
    const running = family(npm.pid)
    const cpu = rounded(
      running.reduce((sum, one) => sum + one.cpu, 0),
      2,
    )
    console.log(JSON.stringify({ start, seconds, cpuSeconds: cpu, ...summed(running, (one) => one.cpu, 2) }))
    if (start === starts && rest > 0) {
      await sleep(rest * 1000)
      const still = family(npm.pid).map((one) => ({ ...one, pss: pss(one.pid) }))
      const all = rounded(
        still.reduce((sum, one) => sum + one.pss, 0),
        0,
      )
      console.log(JSON.stringify({ megabytes: all, ...summed(still, (one) => one.pss, 1), processes: still.length }))
      for (const { command, pss } of still) if (process.env.START_LIST) console.log(rounded(pss, 1), command)
    }
    npm.kill('SIGTERM')
    await ended
    // npm ends before the processes that it started.
    while (await answers()) await sleep(50)
    await sleep(1000)
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
