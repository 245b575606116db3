import { join } from 'node:path'
import { startPart, type Part } from './part.js'

/** Starts PgBouncer in transaction mode before every database of a server, with few connections for many clients. */
export function startPgbouncer(serverUrl: string, connections: number): Promise<Part> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const server = `host=${hostname} port=${serverPort} user=${username} password=${password}`
  const settings = 'set jit to off; set statement_timeout to 30000'
  // PgBouncer refuses to run as root, which the tests may be.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  return startPart('pgbouncer', {
    args: (folder) => ['-q', ...user, join(folder, 'pgbouncer.ini')],
    files: (_folder, port) => ({
      'pgbouncer.ini': `[databases]
* = ${server} connect_query='${settings}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
server_idle_timeout = 5
server_login_retry = 1
`,
    }),
  })
}
