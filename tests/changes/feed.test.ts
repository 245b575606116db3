import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteChangesBefore } from '../../src/database/changes/old-changes.js'
import { switchChangeLog } from '../../src/database/changes/switch.js'
import * as lines from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { everythingInTheWorld } from '../graphql/everything.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { openTransaction } from '../support/open-transaction.js'
import { settled } from '../support/settled.js'
import { statementsOf } from '../support/statements.js'
import { frames, made, makeContent, makeVideo, types, unique } from '../support/workspace.js'
import { Copy } from './feed-copy.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
})
afterAll(() => api.stop())

const project = async (owner: Person): Promise<string> =>
  (await made(owner.post('/api/projects', { name: 'Port', slug: unique('port') }))).id

/** Copies of what the owner has, of their project, and of everything. */
async function copies(owner: Person, projectId: string): Promise<Copy[]> {
  const all = [
    new Copy(owner, 'scope=own'),
    new Copy(owner, `scope=own&projectId=${projectId}`),
    new Copy(owner, `scope=project:${projectId}`),
    new Copy(admin, 'scope=all'),
  ]
  await settled(api)
  for (const copy of all) await copy.begin()
  return all
}

async function areUpToDate(all: readonly Copy[]): Promise<void> {
  await settled(api)
  for (const copy of all) {
    expect(await copy.catchUp()).toBe(200)
    expect(copy.text(), copy.query).toBe(await copy.export())
  }
}

/** A copy that is up to date. */
async function copyOf(who: Person, query = 'scope=own'): Promise<Copy> {
  const copy = new Copy(who, query)
  await settled(api)
  await copy.begin()
  return copy
}

const persona = (who: Person, more: object = {}): Promise<{ id: string }> =>
  made(who.post('/api/personas', { name: unique('Scout'), role: 'Scout', informationNeed: 'Who?', ...more }))

