// Processor time and memory of the server's processes, read from /proc; processor time is NaN without /proc.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'

const hasProc = existsSync('/proc/self/stat')
const millisecondsPerTick = 10

/** Returns the fields of /proc/<pid>/stat after the name of the program: state, parent, and so on. */
const statOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

const allPids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** Returns a process id and those of its children, because the API may be several processes. */
function familyOf(pid) {
  const isChild = (one) => {
    try {
      return Number(statOf(one)[1]) === pid
    } catch {
      return false // The process ended while we were reading.
    }
  }
  return [pid, ...allPids().map(Number).filter(isChild)]
}

/** Returns the processor time (user and system) of a process and its children so far, in milliseconds. */
export function nodeMs(pid) {
  if (!hasProc) return NaN
  const ticks = familyOf(pid).map((one) => Number(statOf(one)[11]) + Number(statOf(one)[12]))
  return ticks.reduce((sum, one) => sum + one, 0) * millisecondsPerTick
}

/** Returns the process id of the postmaster, the parent of every connection's process; 0 without /proc. */
export async function postmasterOf(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parent = hasProc ? Number(statOf(rows[0].pid)[1]) : 0
  await client.end()
  return parent
}

/** Returns the processor time of PostgreSQL so far, in milliseconds: all its processes, ended ones included. */
export function postgresMs(postmaster) {
  if (!hasProc) return NaN
  let ticks = 0
  for (const pid of allPids()) {
    try {
      const stat = statOf(pid)
      // For the postmaster, the time of its ended children too.
      if (Number(pid) === postmaster) for (const at of [11, 12, 13, 14]) ticks += Number(stat[at])
      else if (Number(stat[1]) === postmaster) ticks += Number(stat[11]) + Number(stat[12])
    } catch {
      // The process ended while we were reading.
    }
  }
  return ticks * millisecondsPerTick
}

/**
 * Returns a memory field of /proc/<pid>/status, such as VmRSS, in megabytes, of a process and its children together.
 */
export const megabytesOf = (pid, field) =>
  familyOf(pid)
    .map((one) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${one}/status`, 'utf8'))[1]) / 1024)
    .reduce((sum, one) => sum + one, 0)

/** Resets VmHWM, so that it is the peak from this moment on. */
export function forgetPeak(pid) {
  for (const one of familyOf(pid)) writeFileSync(`/proc/${one}/clear_refs`, '5')
}
