import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/**
 * Returns the key of a connection, its two ports. The addresses are omitted, because the tables of the kernel contain
 * them in the byte order of the machine.
 */
const nameOf = (localPort: number, remotePort: number) => `${localPort}:${remotePort}`

const tables = ['/proc/net/tcp', '/proc/net/tcp6']

/** Returns the text of one table; undefined if it does not exist, as on systems other than Linux. */
const tableText = (path: string): Promise<string | undefined> => readFile(path, 'latin1').catch(() => undefined)

/**
 * Returns, for each socket, the bytes that the kernel has accepted and the other end has not acknowledged. They show
 * the progress of a slow reader in steps of some ten kilobytes, which the process would otherwise see only by the
 * megabyte. Connections that the kernel does not list are missing; the map is empty if the kernel does not report them.
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
  const bytesOf = new Map<Socket, number>()
  if (wanted.size === 0) return bytesOf
  for (const text of await Promise.all(tables.map(tableText)))
    for (const [name, bytes] of connectionsOf(text ?? ''))
      // Clients with the same port on several machines share one name, and their bytes are added: progress of any of
      // them counts.
      for (const socket of wanted.get(name) ?? []) bytesOf.set(socket, (bytesOf.get(socket) ?? 0) + bytes)
  return bytesOf
}

/**
 * One line, such as ` 0: 0100007F:A359 0100007F:AC20 01 0038D400:00000000 …`: both ends, the state and the bytes that
 * are not acknowledged, in hexadecimal.
 */
const row = /^ *\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm

function* connectionsOf(text: string): Generator<[name: string, bytes: number]> {
  for (const [, local = '', remote = '', queue = ''] of text.matchAll(row))
    yield [nameOf(parseInt(local, 16), parseInt(remote, 16)), parseInt(queue, 16)]
}
