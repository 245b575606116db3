import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { slowness } from '../support/pace.js'
import { made } from '../support/workspace.js'
import { startReplica, type RunningReplica } from './replica.js'

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

describe('an API with a replica', () => {
  let replica: RunningReplica
  let api: TestApi
  let ann: Person
  let persona: string
  beforeAll(async () => {
    replica = await startReplica(inject('clusterUrl'), 'own')
    api = await startApi({}, {}, { DATABASE_REPLICA_URLS: replica.url })
    ann = await api.person()
    persona = (await made(ann.post('/api/personas', { name: 'First', role: 'r', informationNeed: 'i' }))).id
    await isUsed(true)
  })
  afterAll(async () => {
    await api.stop()
    await replica.stop()
  })

  /** Waits until the replica is in use, or no longer is; returns the milliseconds that this took. */
  async function isUsed(used: boolean): Promise<number> {
    const began = performance.now()
    while ((api.app.services.routes.replicas?.up() ?? 0) !== Number(used)) {
      if (performance.now() - began > 15_000) throw new Error(`after 15 s the replica is ${used ? 'not ' : ''}in use`)
      await sleep(20)
    }
    return performance.now() - began
  }

  async function counted(act: () => Promise<unknown>) {
    const before = { ...api.app.services.routes.counts }
    await act()
    const after = api.app.services.routes.counts
    return {
      primary: after.primary - before.primary,
      replica: after.replica - before.replica,
      again: after.again - before.again,
    }
  }

  const nameOf = {
    REST: async () => (await ann.get(`/api/personas/${persona}`)).body.name as string,
    GraphQL: async () => {
      const { data } = await ann.graph(`query ($id: ID!) { persona(id: $id) { name } }`, { id: persona })
      return data.persona.name as string
    },
  }

  /** Writes and immediately reads back, so many times; returns how many reads were older than the write before. */
  async function staleRounds(rounds: number): Promise<number> {
    let stale = 0
    for (let round = 0; round < rounds; round += 1) {
      const name = `Name ${round} ${Math.random()}`
      await made(ann.put(`/api/personas/${persona}`, { name }))
      if ((await nameOf[round % 2 ? 'REST' : 'GraphQL']()) !== name) stale += 1
    }
    return stale
  }

  it('never shows a person less than they wrote, in a thousand writes that are read back at once', async () => {
    let stale = -1
    const counts = await counted(async () => (stale = await staleRounds(1000)))
    console.log('read back at once:', counts)
    expect(stale).toBe(0)
    expect(counts.replica).toBeGreaterThan(0)
  })

  it('shows what was written also while the replica replays nothing, and uses it again when it does', async () => {
    await replica.ask('select pg_wal_replay_pause()')
    try {
      const counts = await counted(async () => expect(await staleRounds(100)).toBe(0))
      expect(counts.replica).toBe(0)
    } finally {
      await replica.ask('select pg_wal_replay_resume()')
    }
    await sleep(1500)
    const counts = await counted(async () => expect(await staleRounds(20)).toBe(0))
    expect(counts.replica).toBeGreaterThan(0)
  })

  it('takes access away at once while the replica still has it', async () => {
    const ben = await api.person()
    const share = await made(
      ann.post('/api/sharing', {
        resourceType: 'persona',
        resourceId: persona,
        permissionLevel: 'read_only',
        sharedWithUserId: ben.id,
      }),
    )
    expect((await ben.get(`/api/personas/${persona}`)).status).toBe(200)
    await replica.ask('select pg_wal_replay_pause()')
    try {
      await made(ann.delete(`/api/sharing/${share.id}`))
      expect((await ben.get(`/api/personas/${persona}`)).status).not.toBe(200)
      const { data } = await ben.graph(`query ($id: ID!) { persona(id: $id) { name } }`, { id: persona })
      expect(data?.persona ?? null).toBeNull()
      await made(ben.post('/api/auth/logout'))
      expect((await ben.get('/api/sessions')).status).toBe(401)
    } finally {
      await replica.ask('select pg_wal_replay_resume()')
    }
  })

  it('has nearly all statements of readers answered by the replica where nobody writes', async () => {
    await sleep(600)
    const counts = await counted(() =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let n = 0; n < 25; n += 1) {
            await nameOf.REST()
            await nameOf.GraphQL()
            await made(ann.get('/api/personas'))
          }
        }),
      ),
    )
    console.log('readers alone:', counts)
    expect(counts.replica).toBeGreaterThan(0.95 * (counts.primary + counts.replica))
  })

  it('sends exports to the replica', async () => {
    const counts = await counted(async () => {
      const answer = await ann.get('/api/export/personas')
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(persona)
    })
    expect(counts.primary).toBe(0)
  })

  describe.each([
    ['is killed', () => replica.kill(), () => replica.start()],
    ['hangs', async () => replica.freeze(), async () => replica.thaw()],
  ])('whose replica %s', (_what, take, give) => {
    it('fails no read, notices within two seconds, and uses the replica again within two after it is back', async () => {
      const failed: unknown[] = []
      let reads = 0
      let going = true
      const readers = Array.from({ length: 6 }, async (_, n) => {
        while (going) {
          const began = performance.now()
          const answer =
            n % 2 ? await ann.get('/api/personas') : await ann.graph('{ personas(first: 5) { totalCount } }')
          reads += 1
          if (('status' in answer && answer.status !== 200) || ('errors' in answer && answer.errors))
            failed.push(answer)
          if (performance.now() - began > 5000) failed.push('more than 5 s')
        }
      })
      await sleep(500)
      await take()
      const noticed = await isUsed(false)
      await sleep(500)
      await give()
      const back = await isUsed(true)
      await sleep(300)
      going = false
      await Promise.all(readers)
      console.log({ reads, failed: failed.length, noticedMs: Math.round(noticed), backMs: Math.round(back) })
      expect(failed).toEqual([])
      expect(noticed).toBeLessThan(2000 * slowness())
      expect(back).toBeLessThan(4000 * slowness())
    })
  })
})
