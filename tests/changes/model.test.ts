import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { frames, made, makeVideo } from '../support/workspace.js'

// Random writes, deletions and restorations by one person, followed by a plain model: what is there, what each version
// held, and what is in the trash. HISTORY_STEPS sets the number of steps for each seed.

const steps = Number(process.env['HISTORY_STEPS'] ?? 160)

let api: TestApi
let ann: Person
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

type Kind = 'persona' | 'annotation' | 'summary' | 'claim'
type Content = Record<string, unknown>
interface Thing {
  id: string
  kind: Kind
  /** The persona of an annotation or summary, the summary of a claim. */
  within: string | null
  videoId?: string
  /** Content by version, the first one first. */
  versions: Content[]
}
interface Gone {
  root: string
  things: Thing[]
}

/** Numbers that look random and are the same for the same seed (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const members: Record<Kind, string[]> = {
  persona: ['name', 'details'],
  annotation: ['label', 'confidence'],
  summary: ['summary', 'comment'],
  claim: ['text', 'comment', 'parentClaimId'],
}

class Model {
  readonly things = new Map<string, Thing>()
  trash: Gone[] = []

  now(thing: Thing): Content {
    return thing.versions.at(-1)!
  }
  parentOf(thing: Thing): string | null {
    return (thing.kind === 'claim' && (this.now(thing)['parentClaimId'] as string | null)) || thing.within
  }
  below(root: string): Thing[] {
    const found = [this.things.get(root)!]
    for (const one of found)
      for (const thing of this.things.values()) if (this.parentOf(thing) === one.id) found.push(thing)
    return found
  }
  isBelow(claim: string, other: string): boolean {
    return this.below(other).some(({ id }) => id === claim)
  }
}

/** Carries out one random step on the server and in the model; returns what it was. */
async function step(model: Model, pick: (below: number) => number, count: number): Promise<string> {
  const all = [...model.things.values()]
  const one = <T>(list: readonly T[]): T | undefined => list[pick(list.length || 1)]
  const of = (kind: Kind) => all.filter((thing) => thing.kind === kind)
  const word = `word ${count} ${'long '.repeat(pick(2) * 80)}`
  const choice = pick(20)
  if (choice < 5 || all.length < 5) return create(model, pick, word, of)
  if (choice < 11) {
    const thing = one(all)!
    const content = { ...model.now(thing), ...changesOf(model, thing, pick, word) }
    await made(write(thing, content))
    // Writing what is there already makes no version.
    if (members[thing.kind].some((name) => content[name] !== model.now(thing)[name])) thing.versions.push(content)
    return `update ${thing.kind}`
  }
  if (choice < 14) {
    const thing = one(all)!
    const things = model.below(thing.id)
    await made(remove(thing))
    for (const { id } of things) model.things.delete(id)
    model.trash.push({ root: thing.id, things })
    return `delete ${thing.kind} with ${things.length}`
  }
  if (choice < 17) return goBack(model, one(all)!, pick)
  return choice === 19 && pick(3) === 0 ? forget(model, one(model.trash)) : bringBack(model, one(model.trash))
}

async function create(model: Model, pick: (below: number) => number, word: string, of: (kind: Kind) => Thing[]) {
  const any = (list: readonly Thing[]) => list[pick(list.length || 1)]
  const add = (id: string, kind: Kind, within: string | null, content: Content, videoId?: string) =>
    model.things.set(id, { id, kind, within, versions: [content], ...(videoId && { videoId }) })
  const [persona, summary] = [any(of('persona')), any(of('summary'))]
  const kind = (['persona', 'annotation', 'summary', 'claim', 'claim'] as const)[pick(5)]!
  if (kind === 'persona' || !persona) {
    const { id } = await made(ann.post('/api/personas', { name: word, role: 'r', informationNeed: 'n' }))
    add(id, 'persona', null, { name: word, details: null })
    return 'create persona'
  }
  const videoId = await makeVideo(api)
  if (kind === 'annotation') {
    const body = { videoId, personaId: persona.id, type: 'type', label: word, frames }
    add((await made(ann.post('/api/annotations', body))).id, kind, persona.id, { label: word, confidence: 1 }, videoId)
  } else if (kind === 'summary' || !summary) {
    const body = { videoId, personaId: persona.id, summary: word }
    const { id } = await made(ann.post('/api/summaries', body))
    add(id, 'summary', persona.id, { summary: word, comment: null }, videoId)
  } else {
    const siblings = of('claim').filter(({ within }) => within === summary.id)
    const parentClaimId = pick(2) ? (any(siblings)?.id ?? null) : null
    const { id } = await made(ann.post(`/api/summaries/${summary.id}/claims`, { text: word, parentClaimId }))
    add(id, 'claim', summary.id, { text: word, comment: null, parentClaimId })
  }
  return `create ${kind}`
}

