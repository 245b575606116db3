// A follower of the feed of changes for the campaign of kills: `parallax follow`, which is killed and restarted like
// all other processes. At the end its copy must have the bytes of the export.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Starts the follower of a user's own content; `random` returns numbers from 0 to 1. */
export function startFollower({ url, cookie, folder, random }) {
  const copy = join(folder, 'copy')
  let kills = 0
  let ended = 0
  let over = false
  let child
  const run = (...args) => {
    const env = { PATH: process.env.PATH, PARALLAX_URL: url, PARALLAX_COOKIE: cookie }
    const own = spawn(process.execPath, ['bin/parallax.mjs', 'follow', copy, ...args], { cwd: root, env })
    let output = ''
    for (const stream of [own.stdout, own.stderr])
      stream.on('data', (chunk) => (output = (output + chunk).slice(-2000)))
    const end = new Promise((done) => own.once('exit', (code) => done({ code, output })))
    return { own, end }
  }
  async function follow() {
    while (!over) {
      child = run()
      const { own, end } = child
      const killed = await Promise.race([end.then(() => false), sleep(500 + random() * 5000).then(() => true)])
      if (killed) {
        own.kill('SIGKILL')
        kills += 1
      } else ended += 1
      await end
    }
  }
  const running = follow()
  return {
    /** Ends the follower, brings its copy up to date, and returns the faults found in it. */
    async findings(request) {
      over = true
      await running
      const { code, output } = await run('--once').end
      if (code !== 0) return [`parallax follow --once ended with ${code}: ${output}`]
      const exported = Buffer.from((await request('GET', '/api/export/all')).text)
      const copied = readFileSync(join(copy, 'copy.ndjson'))
      const lines = copied.toString().split('\n').length - 1
      this.report = `follower: ${lines} lines, killed ${kills} times, ended by itself ${ended} times`
      return sha256(copied) === sha256(exported)
        ? []
        : [`the copy of the follower (${copied.length} bytes) is not the export (${exported.length} bytes)`]
    },
  }
}