describe('the feed of changes', () => {
  it('brings copies of every scope up to date, line by line, after each change', async () => {
    const owner = await api.person()
    const projectId = await project(owner)
    const videoId = await makeVideo(api)
    const all = await copies(owner, projectId)
    await areUpToDate(all)
    const resets = all.map(({ counts }) => counts.reset)
    const places: (string | undefined)[] = [undefined, projectId]
    for (const place of places) {
      const content = await makeContent(owner, videoId, place)
      await areUpToDate(all)
      const world = place ? `/api/projects/${place}/world` : '/api/world'
      await made(owner.put(world, everythingInTheWorld(content.personaId)))
      await areUpToDate(all)
      const link = { type: 'object', label: 'trip', linkType: 'event', frames }
      await made(owner.post('/api/annotations', { videoId, ...(place && { projectId: place }), ...link }))
      await areUpToDate(all)
      // The name of a type is in the lines of annotations.
      const renamed = { ...types, entities: [{ id: 'ship', name: 'Vessel', gloss: [] }] }
      await made(owner.put(`/api/personas/${content.personaId}/ontology`, renamed))
      await areUpToDate(all)
      // A world without its objects: links and collections are unresolved.
      await made(owner.put(world, { ...everythingInTheWorld(content.personaId), entities: [], events: [] }))
      await areUpToDate(all)
      await made(owner.put(`/api/claims/${content.claimId}`, { text: 'A ferry has left' }))
      await areUpToDate(all)
      await made(owner.delete(`/api/claims/${content.claimId}`))
      await areUpToDate(all)
      await made(owner.delete(`/api/annotations/${videoId}/${content.annotationId}`))
      await areUpToDate(all)
      await made(owner.delete(`/api/personas/${content.personaId}`))
      await areUpToDate(all)
    }
    // One for each world that was made: it is another export then.
    expect(all.map(({ counts }, i) => counts.reset - resets[i]!)).toEqual([1, 1, 0, 0])
  })

  it('follows imports, also of claims that are older than their parents, and of lines with odd line ends', async () => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const one = lines.persona({ name: 'a\u2028b\u0085c' })
    const file = [one, lines.ontology(one.data.id)]
    for (let i = 0; i < 1200; i++) file.push(lines.entity(`e${i}`) as never)
    expect((await importLines(ann, file)).body.success).toBe(true)
    await areUpToDate([copy])
    const summary = lines.summary(one.data.id, { videoId: await makeVideo(api) })
    const parent = lines.claim(summary.data.id, { createdAt: '2025-03-01T00:00:00.000Z' })
    const child = lines.claim(summary.data.id, { parentClaimId: parent.data.id, createdAt: '2025-02-01T00:00:00.000Z' })
    expect((await importLines(ann, [summary, parent, child])).body.success).toBe(true)
    await areUpToDate([copy])
    await made(ann.put(`/api/claims/${child.data.id}`, { text: 'Older than its parent' }))
    await areUpToDate([copy])
    await made(ann.delete(`/api/claims/${child.data.id}`))
    await areUpToDate([copy])
  })

  it('covers at most a thousand entries of the log an answer, and says that there is more', async () => {
    const ann = await api.person()
    await made(ann.put('/api/world', { entities: [{ id: 'first' }] }))
    const copy = await copyOf(ann)
    const entities = Array.from({ length: 2500 }, (_, i) => lines.entity(`e${i}`))
    expect((await importLines(ann, entities)).body.success).toBe(true)
    await settled(api)
    const seen: number[] = []
    do {
      const before = copy.counts.set
      expect(await copy.ask()).toBe(200)
      seen.push(copy.counts.set - before)
    } while (copy.hasMore)
    expect(seen.length).toBeGreaterThan(2)
    expect(Math.max(...seen)).toBeLessThanOrEqual(1000)
    expect(copy.text()).toBe(await copy.export())
  })

  it('passes over nothing that commits late, however many come before it', async () => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const late = await openTransaction(api.app.services.config.database.directUrl)
    const id = await late.insert(ann.id)
    const early = await persona(ann)
    await copy.catchUp()
    expect(copy.text()).not.toContain(id)
    await late.commit()
    await areUpToDate([copy])
    expect(copy.text()).toContain(id)
    expect(copy.text()).toContain(early.id)
  })

  it('gives the lines of the wanted types alone', async () => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const { position } = copy
    await makeContent(ann, await makeVideo(api))
    await settled(api)
    const text = await (await ann.request(`/api/changes?since=${position}&kinds=claim,persona`)).text()
    const types = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(types.map(({ change, type }) => type ?? change)).toEqual(['persona', 'claim', 'claim', 'position'])
    // Of a copy that must be replaced, too.
    const anew = position.split('-').slice(0, 3).join('-')
    const resetOf = async (kinds?: string) =>
      (await (await ann.request(`/api/changes?since=${anew}${kinds ? `&kinds=${kinds}` : ''}`)).text())
        .split('\n')
        .filter((line) => line && !line.includes('"change":"position"'))
    const all = await resetOf()
    const typeOf = (line: string) => JSON.parse(line).type ?? JSON.parse(line).change
    expect((await resetOf('summary')).map(typeOf)).toEqual(['reset', 'summary'])
    for (const kind of new Set(all.map(typeOf).filter((type) => type !== 'reset')))
      expect(await resetOf(kind)).toEqual(all.filter((line) => ['reset', kind].includes(typeOf(line))))
  })

  it('replaces the copy when a share with the caller is taken back or runs out', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const content = await makeContent(ann, await makeVideo(api))
    const share = (more: object = {}) =>
      made(
        ann.post('/api/sharing', {
          resourceType: 'claim',
          resourceId: content.claimId,
          sharedWithUserId: ben.id,
          permissionLevel: 'forkable',
          ...more,
        }),
      )
    const { id } = await share()
    const own = await makeContent(ben, await makeVideo(api))
    // A relation to the shared claim puts that claim into the export of Ben.
    await made(
      ben.post(`/api/claims/${own.claimId}/relations`, { targetClaimId: content.claimId, relationTypeId: 'x' }),
    )
    const copy = await copyOf(ben)
    expect(copy.text()).toContain(`"id":"${content.claimId}"`)
    await made(ann.put(`/api/claims/${content.claimId}`, { text: 'Changed by Ann' }))
    await areUpToDate([copy])
    expect(copy.text()).toContain('Changed by Ann')
    await made(ann.delete(`/api/sharing/${id}`))
    await areUpToDate([copy])
    expect(copy.text()).not.toContain('Changed by Ann')
    await share({ expiresAt: new Date(Date.now() + 1500).toISOString() })
    await areUpToDate([copy])
    expect(copy.text()).toContain('Changed by Ann')
    await expect.poll(async () => (await copy.ask(), copy.text())).not.toContain('Changed by Ann')
    expect(copy.text()).toBe(await copy.export())
  })

  it('tells nobody even the ids of what they may not read', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const projectId = await project(ben)
    const all = [
      await copyOf(ben),
      await copyOf(ben, `scope=project:${projectId}`),
      await copyOf(ben, `scope=own&projectId=${projectId}`),
    ]
    const elsewhere = await project(ann)
    const told: string[] = []
    for (const place of [undefined, elsewhere]) {
      const { personaId, ...content } = await makeContent(ann, await makeVideo(api), place)
      told.push(personaId, ...Object.values(content))
      const world = place ? `/api/projects/${place}/world` : '/api/world'
      await made(ann.put(world, everythingInTheWorld(personaId)))
      await made(ann.put(world, { entities: [] }))
      await made(ann.delete(`/api/claims/${content.claimId}`))
      await made(ann.delete(`/api/personas/${personaId}`))
    }
    await settled(api)
    for (const copy of all) {
      const text = await (await ben.request(`/api/changes?${copy.query}&since=${copy.position}`)).text()
      expect(text.split('\n').filter(Boolean)).toHaveLength(1)
      for (const id of told) expect(text).not.toContain(id)
    }
  })

  it('answers as soon as something is there to those who wait, and says after the time that nothing is', async () => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const asked = copy.ask('&wait=30')
    const other = await persona(await api.person())
    const { id } = await persona(ann)
    expect(await asked).toBe(200)
    expect(copy.text()).toContain(id)
    expect(copy.text()).not.toContain(other.id)
    const begun = performance.now()
    expect(await copy.ask('&wait=1')).toBe(200)
    expect(performance.now() - begun).toBeGreaterThan(950)
    expect(copy.text()).toBe(await copy.export())
  })

  /** Counts how often followers look into the log for lines, until what `act` has changed is told, and at least `least`. */
  async function looksDuring(act: () => Promise<unknown>, least = 0): Promise<number> {
    const looksIn = (statements: readonly string[]) => statements.filter((text) => text.includes('movedPlace')).length
    const { statements } = await statementsOf(async (sent) => {
      await act()
      await settled(api)
      await expect.poll(() => looksIn(sent)).toBeGreaterThanOrEqual(least)
      await sleep(200)
    })
    return looksIn(statements)
  }

  /** Waits until so many followers have looked and wait. */
  async function allWait(count: number): Promise<void> {
    await expect.poll(() => api.app.services.admission.counts('follow').running).toBe(count)
    // A follower that has not come so far yet sends other statements than the one that reads the log for all.
    const others = async () => {
      const { statements } = await statementsOf(() => sleep(500))
      return statements.filter((text) => !text.includes('with h as materialized'))
    }
    await expect.poll(others, { timeout: 10_000 }).toEqual([])
  }

  it('wakes all who wait for a project with what each may read, and reads once what they read alike', async () => {
    const owner = await api.person()
    const projectId = await project(owner)
    const members = await Promise.all(Array.from({ length: 10 }, () => api.person()))
    for (const { id } of members)
      await made(owner.post(`/api/projects/${projectId}/members`, { userId: id, role: 'project_manager' }))
    const stranger = members[0]!
    const all: Copy[] = []
    for (const one of members) all.push(await copyOf(one, `scope=project:${projectId}`))
    await settled(api)
    const asked = all.map((copy) => copy.ask('&wait=30'))
    await allWait(10)
    let took = 0
    const looks = await looksDuring(async () => {
      // Of no concern to them: they go on waiting.
      await persona(owner)
      const since = performance.now()
      const { id } = await persona(owner, { projectId })
      expect(await Promise.all(asked)).toEqual(all.map(() => 200))
      took = performance.now() - since
      for (const copy of all) expect(copy.text()).toContain(id)
    })
    // What has woken them was looked at once for all, and not once for each. Who comes 500 ms later looks anew, since
    // rights may have changed.
    expect(looks).toBeLessThan(3 + took / 500)

    await settled(api)
    for (const copy of all) expect(await copy.catchUp()).toBe(200)
    const again = all.map((copy) => copy.ask('&wait=30'))
    await made(owner.delete(`/api/projects/${projectId}/members/${stranger.id}`))
    const late = await persona(owner, { projectId })
    const [lost, ...others] = await Promise.all(again)
    expect(lost).toBe(404)
    expect(new Set(others)).toEqual(new Set([200]))
    expect(all[0]!.text()).not.toContain(late.id)
    await areUpToDate(all.slice(1))
  })

  it('lets one person wait with 20 requests, and forgets those whose clients have gone', async () => {
    const [ann, ben] = [await api.person(), await api.person()]
    const { position } = await copyOf(ann)
    const path = `/api/changes?since=${position}&wait=30`
    const running = () => api.app.services.admission.counts('follow').running
    const client = new AbortController()
    const waiting = Array.from({ length: 20 }, () => ann.request(path, { signal: client.signal }).catch(() => null))
    await expect.poll(running).toBe(20)
    const refused = await ann.get(path)
    expect([refused.status, refused.body.code, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      'RATE_LIMITED',
      refused.body.retryAfter,
    ])
    expect(refused.body.message).toContain('at most 20 requests of one person may wait')
    // Without waiting, and to others, the feed answers.
    expect((await ann.get(`/api/changes?since=${position}`)).status).toBe(200)
    const { position: of } = await copyOf(ben)
    const other = ben.request(`/api/changes?since=${of}&wait=30`, { signal: client.signal }).catch(() => null)
    await expect.poll(running).toBe(21)
    client.abort()
    await Promise.all([...waiting, other])
    await expect.poll(running).toBe(0)
    const { statements } = await statementsOf(() => sleep(200))
    expect(statements.filter((text) => text.includes('"formerOwner"'))).toEqual([])
  })

  it('wakes nobody for what does not concern them, such as projects, shares and claims of others', async () => {
    const ann = await api.person()
    const others = await Promise.all(Array.from({ length: 20 }, () => api.person()))
    const ofAnn = await project(ann)
    for (const { id } of others.slice(10))
      await made(ann.post(`/api/projects/${ofAnn}/members`, { userId: id, role: 'project_manager' }))
    const all: Copy[] = []
    for (const [i, one] of others.entries()) all.push(await copyOf(one, i < 10 ? undefined : `scope=project:${ofAnn}`))
    const [carl, dora] = [await api.person(), await api.person()]
    const { claimId, otherClaimId, summaryId } = await makeContent(carl, await makeVideo(api))
    const shared = { resourceType: 'claim', resourceId: claimId }
    await settled(api)
    const client = new AbortController()
    const asked = all.map((copy) => copy.ask('&wait=30', client.signal).catch(() => 0))
    await allWait(20)
    const ofStrangers = await looksDuring(async () => {
      const elsewhere = await project(carl)
      await made(carl.put(`/api/projects/${elsewhere}`, { name: 'Other' }))
      await made(carl.post('/api/sharing', { ...shared, sharedWithUserId: dora.id }))
      await made(carl.post(`/api/summaries/${summaryId}/claims`, { text: 'A boat leaves' }))
      await made(carl.delete(`/api/claims/${otherClaimId}`))
      await made(carl.delete(`/api/projects/${elsewhere}`))
      await api.person()
    })
    expect(ofStrangers).toBe(0)
    const ofOne = await looksDuring(
      () => made(carl.post('/api/sharing', { ...shared, sharedWithUserId: others[0]!.id })),
      1,
    )
    expect(ofOne).toBe(1)
    const ofMembers = await looksDuring(() => made(ann.put(`/api/projects/${ofAnn}`, { name: 'Pier' })), 10)
    expect(ofMembers).toBe(10)
    client.abort()
    await Promise.all(asked)
  })

  it('ends the wait of those who sign out', async () => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const asked = copy.ask('&wait=30').catch(() => 0)
    await expect
      .poll(() =>
        made(ann.post('/api/auth/logout')).then(
          () => true,
          () => true,
        ),
      )
      .toBe(true)
    await persona(admin)
    // Cut off or sent away with the same position: in any case without lines.
    expect([0, 200]).toContain(await asked)
    expect(await copy.ask()).toBe(401)
  })

  it('refuses what is no position, type or time by name, and says what to do', async () => {
    const ann = await api.person()
    const { position } = await copyOf(ann)
    const [, tx] = position.split('-')
    const ask = async (query: string) => {
      const { status, body } = await ann.get(`/api/changes?${query}`)
      return [status, body.code, body.message]
    }
    expect(await ask('')).toEqual([400, 'VALIDATION_ERROR', expect.stringMatching(/since.*Export first/)])
    expect(await ask('since=yesterday')).toEqual([400, 'VALIDATION_ERROR', expect.stringMatching(/since.*no position/)])
    expect(await ask(`since=${position}x`)).toEqual([400, 'VALIDATION_ERROR', expect.stringMatching(/since/)])
    expect(await ask(`since=${position}&kinds=cat`)).toEqual([
      400,
      'VALIDATION_ERROR',
      expect.stringMatching(/kinds.*"cat"/),
    ])
    expect(await ask(`since=${position}&wait=61`)).toEqual([400, 'VALIDATION_ERROR', expect.stringMatching(/wait/)])
    expect(await ask(`since=${position}&scope=mine`)).toEqual([400, 'VALIDATION_ERROR', expect.stringMatching(/scope/)])
    expect(await ask(`since=${position}&scope=all`)).toEqual([403, 'FORBIDDEN', expect.any(String)])
    const [, , ...rest] = position.split('-')
    expect(await ask(`since=00000000-${tx}-0-${rest.at(-1)}`)).toEqual([
      410,
      'GONE',
      expect.stringMatching(/export again/),
    ])
    const ahead = position.replace(`-${tx}-`, `-${Number(tx) + 1_000_000}-`)
    expect(await ask(`since=${ahead}`)).toEqual([410, 'GONE', expect.stringMatching(/export again/)])
  })

  it('gives GraphQL the same lines as REST', async () => {
    const ann = await api.person()
    const copy = await copyOf(ann)
    const { position } = copy
    await made(ann.put('/api/world', everythingInTheWorld(unique('id'))))
    const query = `query ($since: String!, $first: Int) { changes(after: $since, first: $first) {
      reset pageInfo { hasNextPage endCursor } nodes { change type thingId worldId order line } } }`
    await settled(api)
    const wide = (await made(ann.graph(query, { since: position }))).changes
    // The first world of a person is another export.
    expect(wide).toEqual({ reset: true, pageInfo: { hasNextPage: true, endCursor: position }, nodes: [] })
    await copy.catchUp()
    const since = copy.position
    await makeContent(ann, await makeVideo(api))
    await settled(api)
    const text = await (await ann.request(`/api/changes?since=${since}`)).text()
    const { changes } = await made(ann.graph(query, { since, first: 1000 }))
    const nodes = text.split('\n').filter(Boolean).slice(0, -1)
    expect(changes.nodes.map((node: any) => node.line)).toEqual(
      nodes.map((one) => one.slice(one.indexOf(',"line":') + 8, -1)),
    )
    expect(changes.nodes[0]).toMatchObject({
      change: 'SET',
      type: 'PERSONA',
      worldId: null,
      order: [0, expect.any(Number), expect.any(String), 1],
    })
    const page = (await made(ann.graph(query, { since, first: 2 }))).changes
    expect(page.pageInfo.hasNextPage).toBe(true)
    const { errors } = await ann.graph(query, { since, first: 0 })
    expect(errors?.[0]?.message).toMatch(/first/)
  })
})

