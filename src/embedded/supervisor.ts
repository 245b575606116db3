import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Supervised {
  /** Asks the process to end, waits and kills it when it does not. */
  stop(): Promise<void>
  kill(): void
}

export interface SupervisedCommand {
  /** What it is called in messages. */
  name: string
  /** Program and arguments. */
  command: string[]
  env: NodeJS.ProcessEnv
  print: (line: string) => void
  /** Called once when the process keeps ending. */
  giveUp: (reason: string) => void
}

const maxRestarts = 5
const windowMs = 60_000
const stopTimeoutMs = 15_000

/**
 * Keeps a process running: starts it again with growing pauses (0.25 s to 4 s) up to 5 times a minute. The process gets
 * an IPC channel, whose end tells it that this process is gone, and a group of its own, so that Ctrl-C reaches only
 * this process.
 */
export function supervise({ name, command, env, print, giveUp }: SupervisedCommand): Supervised {
  let child: ChildProcess | undefined
  let stopping = false
  let ends: number[] = []
  const pause = new AbortController()

  const start = (): void => {
    const [file = '', ...args] = command
    child = spawn(file, args, {
      env,
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.once('error', (error) => print(`The ${name} could not be started: ${error.message}`))
    child.once('close', (code, signal) => {
      child = undefined
      if (!stopping) void restart(code === null ? `signal ${signal}` : `exit code ${code}`)
    })
  }
  const restart = async (how: string): Promise<void> => {
    const now = Date.now()
    ends = [...ends.filter((time) => now - time < windowMs), now]
    if (ends.length > maxRestarts)
      return giveUp(`The ${name} ended ${ends.length} times within a minute (last with ${how}): giving up.`)
    const pauseMs = 250 * 2 ** (ends.length - 1)
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
 * For a process that `up` started: calls `stop` when the supervisor is gone, however it ended. Does nothing elsewhere.
 */
export function exitWithParent(stop: () => void): void {
  if (process.send === undefined) return
  if (!process.connected) return stop()
  process.once('disconnect', stop)
  // The listener alone must not keep a process alive that has nothing else to do.
  process.channel?.unref()
}
