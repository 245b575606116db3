import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const hasNginx = spawnSync('nginx', ['-v']).error === undefined

/** Answers the addresses of the name `api`, as the name server of the compose network does; both may be changed. */
export async function startNameServer(addresses: string[]) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 5
    const known = query.subarray(12, 17).toString('latin1') === '\x03api\0' ? addresses : []
    const head = Buffer.from([
      query[0]!,
      query[1]!,
      0x81,
      known.length ? 0x80 : 0x83,
      0,
      1,
      0,
      known.length,
      0,
      0,
      0,
      0,
    ])
    // Each answer points to the name in the question, and holds an address of the Internet for a second.
    const answers = known.map((one) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...one.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  return { port: socket.address().port, addresses, close: () => new Promise<void>((done) => socket.close(done)) }
}

/**
 * Writes deploy/nginx.conf with the ports and folder of a test and returns the arguments that start nginx with it. It
 * still finds the API by its name.
 */
export function nginxArguments(folder: string, ports: { listen: number; names: number; api: number }): string[] {
  const edits: [string | RegExp, string][] = [
    ['resolver 127.0.0.11 ', `resolver 127.0.0.1:${ports.names} `],
    ['http://api:3001', `http://api:${ports.api}`],
    ['listen 8080;', `listen 127.0.0.1:${ports.listen};`],
    [/ \/tmp\//g, ` ${folder}/`],
    ['worker_processes auto;', `worker_processes 1; daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''}`],
  ]
  const text = edits.reduce(
    (conf, [from, to]) => {
      const next = conf.replace(from, to)
      if (next === conf) throw new Error(`deploy/nginx.conf no longer has ${from}`)
      return next
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  )
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, text)
  return ['-c', path, '-e', 'stderr']
}