describe('a log that is not whole', () => {
  it('sends those away whose position is before its beginning, or from before it was switched off', async () => {
    const { db, config } = api.app.services
    const ann = await api.person()
    const old = await copyOf(ann)
    await persona(ann)
    // The part of this week goes once all of it is old.
    const removed = await deleteChangesBefore(api.app.context().db, new Date(Date.now() + 9 * 86_400_000))
    expect(removed).toBeGreaterThan(0)
    expect(await old.ask()).toBe(410)
    const fresh = await copyOf(ann)
    await persona(ann)
    await areUpToDate([fresh])

    await switchChangeLog(config.database.directUrl, false)
    await persona(ann)
    await switchChangeLog(config.database.directUrl, true)
    expect(await fresh.ask()).toBe(410)
    const again = await copyOf(ann)
    await persona(ann)
    await areUpToDate([again])
    expect(await db.selectFrom('personas').select('id').where('userId', '=', ann.id).execute()).toHaveLength(4)
  })

  it('is refused with the name of the setting where it is switched off', async () => {
    const off = await startApi({ HISTORY_DAYS: '0' })
    try {
      const ann = await off.person()
      const { headers } = await ann.request('/api/export/all')
      const { status, body } = await ann.get(`/api/changes?since=${headers.get('x-export-position')}`)
      expect([status, body.code]).toEqual([409, 'CONFLICT'])
      expect(body.message).toContain('HISTORY_DAYS')
      expect((await ann.get('/api/updates')).status).toBe(409)
    } finally {
      await off.stop()
    }
  })
})
