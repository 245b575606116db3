import { spawn as spawnProcess, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Supervised {
  /** Asks the process to end and waits; kills it when it has not ended after 15 s. */
  stop(): Promise<void>
  kill(): void
}

export interface SupervisedCommand {
  /** The name of the process in messages. */
  name: string
  /** Starts the process; called again for each restart. */
  spawn: () => ChildProcess
  print: (line: string) => void
  /** Called once, with the reason in one line, when the process cannot be started at all. */
  giveUp: (reason: string) => void
}

const mostStarts = 6
const upMs = 5000
const longestPauseMs = 8000
const calmMs = 60_000
const stopTimeoutMs = 15_000

/**
 * Keeps a process running: restarts it after pauses that double, from 0.25 s up to 8 s, with each end within a minute,
 * however often it is killed. Gives up only if the process has exited by itself within 5 s at six starts and has never
 * run for longer.
 */
export function supervise({ name, spawn, print, giveUp }: SupervisedCommand): Supervised {
  let child: ChildProcess | undefined
  let stopping = false
  let ends: number[] = []
  let failedStarts = 0
  const pause = new AbortController()

  const start = (): void => {
    const startedAt = performance.now()
    let complaint = ''
    child = spawn()
    child.stderr?.on('data', (chunk: Buffer) => {
      process.stderr.write(chunk)
      complaint = (complaint + chunk.toString()).slice(-10_000)
    })
    child.once('error', (error) => {
      complaint = error.message
      print(`The ${name} could not be started: ${error.message}`)
    })
    child.once('close', (code, signal) => {
      child = undefined
      if (stopping) return
      if (performance.now() - startedAt >= upMs) failedStarts = -Infinity
      else if (code !== null) failedStarts += 1
      const how = code === null ? `signal ${signal}` : `exit code ${code}`
      if (failedStarts < mostStarts) void restart(how)
      else giveUp(`The ${name} cannot be started, it ended ${failedStarts} times with ${how}${reasonIn(complaint)}`)
    })
  }
  const restart = async (how: string): Promise<void> => {
    const now = performance.now()
    ends = [...ends.filter((time) => now - time < calmMs), now]
    const pauseMs = Math.min(250 * 2 ** (ends.length - 1), longestPauseMs)
    print(`The ${name} ended with ${how}: starting it again in ${pauseMs / 1000} s.`)
    await sleep(pauseMs, undefined, { signal: pause.signal }).catch(() => undefined)
    if (!stopping) start()
  }
  start()
  return {
    kill: () => {
      stopping = true
      pause.abort()
      child?.kill('SIGKILL')
    },
    stop: async () => {
      stopping = true
      pause.abort()
      if (child === undefined) return
      const ended = new Promise((done) => child?.once('close', done))
      // Windows has no SIGTERM; there, closing the IPC channel asks the process to end.
      if (process.platform === 'win32') child.disconnect()
      else child.kill('SIGTERM')
      const timer = setTimeout(() => {
        print(`The ${name} did not end within ${stopTimeoutMs / 1000} s and was killed.`)
        child?.kill('SIGKILL')
      }, stopTimeoutMs)
      await ended
      clearTimeout(timer)
    },
  }
}

/**
 * Starts a program with an IPC channel, whose closing tells it that this process has ended, and in its own process
 * group, so that Ctrl-C reaches only this process.
 */
export function spawnPart([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawnProcess(file, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
}

/**
 * Returns the reason why a process ended, from its standard error: the message of its last error rather than the stack,
 * else the last line.
 */
function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim())
  const reason = lines.findLast((line) => /^\w*Error\b.*: /.test(line)) ?? lines.findLast((line) => line !== '')
  return reason === undefined ? '.' : `: ${reason}`
}
