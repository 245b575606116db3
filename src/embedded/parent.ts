import { basename } from 'node:path'
import { readIfPresent } from '../database/launch/postgres-home.js'

const lookMs = 500
const shells = ['sh', 'dash', 'bash', 'ash', 'busybox']

/**
 * Calls `gone` when the npm that started this process has ended, because npm does not forward a signal that only npm
 * gets. Where npm runs its script in a shell that stays, the shell's parent is watched too. Does nothing in a process
 * that npm did not start, which may outlive its terminal. Returns a function that ends the watch.
 */
export function watchNpm(env: NodeJS.ProcessEnv, gone: () => void): () => void {
  if (!env.npm_lifecycle_event || process.platform === 'win32') return () => undefined
  const parent = process.ppid
  const shell = procStat(parent)
  const ofShell = shell !== undefined && shells.includes(basename(shell.name)) ? shell.parent : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (ofShell === undefined || procStat(parent)?.parent === ofShell)) return
    clearInterval(timer)
    gone()
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Sends this process SIGTERM when the npm that started it has ended, unless it has a supervisor that stops it. */
export function endWithNpm(): void {
  if (process.send === undefined) watchNpm(process.env, () => process.kill(process.pid, 'SIGTERM'))
}

/**
 * Returns name, parent and start time (ticks since the machine started) of a process; undefined if /proc does not say.
 */
export function procStat(pid: number): { name: string; parent: number; startedAt: string } | undefined {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readIfPresent(`/proc/${pid}/stat`) ?? '') ?? []
  const fields = rest?.split(' ')
  if (name === undefined || fields === undefined) return undefined
  return { name, parent: Number(fields[1]), startedAt: fields[19] ?? '' }
}
