// Downloads frozen exports with `parallax export --resume` through a slow connection, while the command or the API is
// killed again and again; each file must equal the streamed export. Usage: node bench/resume.mjs [--kills 200] [--seed
// 1]
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { startServer } from './server.mjs'
import { upload } from './transfer.mjs'

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } })
const kills = Number(values.kills ?? 200)
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
/** The bytes that the connection lets through every 10 ms. */
const pace = 16 * 1024

let state = Number(values.seed ?? 1)
/** Returns a number from 0 to 1, from a linear congruential generator (Numerical Recipes, 7.1). */
const random = () => (state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32

/** Opens a proxy of the server with slow answers, so that kills happen during downloads. */
async function slowLine(port) {
  const server = createServer((client) => {
    const target = connect(port, '127.0.0.1')
    client.on('data', (bytes) => target.write(bytes))
    target.on('data', async (bytes) => {
      target.pause()
      for (let at = 0; at < bytes.length && !client.destroyed; at += pace) {
        client.write(bytes.subarray(at, at + pace))
        await sleep(10)
      }
      target.resume()
    })
    target.on('end', () => client.end())
    for (const [one, other] of [
      [client, target],
      [target, client],
    ])
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return { port: server.address().port, close: () => server.close() }
}

async function digestOf(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), createGunzip(), hash)
  return hash.digest('hex')
}

const server = await startServer()
server.startWorker()
const line = await slowLine(server.port)
try {
  const data = join(server.folder, 'all.jsonl')
  spawnSync(process.execPath, [here('./generate.mjs'), '--out', data, '--scale', '1'], { stdio: 'inherit' })
  const cookie = await server.user('resume')
  await upload(server, cookie, '/api/import', data)
  const streamed = await fetch(`${server.url}/api/export/all`, { headers: { cookie } })
  const expected = createHash('sha256')
    .update(Buffer.from(await streamed.arrayBuffer()))
    .digest('hex')
  const file = join(server.folder, 'copy.jsonl.gz')
  const part = `${file}.part`
  const sizeNow = () => statSync(part, { throwIfNoEntry: false })?.size ?? 0
  const env = { ...process.env, PARALLAX_URL: `http://127.0.0.1:${line.port}`, PARALLAX_COOKIE: cookie }
  const begin = () => {
    const child = spawn(process.execPath, [here('../bin/parallax.mjs'), 'export', file, '--resume', '--json'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (text) => (errors += text))
    return { child, ended: new Promise((done) => child.once('exit', (code) => done({ code, errors }))) }
  }
  const counts = { client: 0, server: 0, files: 0, wrong: 0, failed: [] }
  let running
  while (counts.client + counts.server < kills) {
    running ??= begin()
    const least = sizeNow() + Math.ceil(random() * 400_000)
    let isOver = false
    const grown = async () => {
      while (!isOver && sizeNow() < least) await sleep(2)
    }
    const outcome = await Promise.race([running.ended, grown()])
    isOver = true
    if (outcome) {
      running = undefined
      if (outcome.code !== 0) counts.failed.push(outcome.errors)
      else {
        counts.files += 1
        if ((await digestOf(file)) !== expected) counts.wrong += 1
        rmSync(file)
      }
      if (counts.failed.length > 5) break
    } else if (random() < 0.5) {
      running.child.kill('SIGKILL')
      await running.ended
      running = undefined
      counts.client += 1
    } else {
      await server.killed()
      counts.server += 1
    }
  }
  running?.child.kill('SIGKILL')
  console.log(JSON.stringify({ what: 'downloads resumed after kills', ...counts }))
  process.exitCode = counts.wrong || counts.failed.length ? 1 : 0
} finally {
  line.close()
  await server.stop()
}
