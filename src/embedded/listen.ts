import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno } from '@parallax/shared/errno.js'

/**
 * Tries to listen on a port. Returns undefined if that is possible, else one line with the reason and the remedy. Waits
 * up to 2 s for a port that an ending process still holds.
 */
export async function portFault(host: string, port: number): Promise<string | undefined> {
  for (const deadline = Date.now() + 2000; ; await sleep(100)) {
    const error = await tryListen(host, port)
    if (error === undefined) return undefined
    if (!isErrno(error, 'EADDRINUSE') || Date.now() > deadline) return listenFault(error, host, port)
  }
}

/** The address at which a server that listens on `host` can be reached from this machine, ready for a URL. */
export function clientHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Returns one line with the reason why the server cannot listen, naming the variables, and the remedy. */
export function listenFault(error: Error, host: string, port: number): string {
  if (isErrno(error, 'EADDRINUSE'))
    return (
      `Port ${port} on ${host} is taken by another program (maybe another Parallax): stop it, ` +
      `or set PORT to a free one, such as PORT=${port + 1}.`
    )
  if (isErrno(error, 'EACCES')) return `This user may not listen on port ${port}: set PORT to a number above 1023.`
  if (isErrno(error, 'EADDRNOTAVAIL', 'ENOTFOUND'))
    return `HOST ${host} is not an address of this machine: use 127.0.0.1 or 0.0.0.0.`
  return `Nothing can listen on port ${port} (PORT) of ${host} (HOST): ${error.message}`
}

function tryListen(host: string, port: number): Promise<Error | undefined> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', done)
    server.listen(port, host, () => server.close(() => done(undefined)))
  })
}
