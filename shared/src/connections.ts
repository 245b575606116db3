import type { ChildProcess } from 'node:child_process'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { openLine } from './line.js'

// One process accepts connections and hands them to several others. node:cluster is not used for this: it loses a
// connection on its way to a process that is killed, without closing it, so its client waits until it times out. Here,
// the accepting process keeps a connection open until the other process acknowledges it, and otherwise hands it to the
// next. Letting all processes accept on one socket (cluster.SCHED_NONE) needs no messages, but of 16 simultaneous
// connections one process takes between 1 and 16.

/** How many connections are kept while no process serves, for the second that a restart takes. */
const mostWaiting = 1000

/** A message of a process: whether it takes connections, or the id of a connection that it has received. */
type Said = { serves: boolean } | { has: number }

interface Taker {
  child: ChildProcess
  serves: boolean
  /** The connections on their way to the process, by id, which it has not acknowledged yet. */
  sent: Map<number, Socket>
}

/** The side that accepts connections. */
export interface HandOut {
  /**
   * Hands a connection, from which nothing has been read, to the next serving process; if none serves, the connection
   * waits.
   */
  hand(socket: Socket): void
  /** Adds a process. It gets connections while its last message says that it serves, until it ends. */
  join(child: ChildProcess): void
  /** Sets a callback that is called once, when the first process serves. */
  onFirst(act: () => void): void
  /** Closes the connections that no process has taken. */
  close(): void
}

/** Creates the accepting side, which hands connections to processes in turn. */
export function handOut(): HandOut {
  const takers = new Set<Taker>()
  let waiting: Socket[] = []
  let last = 0
  let first: (() => void) | undefined

  function next(): Taker | undefined {
    for (const taker of takers) {
      if (!taker.serves) continue
      // A process that gets a connection moves to the end of the line.
      takers.delete(taker)
      takers.add(taker)
      return taker
    }
    return undefined
  }
  function hand(socket: Socket): void {
    const taker = next()
    if (!taker) return void (waiting.length < mostWaiting ? waiting.push(socket) : socket.destroy())
    const id = (last += 1)
    taker.sent.set(id, socket)
    taker.child.send({ topic: 'connection', message: { id } }, socket, { keepOpen: true }, () => undefined)
  }
  function handAgain(sockets: Iterable<Socket>): void {
    for (const socket of sockets) hand(socket)
  }
  return {
    hand(socket) {
      socket.on('error', () => socket.destroy())
      hand(socket)
    },
    join(child) {
      const taker: Taker = { child, serves: false, sent: new Map() }
      takers.add(taker)
      openLine<never, Said>(child, 'connection').onMessage((message) => {
        if ('has' in message) {
          // Closes this process's copy of the socket only.
          taker.sent.get(message.has)?.destroy()
          return void taker.sent.delete(message.has)
        }
        taker.serves = message.serves
        if (!message.serves) return
        first?.()
        first = undefined
        handAgain(waiting.splice(0))
      })
      child.once('exit', () => {
        takers.delete(taker)
        handAgain(taker.sent.values())
      })
    },
    onFirst(act) {
      first = act
    },
    close() {
      for (const socket of waiting) socket.destroy()
      waiting = []
    },
  }
}

/** The side that serves connections. */
export interface HandedIn {
  /** Stops taking connections, and waits until the open ones have ended. */
  drain(): Promise<void>
}

/**
 * Makes a server that does not listen serve the connections that its parent process hands to it. If the parent
 * disappears, however it ended, this process exits immediately: to clients both are one server, and a client that tries
 * again is served by the replacing processes.
 */
export function takeConnections(server: Server): HandedIn {
  process.once('disconnect', () => process.exit(1))
  const line = openLine<Said, never>(process, 'connection')
  const open = new Set<Socket>()
  let drained: (() => void) | undefined
  process.on('message', (received, socket) => {
    const { topic, message } = received as { topic?: string; message?: { id: number } }
    if (topic !== 'connection' || !message) return
    line.send({ has: message.id })
    if (!(socket instanceof Socket)) return
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) drained?.()
    })
    server.emit('connection', socket)
  })
  // On this event Node starts to check for connections that send too slowly.
  server.emit('listening')
  // Like a listening socket, the channel keeps the process alive.
  process.channel?.ref()
  line.send({ serves: true })
  return {
    async drain() {
      line.send({ serves: false })
      process.channel?.unref()
      if (open.size > 0) await new Promise<void>((done) => (drained = done))
    },
  }
}
