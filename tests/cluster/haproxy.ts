import { join } from 'node:path'
import { startPart, type Part } from './part.js'

/** Starts HAProxy before a primary and its standby; it checks them every 200 ms and ends sessions with their server. */
export function startHaproxy(primaryPort: number, standbyPort: number): Promise<Part> {
  return start(
    (port) => `${beforeDatabase(port)}  default-server check inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primaryPort}
  server standby 127.0.0.1:${standbyPort} backup
`,
  )
}

/**
 * Starts HAProxy before several database servers, of which one is the primary. Every 200 ms it asks the health port of
 * each whether it is the primary.
 */
export function startHaproxyBeforePrimary(servers: readonly { port: number; healthPort: number }[]): Promise<Part> {
  const lines = servers.map(({ port, healthPort }, n) => `  server node${n} 127.0.0.1:${port} check port ${healthPort}`)
  return start(
    (port) => `${beforeDatabase(port)}  option httpchk GET /primary
  default-server inter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`,
  )
}

/** Starts HAProxy before the API processes; it sends requests in turn to those that report ready. */
export function startHaproxyBeforeApis(ports: readonly number[]): Promise<Part> {
  const lines = ports.map((port, n) => `  server api${n} 127.0.0.1:${port} check`)
  return start(
    (port) => `defaults
  mode http
  timeout connect 1s
  timeout client 2m
  timeout server 2m
  option redispatch
listen api
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /api/health/ready
  default-server inter 200ms fall 2 rise 1
${lines.join('\n')}
`,
  )
}

const beforeDatabase = (port: number) => `defaults
  mode tcp
  timeout connect 1s
  timeout client 10m
  timeout server 10m
  retries 0
listen database
  bind 127.0.0.1:${port}
`

function start(configuration: (port: number) => string): Promise<Part> {
  return startPart('haproxy', {
    args: (folder) => ['-db', '-q', '-f', join(folder, 'haproxy.cfg')],
    files: (_folder, port) => ({ 'haproxy.cfg': configuration(port) }),
  })
}
