import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** A connection as the tables of the kernel name it, without the addresses: they are in the order of the machine. */
const nameOf = (localPort: number, remotePort: number) => `${localPort}:${remotePort}`

const tables = ['/proc/net/tcp', '/proc/net/tcp6']

/** One table as text; undefined where there is none, which is everywhere but on Linux. */
const tableText = (path: string): Promise<string | undefined> => readFile(path, 'latin1').catch(() => undefined)

/**
 * Bytes that the kernel has taken of each connection and that the other end has not acknowledged: what a slow reader
 * takes shows here in steps of some ten kilobytes, where the process hears of megabytes. Undefined for connections that
 * are not known, and for all where the kernel tells nothing.
 */
export async function unacknowledged(sockets: Iterable<Socket>): Promise<Map<Socket, number>> {
  const wanted = new Map<string, Socket[]>()
  for (const socket of sockets) {
    const { localPort, remotePort } = socket
    if (localPort === undefined || remotePort === undefined) continue
    const name = nameOf(localPort, remotePort)
    const named = wanted.get(name)
    if (named) named.push(socket)
    else wanted.set(name, [socket])
  }
  const found = new Map<Socket, number>()
  if (wanted.size === 0) return found
  for (const text of await Promise.all(tables.map(tableText)))
    for (const [name, bytes] of connectionsOf(text ?? ''))
      // Clients of one port on several machines have one number together: progress of any of them is progress.
      for (const socket of wanted.get(name) ?? []) found.set(socket, (found.get(socket) ?? 0) + bytes)
  return found
}

/** `  0: 0100007F:A359 0100007F:AC20 01 0038D400:00000000 …`: ends, state, bytes to be acknowledged, in hexadecimal. */
const row = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm

function* connectionsOf(text: string): Generator<[name: string, bytes: number]> {
  for (const [, local = '', remote = '', queue = ''] of text.matchAll(row))
    yield [nameOf(parseInt(local, 16), parseInt(remote, 16)), parseInt(queue, 16)]
}
