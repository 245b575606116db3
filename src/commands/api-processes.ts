import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import type { Logger } from 'pino'
import { lineToUp, type SaidByApi, type SaidToApi } from '@parallax/shared/part.js'
import { untilStopped } from '@parallax/shared/until-stopped.js'
import type { Config } from '../config.js'
import { listenFault } from '../embedded/listen.js'
import { spawnPart, supervise, type Supervised } from '../embedded/supervisor.js'
import type { Taken } from '../http/rate-limit-store.js'
import { openAdmission } from '../lib/fairness/admission.js'
import { openLine, type Line } from '@parallax/shared/line.js'
import { shareAdmission, type PlaceRequest, type PlaceReply } from '../lib/fairness/shared-admission.js'
import { placesOf } from '../places.js'
import { handOut } from '@parallax/shared/connections.js'
import { indexVariable } from './process.js'

/**
 * Runs the API as `config.processes` processes until it is told to stop; returns the exit code. This process accepts
 * the connections and serves no request itself: it hands each connection to the next process in turn, holds the
 * admission places that the processes share, passes their rate limit counts on, and restarts processes that end.
 */
export async function keepProcesses(config: Config, log: Logger): Promise<number> {
  const listener = createServer({ pauseOnConnect: true, noDelay: true })
  const connections = handOut()
  listener.on('connection', connections.hand)
  const admission = openAdmission(placesOf(config))
  const counts = new Set<Line<Taken, Taken>>()
  const children: Supervised[] = []

  function spawn(index: number): ChildProcess {
    const program = [process.execPath, ...process.execArgv, process.argv[1] ?? '', 'serve']
    const child = spawnPart(program, { ...process.env, [indexVariable]: String(index) })
    connections.join(child)
    const giveBack = shareAdmission(admission, openLine<PlaceReply, PlaceRequest>(child, 'places'))
    openLine<SaidToApi, SaidByApi>(child, 'up').onMessage((message) => lineToUp().send(message))
    const line = openLine<Taken, Taken>(child, 'counts')
    counts.add(line)
    line.onMessage((taken) => {
      for (const other of counts) if (other !== line) other.send(taken)
    })
    child.once('exit', () => {
      counts.delete(line)
      giveBack()
    })
    return child
  }
  const gaveUp = new Promise<string>((giveUp) => {
    const start = (index: number) => {
      const name = `process ${index} of the API`
      children.push(supervise({ name, spawn: () => spawn(index), print: (line) => log.warn(line), giveUp }))
    }
    listener.on('error', (error) => giveUp(listenFault(error, config.host, config.port)))
    // The port is opened once the first process serves, and the other processes start only then, so that the first
    // process starts with the machine for itself.
    connections.onFirst(() => {
      listener.listen({ host: config.host, port: config.port })
      for (let index = 1; index < config.processes; index++) start(index)
    })
    start(0)
  })
  const reason = await Promise.race([untilStopped(), gaveUp])
  listener.close()
  await Promise.all(children.map((child) => child.stop()))
  connections.close()
  if (reason === undefined) return 0
  log.fatal(reason)
  return 1
}
