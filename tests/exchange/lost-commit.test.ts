import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from '../support/database.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { entity, persona } from './lines.js'
import { exportLines, importLines } from './support.js'

/**
 * When the connection of an import is cut: before its COMMIT reaches the database, or after that but before the
 * response comes back.
 */
type Cut = 'before' | 'after' | null

describe('an import whose connection is cut at its COMMIT', () => {
  let api: TestApi
  let proxy: Server
  let cut: Cut = null
  let cuts = 0
  let database: Awaited<ReturnType<typeof freshDatabase>>

  /** Forwards everything between the server and PostgreSQL, and cuts the connection as `cut` says. */
  function pass(client: Socket): void {
    const target = new URL(database.url)
    const backend = connect(Number(target.port), target.hostname)
    let isImport = false
    let isCommitting = false
    const end = () => {
      client.destroy()
      backend.destroy()
    }
    for (const socket of [client, backend]) socket.on('error', end).on('close', end)
    client.on('data', (chunk: Buffer) => {
      if (cut && chunk.includes('create temp table')) isImport = true
      if (cut && isImport && chunk.includes('commit\0')) {
        cuts += 1
        if (cut === 'before') return end()
        isCommitting = true
      }
      backend.write(chunk)
    })
    backend.on('data', (chunk: Buffer) => (isCommitting ? end() : client.write(chunk)))
  }

  beforeAll(async () => {
    database = await freshDatabase()
    proxy = createServer(pass).listen(0, '127.0.0.1')
    await new Promise((listening) => proxy.once('listening', listening))
    const url = new URL(database.url)
    url.hostname = '127.0.0.1'
    url.port = String((proxy.address() as AddressInfo).port)
    api = await startApi({ DATABASE_URL: url.href })
  })
  afterAll(async () => {
    cut = null
    await api.stop()
    proxy.close()
    await database.drop()
  })

  async function importWith(when: Cut): Promise<{ who: Person; status: number; body: any }> {
    const who = await api.person()
    cuts = 0
    cut = when
    const { status, body } = await importLines(who, [persona(), entity('e1')])
    cut = null
    expect(cuts).toBe(when ? 1 : 0)
    return { who, status, body }
  }
  const historyOf = async (who: Person) => (await who.get('/api/import/history')).body.imports

  it('after the database has it, is answered as what it is: done, and the history says so', async () => {
    const { who, status, body } = await importWith('after')
    expect([status, body.success]).toEqual([200, true])
    expect((await exportLines(who)).map(({ type }) => type)).toEqual(['persona', 'ontology', 'entity'])
    expect(await historyOf(who)).toMatchObject([{ success: true, itemsImported: 2 }])
  })

  it('before the database has it, is answered as a failure, of which nothing stays', async () => {
    const { who, status } = await importWith('before')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(await exportLines(who)).toEqual([])
    const [row, ...others] = await historyOf(who)
    expect([row, others]).toMatchObject([{ success: false, itemsImported: 0 }, []])
  })
})
