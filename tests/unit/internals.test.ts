import 'reflect-metadata'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type AddressInfo } from 'node:net'
import { PostgresConnection, PostgresQueueBackend } from 'bullmq'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { Parser } from 'pg-protocol/dist/parser.js'
import { describe, expect, it } from 'vitest'
import { resolvers } from '../../src/areas.js'

/** Before raising one of these versions, read its rows in docs/decisions/0008-internals-of-libraries.md. */
const writtenFor: Record<string, string> = {
  pg: '8.23.1',
  'pg-protocol': '1.16.1',
  'type-graphql': '2.0.0-rc.4',
  bullmq: '6.7.0',
}

const versionOf = (name: string) =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }).version

describe('internals of libraries that the server relies on', () => {
  it.each(Object.entries(writtenFor))('are those of %s %s', (name, version) => {
    expect(versionOf(name)).toBe(version)
  })

  it('pg: a connection attaches its listeners by a method, and a query hears of rows by methods of its own', () => {
    const client = new pg.Client() as unknown as { connection: Record<string, unknown> }
    expect(client.connection.attachListeners).toBeTypeOf('function')
    expect(client.connection.describe).toBeTypeOf('function')
    expect(client.connection.sync).toBeTypeOf('function')
    for (const name of ['parse', 'bind', 'execute']) expect(client.connection[name], name).toBeTypeOf('function')
    for (const name of ['parsedStatements', 'submittedNamedStatements']) expect(client.connection[name]).toEqual({})
    const query = pg.Query.prototype as unknown as Record<string, unknown>
    for (const method of ['handleDataRow', 'handleRowDescription', 'handleCommandComplete', 'handleReadyForQuery'])
      expect(query[method], method).toBeTypeOf('function')
    expect([new Date(0), [1, null], null].map(prepareValue)).toEqual([
      expect.stringContaining('19'),
      '{"1",NULL}',
      null,
    ])
    for (const name of ['processID', 'secretKey', 'connectionParameters']) expect(name in client).toBe(true)
    expect((pg.Client.prototype as unknown as Record<string, unknown>).getStartupConf).toBeTypeOf('function')
  })

  it('pg-protocol: a parser takes bytes and hands out messages with a name', () => {
    const names: string[] = []
    const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
    new Parser().parse(readyForQuery, (message) => names.push(message.name))
    expect(names).toEqual(['readyForQuery'])
  })

  it('type-graphql: what is decorated is listed in one global registry, by class and by name in the schema', () => {
    expect(resolvers.length).toBeGreaterThan(0)
    const registry = (globalThis as unknown as { TypeGraphQLMetadataStorage: Record<string, object[]> })
      .TypeGraphQLMetadataStorage
    expect(registry['objectTypes']).toContainEqual(expect.objectContaining({ name: 'Claim' }))
    expect(registry['fields']).toContainEqual(
      expect.objectContaining({ name: 'interpolatedCount', schemaName: 'interpolatedFrameCount' }),
    )
    for (const list of ['interfaceTypes', 'unions'])
      expect(registry[list]).toContainEqual(expect.objectContaining({ resolveType: expect.any(Function) }))
  })

  it('Node: the handle of a socket says what was written and what of it the kernel has not taken', async () => {
    const server = createServer((socket) => socket.pause()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(Buffer.alloc(64 * 1024 * 1024))
    const handle = (socket as unknown as { _handle: Record<string, unknown> })._handle
    expect(handle['bytesWritten']).toBe(64 * 1024 * 1024)
    expect(handle['writeQueueSize']).toBeGreaterThan(0)
    socket.destroy()
    server.close()
  })

  it('Node: a server that got only the event `listening` still applies headersTimeout to connections passed to it', async () => {
    const options = { headersTimeout: 300, connectionsCheckingInterval: 100 }
    const server = createHttpServer(options, (_request, response) => void response.end('served'))
    server.emit('listening')
    const listener = createServer((socket) => void server.emit('connection', socket)).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const socket = connect((listener.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n')
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 408 /)
    await once(socket, 'close')
    listener.close()
    server.close()
  })

  it('BullMQ: the Postgres connection waits by a method, the backend has a longest wait', () => {
    expect(PostgresConnection.prototype.waitUntilReady).toBeTypeOf('function')
    expect(PostgresConnection.prototype.getListenClient).toBeTypeOf('function')
    expect(Object.getOwnPropertyDescriptor(PostgresQueueBackend.prototype, 'maximumBlockTimeout')).toBeDefined()
  })
})
