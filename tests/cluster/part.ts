import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/database/launch/postmaster.js'

export interface Part {
  port: number
  readonly pid: number
  /** Kills it at once, as a power loss would; `start` runs it again on the same port and in the same folder. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

interface Program {
  args: (folder: string, port: number) => string[]
  files?: (folder: string, port: number) => Record<string, string>
  /** Its environment; that of this process when absent. */
  env?: (folder: string, port: number) => NodeJS.ProcessEnv
}

/** Starts a server program in a temporary folder of its own, on a free port of the loopback interface. */
export async function startPart(program: string, { args, files = () => ({}), env }: Program): Promise<Part> {
  const folder = mkdtempSync(join(tmpdir(), 'parallax-part-'))
  chmodSync(folder, 0o777)
  const port = await freePort()
  for (const [name, text] of Object.entries(files(folder, port)))
    writeFileSync(join(folder, name), text, { mode: 0o666 })
  let child: ChildProcess
  let ended: Promise<void>
  const start = async () => {
    const own = spawn(program, args(folder, port), {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(env && { env: env(folder, port) }),
    })
    let said = ''
    own.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)))
    let failed: string | undefined
    own.once('error', (error) => (failed = error.message))
    ended = new Promise<void>((done) => own.once('exit', () => done()))
    child = own
    for (const until = Date.now() + 30_000; !(await listens(port));) {
      if (failed !== undefined || own.exitCode !== null || Date.now() > until)
        throw new Error(`${program} did not start: ${failed ?? said}`)
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  await start()
  return {
    port,
    get pid() {
      return child.pid ?? 0
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    start,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(late)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), done(true)))
    socket.once('error', () => done(false))
  })
}