function changesOf(model: Model, thing: Thing, pick: (below: number) => number, word: string): Content {
  const [first = '', second = ''] = members[thing.kind]
  if (thing.kind === 'annotation' && pick(2)) return { confidence: pick(100) / 100 }
  if (thing.kind === 'claim' && pick(3) === 0) {
    const others = [...model.things.values()].filter(
      ({ id, kind, within }) => kind === 'claim' && within === thing.within && !model.isBelow(id, thing.id),
    )
    return { parentClaimId: others[pick(others.length + 1)]?.id ?? null }
  }
  if (thing.kind === 'annotation' || pick(2)) return { [first]: word }
  return { [second]: pick(3) ? word : null }
}

function write({ id, kind, within, videoId }: Thing, content: Content) {
  if (kind === 'persona') return ann.put(`/api/personas/${id}`, content)
  if (kind === 'annotation') return ann.put(`/api/annotations/${id}`, content)
  if (kind === 'claim') return ann.put(`/api/summaries/${within}/claims/${id}`, content)
  return ann.put(`/api/videos/${videoId}/summaries/${id}`, content)
}

function remove({ id, kind, videoId }: Thing) {
  if (kind === 'persona') return ann.delete(`/api/personas/${id}`)
  if (kind === 'annotation') return ann.delete(`/api/annotations/${videoId}/${id}`)
  const field = { summary: 'deleteSummary', claim: 'deleteClaim' }[kind]
  return ann.graph(`mutation ($id: ID!) { ${field}(input: { id: $id }) { deletedIds } }`, { id }) as Promise<any>
}

/** Goes back to a random version of a thing; a parent that is gone, or below the claim by now, refuses it. */
async function goBack(model: Model, thing: Thing, pick: (below: number) => number) {
  const version = 1 + pick(thing.versions.length)
  const [content, now] = [thing.versions[version - 1]!, model.now(thing)]
  const answer = await ann.post(`/api/history/${thing.kind}/${thing.id}/restore`, { version })
  const parent = content['parentClaimId'] as string | null | undefined
  if (parent && parent !== now['parentClaimId']) {
    if (!model.things.has(parent)) return expectRefusal(answer, 409, 'restore a version without its parent')
    if (model.isBelow(parent, thing.id)) return expectRefusal(answer, 400, 'restore a version in a ring')
  }
  const { members: restored, version: current } = await made(Promise.resolve(answer))
  const differing = members[thing.kind].filter((name) => content[name] !== now[name])
  expect(restored.toSorted()).toEqual(differing.toSorted())
  if (differing.length) thing.versions.push(content)
  expect(current).toBe(thing.versions.length)
  return 'restore a version'
}

const itemOf = async ({ root }: Gone): Promise<string> => {
  const { trash } = await made(ann.get('/api/trash?first=100'))
  return trash.find((one: { thingId: string }) => one.thingId === root).id
}

