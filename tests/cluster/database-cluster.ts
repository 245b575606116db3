import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { startHaproxyBeforePrimary } from './haproxy.js'
import type { Part } from './part.js'
import { killServer, startPrimary, startReplica, type RunningReplica } from './replica.js'

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

interface Node {
  name: string
  url: string
  /** Undefined for the first primary, which was not started as a replica, and while the server is down. */
  replica: RunningReplica | undefined
  isPrimary: boolean
}

/**
 * Three PostgreSQL servers behind one address: a primary and two standbys. One standby must have each commit before it
 * is acknowledged. This code does what a manager such as Patroni does: a second after a server has died, it promotes a
 * standby or starts the server again.
 */
export interface DatabaseCluster {
  /** Always leads to the primary. */
  url: string
  /** The URL of each server, whether primary or standby. */
  nodeUrls: string[]
  proxy: Part
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Kills the primary, promotes the standby that has received most, and turns the former primary into a standby. */
  killPrimary(): Promise<void>
  /** Kills a standby, and starts it again after a second. */
  killStandby(): Promise<void>
  stop(): Promise<void>
}

export async function startDatabaseCluster(): Promise<DatabaseCluster> {
  const names = ['node0', 'node1', 'node2']
  const first = await startPrimary()
  const urlOf = (port: number) => Object.assign(new URL(first.url), { port: String(port) }).href
  const more = { synchronous_standby_names: `ANY 1 (${names.join(', ')})` }
  const nodes: Node[] = [{ name: 'node0', url: first.url, replica: undefined, isPrimary: true }]
  const healthOf = new Map<Node, Server>()
  for (const name of names.slice(1)) {
    const replica = await startReplica(first.url, name, { more })
    nodes.push({ name, url: replica.url, replica, isPrimary: false })
  }
  const servers = []
  for (const node of nodes) {
    const server = await tellWhetherPrimary(node)
    healthOf.set(node, server)
    servers.push({ port: Number(new URL(node.url).port), healthPort: (server.address() as AddressInfo).port })
  }
  const proxy = await startHaproxyBeforePrimary(servers)
  const url = urlOf(proxy.port)
  await onServer(first.url, `alter system set synchronous_standby_names = '${more.synchronous_standby_names}'`)
  await onServer(first.url, 'select pg_reload_conf()')
  // A standby connects to the primary through the proxy, so that it follows whichever server that is.
  const conninfo = (name: string) => {
    const { username, password } = new URL(url)
    return `host=127.0.0.1 port=${proxy.port} user=${username} password=${password} application_name=${name}`
  }
  for (const { url: own, name, replica } of nodes)
    if (replica) {
      await onServer(own, `alter system set primary_conninfo = '${conninfo(name)}'`)
      await onServer(own, 'select pg_reload_conf()')
    }
  await untilStreaming(url, 2, 60_000)
  const rebuild = async (node: Node) => {
    node.replica = await startReplica(url, node.name, { port: Number(new URL(node.url).port), more })
  }
  /** Rebuilds each standby that cannot follow the new primary from it, as a manager does. */
  const untilAllFollow = async () => {
    if (await untilStreaming(url, 2, 10_000).catch(() => false)) return
    const sql = `select application_name as name from pg_stat_replication where state = 'streaming'`
    const follow = (await onServer(url, sql)).map(({ name }) => name)
    for (const node of nodes.filter((one) => !one.isPrimary && !follow.includes(one.name))) {
      console.log(`${node.name} is made anew; it said: ${node.replica?.log().slice(-600)}`)
      await node.replica?.stop()
      await rebuild(node)
    }
    await untilStreaming(url, 2, 60_000)
  }

  return {
    url,
    nodeUrls: nodes.map((node) => node.url),
    proxy,
    query: (sql, values) => onServer(url, sql, values),
    async killPrimary() {
      const former = nodes.find((node) => node.isPrimary)!
      if (former.replica) await former.replica.kill()
      else killServer(first.pid)
      await sleep(1000)
      const heirs = await Promise.all(
        nodes
          .filter((node) => node !== former)
          .map(async (node) => {
            const [row] = await onServer(node.url, `select pg_last_wal_receive_lsn() - '0/0'::pg_lsn as bytes`)
            return { node, bytes: BigInt(String(row?.['bytes'])) }
          }),
      )
      const [heir] = heirs.sort((a, b) => (a.bytes < b.bytes ? 1 : -1))
      await onServer(heir!.node.url, 'select pg_promote()')
      former.isPrimary = false
      heir!.node.isPrimary = true
      await former.replica?.stop()
      await untilWritable(url)
      await rebuild(former)
      await untilAllFollow()
    },
    async killStandby() {
      const standby = nodes.find((node) => !node.isPrimary && node.replica)!
      await standby.replica!.kill()
      await sleep(1000)
      await standby.replica!.start()
      await untilAllFollow()
    },
    async stop() {
      for (const node of nodes) await node.replica?.stop()
      await first.stop().catch(() => undefined)
      for (const server of healthOf.values()) server.close()
      await proxy.stop()
    },
  }
}

/** Starts an HTTP server that answers 200 when the node is primary, 503 when it is a standby or down, like Patroni. */
async function tellWhetherPrimary(node: Node): Promise<Server> {
  let client: pg.Client | undefined
  const ask = async () => {
    if (!client) {
      const opened = new pg.Client({ connectionString: node.url, connectionTimeoutMillis: 300, query_timeout: 300 })
      opened.on('error', () => (client = undefined))
      await opened.connect()
      client = opened
    }
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  }
  const server = createServer((_request, response) => {
    ask().then(
      (primary) => response.writeHead(primary ? 200 : 503).end(),
      () => {
        client?.end().catch(() => undefined)
        client = undefined
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

async function onServer(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows
  } finally {
    await client.end()
  }
}

async function untilWritable(url: string): Promise<void> {
  await until(
    async () => (await onServer(url, 'select pg_is_in_recovery() as standby'))[0]?.['standby'] === false,
    60_000,
  )
}

async function untilStreaming(url: string, standbys: number, withinMs: number): Promise<true> {
  const sql = `select count(*)::int as count from pg_stat_replication where state = 'streaming'`
  return until(async () => (await onServer(url, sql))[0]?.['count'] === standbys, withinMs)
}

async function until(holds: () => Promise<boolean>, withinMs: number): Promise<true> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(100))
    if (await holds().catch(() => false)) return true
  throw new Error(`the database cluster did not become whole within ${withinMs / 1000} s`)
}
