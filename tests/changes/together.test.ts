import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeContent, makeVideo, missingId } from '../support/workspace.js'

// Writes of single rows that arrive together are committed together (docs/decisions/0031-writes-committed-together.md).

let api: TestApi
let ann: Person
let bob: Person
/** The ids of what each of the two owns. */
let own: Map<Person, Awaited<ReturnType<typeof makeContent>>>

beforeAll(async () => {
  // Writes of one person arrive together, too.
  api = await startApi({ REQUEST_CONCURRENCY_PER_USER: '64' })
  ann = await api.person()
  bob = await api.person()
  const video = await makeVideo(api)
  own = new Map([
    [ann, await makeContent(ann, video)],
    [bob, await makeContent(bob, video)],
  ])
})
afterAll(() => api.stop())

const times = (count: number) => Array.from({ length: count }, (_, i) => i)
const newClaim = (who: Person, text: string, more = {}) =>
  who.post(`/api/summaries/${own.get(who)!.summaryId}/claims`, { text, ...more }, { Prefer: 'return=minimal' })

/** The log's entries of things: who changed them, and in which transaction. */
const entriesOf = (ids: readonly string[]) =>
  api.app.services.db
    .selectFrom('changes')
    .where('thing', 'in', ids)
    .orderBy('tx')
    .orderBy('seq')
    .select(['thing', 'tx', 'actorId', 'operation'])
    .execute()

describe('writes that arrive together', () => {
  it('share transactions, and the log knows of each by whom it was', async () => {
    const sent = times(48).map((i) => ({ who: i % 2 ? ann : bob, text: `claim ${i}` }))
    // While two changes wait for a lock, all others gather.
    const { personaId } = own.get(ann)!
    const videoId = await makeVideo(api)
    const annotate = async () => made(ann.post('/api/annotations', annotationOf(personaId, videoId)))
    const locked = [await annotate(), await annotate()].map(({ id }) => id)
    const { claims, waiting } = await whileLocked(locked, async () => ({
      waiting: locked.map((id) => ann.put(`/api/annotations/${id}`, { confidence: 0.25 })),
      claims: await Promise.all(sent.map(({ who, text }) => made(newClaim(who, text)))),
    }))
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
    expect(claims.map(({ text }) => text)).toEqual(sent.map(({ text }) => text))
    const entries = await entriesOf(claims.map(({ id }) => id))
    expect(Object.fromEntries(entries.map(({ thing, actorId }) => [thing, actorId]))).toEqual(
      Object.fromEntries(claims.map(({ id }, i) => [id, sent[i]!.who.id])),
    )
    expect(entries).toHaveLength(48)
    // How many share one depends on how fast they arrive.
    expect(new Set(entries.map(({ tx }) => tx)).size).toBeLessThan(entries.length)
  })

  it('fail each by itself: what goes with a refused one is done', async () => {
    const isWrong = (i: number) => i % 5 === 2
    const answers = await Promise.all(
      times(40).map((i) => newClaim(ann, `kept ${i}`, isWrong(i) ? { parentClaimId: missingId } : {})),
    )
    expect(answers.map(({ status }) => status)).toEqual(times(40).map((i) => (isWrong(i) ? 400 : 201)))
    expect((await storedLike('kept %')).toSorted()).toEqual(
      times(40)
        .filter((i) => !isWrong(i))
        .map((i) => `kept ${i}`)
        .toSorted(),
    )
  })

  it('have an entry of the history each where they change the same claims, in whichever order', async () => {
    const claims = await Promise.all(times(6).map(async (i) => made(newClaim(ann, `rewritten ${i}`))))
    const rounds = times(10).flatMap((round) => claims.map((_, i) => ({ round, id: claims[(i * 5 + round) % 6].id })))
    const answers = await Promise.all(
      rounds.map(({ id, round }) => ann.put(`/api/claims/${id}`, { text: `text ${round}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(rounds.map(() => 200))
    for (const { id } of claims) {
      const { history } = await made(ann.get(`/api/history/claim/${id}`))
      expect(history.map(({ version }: { version: number }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    }
  })

  it('do not wait for a locked row that only one of them changes', async () => {
    const { personaId } = own.get(ann)!
    const videoId = await makeVideo(api)
    const ids = await Promise.all(
      times(21).map(async () => (await made(ann.post('/api/annotations', annotationOf(personaId, videoId)))).id),
    )
    const locked = ids[10]
    const waiting = await whileLocked([locked], async () => {
      let isDone = false
      const answers = ids.map((id) => ann.put(`/api/annotations/${id}`, { confidence: 0.25 }))
      const own = answers[10]!.finally(() => (isDone = true))
      const others = answers.filter((answer) => answer !== answers[10])
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 200))
      expect(isDone).toBe(false)
      return { own }
    })
    expect((await waiting.own).status).toBe(200)
  })

  it('are all refused or done, with the truth said of each, when their connection is lost', async () => {
    const sent = times(120).map(async (i) => {
      const text = `lost or not ${i}`
      return { text, answer: await newClaim(bob, text) }
    })
    await Promise.race(sent)
    const ended = await endConnections()
    const answers = await Promise.all(sent)
    for (const { answer } of answers) expect([201, 503]).toContain(answer.status)
    expect(ended).toBeGreaterThan(0)
    const stored = await storedLike('lost or not %')
    for (const { text, answer } of answers) if (answer.status === 201) expect(stored).toContain(text)
    expect(stored.length).toBeGreaterThanOrEqual(answers.filter(({ answer }) => answer.status === 201).length)
    expect((await newClaim(bob, 'afterwards')).status).toBe(201)
  })
})

const storedLike = async (texts: string) =>
  (await api.app.services.db.selectFrom('claims').where('text', 'like', texts).select('text').execute()).map(
    ({ text }) => text,
  )

const annotationOf = (personaId: string, videoId: string) => ({
  videoId,
  personaId,
  type: 'type',
  label: 'ship',
  frames,
})

/** Runs `act` while another transaction has locked annotations. */
const whileLocked = <T>(ids: readonly string[], act: () => Promise<T>): Promise<T> =>
  api.app.services.db.transaction().execute(async (tx) => {
    const rows = await tx.selectFrom('annotations').where('id', 'in', ids).forUpdate().select('id').execute()
    expect(rows).toHaveLength(ids.length)
    return act()
  })

/** Ends all connections to the database but the one that does it, and returns how many there were. */
async function endConnections(): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(api.app.services.db)
  return rows.length
}
