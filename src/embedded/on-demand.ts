import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { handOut } from '@parallax/shared/connections.js'
import type { Supervised } from './supervisor.js'

/** A part that starts when it is used for the first time, and then keeps running. */
export interface PartOnDemand extends Supervised {
  wake(): void
}

/**
 * Makes a part that `start` starts at its first use. When the part cannot be started, the reason is printed and the
 * next use tries again: an installation that has run for hours must not end because of it.
 */
export function onDemand(
  start: (giveUp: (reason: string) => void) => Supervised,
  print: (line: string) => void,
): PartOnDemand {
  let part: Supervised | undefined
  let isOver = false
  const giveUp = (reason: string) => {
    part = undefined
    print(reason)
  }
  return {
    wake() {
      if (!isOver) part ??= start(giveUp)
    },
    kill() {
      isOver = true
      part?.kill()
    },
    async stop() {
      isOver = true
      await part?.stop()
    },
  }
}

/**
 * Accepts the connections to a part at a port of 127.0.0.1, starts the part with the first connection, and hands it all
 * of them. `start` calls `spawned` with each process that it starts for the part.
 */
export async function onConnection(
  port: number,
  start: (giveUp: (reason: string) => void, spawned: (child: ChildProcess) => void) => Supervised,
  print: (line: string) => void,
): Promise<PartOnDemand> {
  const connections = handOut()
  const part = onDemand(
    (giveUp) => start(giveUp, connections.join),
    (reason) => {
      print(reason)
      connections.close()
    },
  )
  const listener = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    part.wake()
    connections.hand(socket)
  })
  await new Promise<void>((done, fail) => {
    listener.once('error', fail)
    listener.listen(port, '127.0.0.1', done)
  })
  return {
    wake: part.wake,
    kill() {
      listener.close()
      part.kill()
    },
    async stop() {
      listener.close()
      await part.stop()
      connections.close()
    },
  }
}
