import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { startHaproxy } from './haproxy.js'
import type { Part } from './part.js'
import { killServer, startReplica, type RunningReplica } from './replica.js'

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('a primary that dies, with a synchronous standby that is promoted behind the same address', () => {
  let standby: RunningReplica
  let proxy: Part
  let api: TestApi
  let ann: Person
  beforeAll(async () => {
    const cluster = inject('clusterUrl')
    standby = await startReplica(cluster, 'standby')
    const client = new pg.Client({ connectionString: cluster })
    await client.connect()
    await client.query(`alter system set synchronous_standby_names = 'standby'`)
    await client.query('select pg_reload_conf()')
    await client.end()
    const through = new URL(cluster)
    proxy = await startHaproxy(Number(through.port), standby.port)
    through.port = String(proxy.port)
    api = await startApi({}, {}, { DATABASE_URL: through.href })
    ann = await api.person()
  })
  afterAll(async () => {
    await api.server.close()
    await api.app.close()
    await proxy.stop()
    await standby.stop()
  })

  it('costs seconds of 503 with Retry-After, no write that was acknowledged, and no process', async () => {
    const acknowledged: string[] = []
    const unclear: string[] = []
    const refused: { at: number; answer: Answer; write: boolean }[] = []
    const wrong: Answer[] = []
    let reads = 0
    let going = true
    const keep = (answer: Answer, write: boolean) => {
      if (answer.status === 503 && answer.headers.get('retry-after'))
        refused.push({ at: performance.now(), answer, write })
      else wrong.push(answer)
    }
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; going; n += 1) {
        const name = `Persona ${writer}/${n}`
        const answer = await ann.post('/api/personas', { name, role: 'r', informationNeed: 'i' })
        if (answer.status === 201) acknowledged.push(name)
        else {
          unclear.push(name)
          keep(answer, true)
          await sleep(50)
        }
      }
    })
    const readers = Array.from({ length: 4 }, async () => {
      while (going) {
        const answer = await ann.get('/api/personas')
        reads += 1
        if (answer.status === 200) await sleep(5)
        else {
          keep(answer, false)
          await sleep(50)
        }
      }
    })
    await sleep(1500)
    const before = acknowledged.length
    killServer(inject('primaryPid') ?? 0)
    // A manager such as Patroni takes time to notice.
    await sleep(1000)
    await standby.ask('select pg_promote()')
    const promoted = performance.now()
    const until = promoted + 20_000
    while (acknowledged.length < before + 50 && performance.now() < until) await sleep(50)
    await sleep(1000)
    going = false
    await Promise.all([...writers, ...readers])

    const times = refused.map(({ at }) => at)
    const seconds = (Math.max(...times) - Math.min(...times)) / 1000
    console.log({
      acknowledged: acknowledged.length,
      reads,
      refusedWrites: refused.filter(({ write }) => write).length,
      refusedReads: refused.filter(({ write }) => !write).length,
      secondsOfErrors: Number(seconds.toFixed(1)),
      secondsAfterPromotion: Number(((Math.max(...times) - promoted) / 1000).toFixed(1)),
    })
    expect(wrong.map(({ status, text }) => [status, text])).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(before + 49)
    const names = new Set(await namesOn(standby))
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([])
    expect(seconds).toBeLessThan(15)
  })

  async function namesOn(server: RunningReplica): Promise<string[]> {
    const own = new URL(server.url)
    own.pathname = new URL(api.app.services.config.database.url).pathname
    const client = new pg.Client({ connectionString: own.href })
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from personas')
    await client.end()
    return rows.map(({ name }) => name)
  }
})
