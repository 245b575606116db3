import { spawn as spawnProcess, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Supervised {
  /** Asks the process to end, waits and kills it when it does not. */
  stop(): Promise<void>
  kill(): void
}

export interface SupervisedCommand {
  /** What it is called in messages. */
  name: string
  /** Starts it. */
  spawn: () => ChildProcess
  print: (line: string) => void
  /** Called once when the process cannot be started at all. */
  giveUp: (reason: string) => void
}

const mostStarts = 6
const upMs = 5000
const longestPauseMs = 8000
const calmMs = 60_000
const stopTimeoutMs = 15_000

/**
 * Keeps a process running: starts it again with pauses that grow from 0.25 s to 8 s with each end within a minute,
 * however often it is killed. Only one that ends by itself at each of six starts, and has never run for 5 s, is given
 * up.
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
      // Windows knows no SIGTERM; there the end of the channel is the request.
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
 * A program with an IPC channel, whose end tells it that this process is gone, and a group of its own, so that Ctrl-C
 * reaches only this process.
 */
export function spawnPart([file = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawnProcess(file, args, {
    env,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
}

/** What a process wrote to its standard error before it ended: the message of an error rather than its stack. */
function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim())
  const reason = lines.findLast((line) => /^\w*Error\b.*: /.test(line)) ?? lines.findLast((line) => line !== '')
  return reason === undefined ? '.' : `: ${reason}`
}

/**
 * For a process that `up` started: calls `stop` when the supervisor is gone, however it ended. Does nothing elsewhere.
 */
export function exitWithParent(stop: () => void): void {
  if (process.send === undefined) return
  // The pipe to the supervisor breaks with it; a complaint that nobody reads must not keep the process from its end.
  process.stderr.on('error', () => undefined)
  if (!process.connected) return stop()
  process.once('disconnect', stop)
  // The listener alone must not keep a process alive that has nothing else to do.
  process.channel?.unref()
}