async function bringBack(model: Model, gone: Gone | undefined) {
  if (!gone) return 'nothing'
  const [root] = gone.things as [Thing]
  const parent = model.parentOf(root)
  const answer = await ann.post(`/api/trash/${await itemOf(gone)}/restore`)
  const isPlaceless = [parent, root.within].some((id) => id !== null && !model.things.has(id))
  if (isPlaceless) return expectRefusal(answer, 409, 'restore what has no place')
  await made(Promise.resolve(answer))
  for (const thing of gone.things) model.things.set(thing.id, thing)
  model.trash = model.trash.filter((one) => one !== gone)
  return `restore ${root.kind} with ${gone.things.length}`
}

async function forget(model: Model, gone: Gone | undefined) {
  if (!gone) return 'nothing'
  await made(ann.delete(`/api/trash/${await itemOf(gone)}`))
  model.trash = model.trash.filter((one) => one !== gone)
  return 'remove from the trash'
}

function expectRefusal(answer: Answer, status: number, what: string): string {
  expect([what, answer.status]).toEqual([what, status])
  return what
}

/** Compares everything that is there, and the trash, with the model. */
async function compare(model: Model): Promise<void> {
  const things = [...model.things.values()]
  const type = (kind: Kind) => `${kind[0]!.toUpperCase()}${kind.slice(1)}`
  for (let at = 0; at < things.length; at += 20) {
    const some = things.slice(at, at + 20)
    const fields = some.map(
      ({ id, kind }, n) =>
        `t${n}: node(id: "${id}") { ... on ${type(kind)} { version ${members[kind].join(' ').replace('summary', 'summary { content }')} } }`,
    )
    const data = await made(ann.graph(`{ ${fields.join(' ')} }`))
    for (const [n, thing] of some.entries()) {
      const { summary, ...read } = data[`t${n}`]
      if (thing.kind === 'summary') read.summary = summary.map(({ content }: { content: string }) => content).join('')
      expect([thing.id, read]).toEqual([thing.id, { version: thing.versions.length, ...model.now(thing) }])
    }
  }
  const listed = await made(ann.get('/api/trash?first=100&totalCount=true'))
  const shown = listed.trash.map((one: any) => [
    one.thingId,
    1 + one.goneWith.filter(({ kind }: any) => kind in members).reduce((sum: number, { count }: any) => sum + count, 0),
  ])
  expect(listed.totalCount).toBe(model.trash.length)
  expect(shown.toSorted()).toEqual(model.trash.map(({ root, things: gone }) => [root, gone.length]).toSorted())
}

/** Every version that was ever acknowledged is in the history, with the content that it had. */
async function compareHistories(model: Model): Promise<number> {
  let compared = 0
  for (const { id, kind, versions } of model.things.values()) {
    const { history } = await made(ann.get(`/api/history/${kind}/${id}?first=100`))
    const content: Content = {}
    const found: Content[] = []
    for (const entry of history.toReversed()) {
      for (const { member, after } of entry.changes) if (members[kind].includes(member)) content[member] = after
      if (entry.operation === 'delete') continue
      found[entry.version - 1] = Object.fromEntries(members[kind].map((name) => [name, content[name] ?? null]))
    }
    expect([id, found]).toEqual([id, versions])
    compared += found.length
  }
  return compared
}

describe('histories and the trash', () => {
  it.each([7, 2026, 481516])(
    'agree with a plain model after any writes, deletions and restorations (seed %i)',
    async (seed) => {
      ann = await api.person()
      const pick = numbers(seed)
      const model = new Model()
      const done = new Map<string, number>()
      for (let count = 0; count < steps; count++) {
        const what = await step(model, pick, count)
        done.set(what.split(' with ')[0]!, (done.get(what.split(' with ')[0]!) ?? 0) + 1)
        if (count % 20 === 19) await compare(model)
      }
      await compare(model)
      expect(await compareHistories(model)).toBeGreaterThan(20)
      for (const what of ['restore a version', 'update claim', 'create annotation'])
        expect(done.has(what), what).toBe(true)
      expect([...done.keys()].some((what) => /^restore (persona|claim|summary|annotation)$/.test(what))).toBe(true)
    },
  )
})
