// Processor time and memory of the server's processes as /proc tells them; NaN where there is no /proc.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'

const known = existsSync('/proc/self/stat')
const millisecondsPerTick = 10

/** What stands behind the name of a process in /proc: state, parent, and so on. */
const statOf = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

const allPids = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** A process and those that it started: the API may be several. */
function familyOf(pid) {
  const isChild = (one) => {
    try {
      return Number(statOf(one)[1]) === pid
    } catch {
      return false // It ended while we were reading.
    }
  }
  return [pid, ...allPids().map(Number).filter(isChild)]
}

/** Processor time of a process and its children so far, user and system. */
export function nodeMs(pid) {
  if (!known) return NaN
  const ticks = familyOf(pid).map((one) => Number(statOf(one)[11]) + Number(statOf(one)[12]))
  return ticks.reduce((sum, one) => sum + one, 0) * millisecondsPerTick
}

/** The process that every connection's process is a child of. */
export async function postmasterOf(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parent = known ? Number(statOf(rows[0].pid)[1]) : 0
  await client.end()
  return parent
}

/** Processor time of the database server and all its processes so far, ended ones included. */
export function postgresMs(postmaster) {
  if (!known) return NaN
  let ticks = 0
  for (const pid of allPids()) {
    try {
      const stat = statOf(pid)
      // Of the postmaster also what its ended children used.
      if (Number(pid) === postmaster) for (const at of [11, 12, 13, 14]) ticks += Number(stat[at])
      else if (Number(stat[1]) === postmaster) ticks += Number(stat[11]) + Number(stat[12])
    } catch {
      // It ended while we were reading.
    }
  }
  return ticks * millisecondsPerTick
}

/** Megabytes of a field of /proc/<pid>/status, such as VmRSS, of a process and its children together. */
export const megabytesOf = (pid, field) =>
  familyOf(pid)
    .map((one) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${one}/status`, 'utf8'))[1]) / 1024)
    .reduce((sum, one) => sum + one, 0)

/** From now on VmHWM is the peak since this moment. */
export function forgetPeak(pid) {
  for (const one of familyOf(pid)) writeFileSync(`/proc/${one}/clear_refs`, '5')
}
