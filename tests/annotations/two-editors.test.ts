import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Act } from '../../web/annotations/act.js'
import type { Editor } from '../../web/annotations/editor.js'
import type { TrackIndex } from '../../web/annotations/track-index.js'
import type { TrackStore } from '../../web/annotations/track-store.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made, makeVideo, unique } from '../support/workspace.js'

// Two people edit the tracks of one video by the modules of the desk, against a real server. Each sees what the other
// one does only now and then. Whatever they do and take back, nothing changes but what they meant to change, and what
// the other one has changed since is only replaced after a question.

/** How many random stories are told; 200 take about two minutes. */
const stories = Number(process.env['EDITOR_STORIES'] ?? 12)
/** Few frames, so that both often change the same one. */
const frames = [0, 10, 20, 30]

/** A track as the server has it: what it is labelled with, its number, and its boxes by frame. */
type Stored = { label: string; number: number; boxes: Record<number, string>; rest: string }
type Snapshot = Record<string, Stored>
/** The version and the review of each track. */
type Marks = Record<string, { version: number; review: string }>

/** What an act has changed: the tracks, and the frame if it is about one. */
interface Entry {
  ids: string[]
  frame: number | undefined
  isLabel: boolean
  /** Whether the user has decided to replace what the other one had changed: then the states are not those of the act. */
  isMixed?: boolean
  /** The state before and after its last step. */
  was: Snapshot
  now: Snapshot
}

let api: TestApi
const acting = new AsyncLocalStorage<Person>()
let desk: { Editor: typeof Editor; TrackStore: typeof TrackStore; TrackIndex: typeof TrackIndex }

beforeAll(async () => {
  api = await startApi()
  const documents = JSON.parse(
    readFileSync(new URL('../../web/generated/persisted-documents.json', import.meta.url), 'utf8'),
  ) as Record<string, string>
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  const send = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (!path.startsWith('/')) return send(path, init)
    const headers = { ...(init.headers as Record<string, string>), cookie: acting.getStore()!.cookie }
    const { documentId, ...rest } = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {}
    const body = documentId ? JSON.stringify({ ...rest, query: documents[String(documentId)] }) : undefined
    return send(api.url + path, { ...init, headers, ...(body !== undefined && { body }) })
  })
  const [editor, store, index] = await Promise.all([
    import('../../web/annotations/editor.js'),
    import('../../web/annotations/track-store.js'),
    import('../../web/annotations/track-index.js'),
  ])
  desk = { ...editor, ...store, ...index }
})
afterAll(async () => {
  await api.stop()
  vi.unstubAllGlobals()
})

/** A person with the page of a video open. */
class Page {
  readonly store: TrackStore
  readonly index: TrackIndex
  readonly editor: Editor
  readonly errors: unknown[] = []
  questions = 0
  answer: 'mine' | 'theirs' = 'mine'
  readonly entries = new WeakMap<Act, Entry>()

  constructor(
    readonly who: Person,
    videoId: string,
  ) {
    this.store = new desk.TrackStore(videoId, 600)
    this.index = new desk.TrackIndex(videoId)
    const note = (error: unknown) => void this.errors.push(error)
    this.index.onError = note
    this.store.onError = note
    this.editor = new desk.Editor(this.store, this.index, note)
    this.editor.subscribe(() => {
      const { conflict } = this.editor.snapshot()
      if (!conflict) return
      this.questions++
      queueMicrotask(() => conflict.decide(this.answer))
    })
  }

  run<T>(act: () => Promise<T>): Promise<T> {
    return acting.run(this.who, act)
  }

  /** Sees what others have changed, as a page that follows does. */
  follow(): Promise<void> {
    return this.run(async () => {
      await this.index.load()
      await this.store.reload(0)
    })
  }

  get tracks() {
    return [...(this.store.tracksAround(0) ?? new Map()).values()].filter(({ version }) => version > 0)
  }

  /** The acts that can be undone, and redone. */
  get acts(): { done: Act[]; undone: Act[] } {
    return this.editor as unknown as { done: Act[]; undone: Act[] }
  }
}

/** Returns a value as text, with the members of objects in the order of their names. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

async function snapshotOf(who: Person, videoId: string): Promise<Snapshot> {
  const rows = await made(who.get(`/api/annotations/${videoId}`))
  const entries = rows.map(({ id, type, label, linkType, personaId, number, frames: sequence }: any) => {
    const { boxes, interpolationSegments = null, visibilityRanges = null } = sequence
    const text = ({ x, y, width, height, visible }: any) => [x, y, width, height, visible !== false].join()
    const byFrame = Object.fromEntries(boxes.map((box: any) => [box.frameNumber, text(box)]))
    const labelled = [type, label, linkType, personaId].join(' ')
    return [id, { label: labelled, number, boxes: byFrame, rest: sorted([interpolationSegments, visibilityRanges]) }]
  })
  return Object.fromEntries(entries) as Snapshot
}

async function marksOf(who: Person, videoId: string): Promise<Marks> {
  const { tracks } = await made(
    who.graph(
      `{ tracks: annotations(first: 100, filter: { videoId: "${videoId}" }) { nodes { id version reviewState } } }`,
    ),
  )
  return Object.fromEntries(tracks.nodes.map(({ id, version, reviewState: review }: any) => [id, { version, review }]))
}

/** What a step may change: of tracks by id, a frame, the label, or all. */
function without(snapshot: Snapshot, { ids, frame, isLabel }: Pick<Entry, 'ids' | 'frame' | 'isLabel'>): Snapshot {
  return Object.fromEntries(
    Object.entries(snapshot).flatMap(([id, track]) => {
      if (!ids.includes(id)) return [[id, track]]
      if (isLabel) return [[id, { ...track, label: '' }]]
      if (frame === undefined) return []
      const { [frame]: _box, ...boxes } = track.boxes
      return [[id, { ...track, boxes, rest: '' }]]
    }),
  )
}

/** What a step replaces. */
function part(snapshot: Snapshot, { ids, frame, isLabel }: Pick<Entry, 'ids' | 'frame' | 'isLabel'>): unknown {
  return ids.map((id) => {
    const track = snapshot[id]
    if (isLabel) return track?.label
    return frame === undefined ? track : track?.boxes[frame]
  })
}

async function tell(seed: number): Promise<void> {
  const random = fc.sample(fc.nat(1_000_000), { seed, numRuns: 1200 })
  let used = 0
  const upTo = (count: number) => random[used++ % random.length]! % count
  const pick = <T>(all: readonly T[]): T => all[upTo(all.length)]!

  const [ann, ben] = [await api.person(), await api.person()]
  const videoId = await makeVideo(api)
  const { id: projectId } = await made(ann.post('/api/projects', { name: 'Port', slug: unique('port') }))
  await made(ann.post(`/api/projects/${projectId}/members`, { userId: ben.id, role: 'project_manager' }))
  const persona = { name: 'Scout', role: 'Scout', informationNeed: 'Who?', projectId }
  const { id: personaId } = await made(ann.post('/api/personas', persona))
  const labels = ['ship', 'boat', 'buoy']
  const entities = labels.map((id) => ({ id, name: id, gloss: [] }))
  await made(ann.put(`/api/personas/${personaId}/ontology`, { entities }))
  const link = () => ({ type: 'TYPE' as const, label: pick(labels), personaId, linkType: null })
  const quay = { id: 'quay', name: 'Quay', description: [], typeAssignments: [] }
  await made(ann.put(`/api/projects/${projectId}/world`, { entities: [quay] }))
  const toQuay = { type: 'OBJECT' as const, label: quay.id, linkType: 'ENTITY' as const }
  const notes = { videoId, personaId, projectId, summary: 'See the tracks.' }
  const { id: summaryId } = await made(ann.post('/api/summaries', notes))
  const pages = [new Page(ann, videoId), new Page(ben, videoId)] as const
  for (const page of pages) await page.follow()
  const box = (frame: number) => ({ frameNumber: frame, x: upTo(500), y: upTo(300), width: 20 + upTo(50), height: 30 })
  const numbers = new Map<string, number>()
  /** The last version and review of each track, also of those that are deleted. */
  const known: Marks = {}
  const restored = new Set<string>()

  /** Takes a step and checks that it has changed nothing but what it is about. */
  async function step(page: Page, what: string, about: Pick<Entry, 'frame' | 'isLabel'>, act: () => Promise<unknown>) {
    const was = await snapshotOf(ann, videoId)
    const before = { questions: page.questions, errors: page.errors.length }
    page.answer = pick(['mine', 'theirs'] as const)
    await page.run(act)
    const now = await snapshotOf(ann, videoId)
    const isAsked = page.questions > before.questions
    const story = `seed ${seed}: ${what}${isAsked ? `, asked, ${page.answer}` : ''}`
    const errors = page.errors.slice(before.errors).map(String)
    const isRefused = errors.length > 0
    // The other one has deleted the track, the keyframe, or all others.
    for (const error of errors) expect(error, story).toMatch(/not found|has no box|at least one keyframe/)
    const ids = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
      (id) => JSON.stringify(was[id]) !== JSON.stringify(now[id]),
    )
    for (const [id, { number }] of Object.entries(now)) {
      expect(numbers.get(id) ?? number, story).toBe(number)
      numbers.set(id, number)
    }
    expect(new Set(Object.values(now).map(({ number }) => number)).size, story).toBe(Object.keys(now).length)
    await expectMarks(page.who, was, now, story)
    await expectReferences(now, story)
    if (about.frame !== undefined || about.isLabel)
      expect(without(now, { ...about, ids }), story).toEqual(without(was, { ...about, ids }))
    return { was, now, ids, isAsked, isRefused, story }
  }

  /**
   * A track whose content did not change keeps its version and review, also through deletion and restoration; one whose
   * content changed has a higher version, and its review is open unless the reviewer changed it.
   */
  async function expectMarks(by: Person, was: Snapshot, now: Snapshot, story: string, reviewed?: string) {
    const marks = await marksOf(ann, videoId)
    expect(Object.keys(marks).sort(), story).toEqual(Object.keys(now).sort())
    for (const [id, mark] of Object.entries(marks)) {
      const before = known[id]
      const isSame = JSON.stringify(was[id] ?? contents.get(id)) === JSON.stringify(now[id])
      if (before && isSame && id !== reviewed) expect([id, mark.review], story).toEqual([id, before.review])
      if (before && isSame && id in was && id !== reviewed) expect([id, mark], story).toEqual([id, before])
      if (before && !isSame) expect(mark.version, story).toBeGreaterThan(before.version)
      const isOwn = before && reviewers.get(id) === by
      if (!before || !isSame) expect([id, mark.review], story).toEqual([id, isOwn ? before.review : 'OPEN'])
      known[id] = mark
      contents.set(id, now[id]!)
    }
  }
  const contents = new Map<string, Stored>()
  const reviewers = new Map<string, Person>()

  /** The tracks to which the summary refers lead there while they are there, and again once they are back. */
  async function expectReferences(now: Snapshot, story: string) {
    const { summary } = await made(
      ann.graph(`{ summary(id: "${summaryId}") { summary { target { ... on Annotation { id } } } } }`),
    )
    const found = summary.summary.flatMap(({ target }: any) => target?.id ?? [])
    expect(found, story).toEqual([...referred].filter((id) => id in now))
  }
  const referred = new Set<string>()

  async function perform(
    page: Page,
    what: string,
    about: Pick<Entry, 'frame' | 'isLabel'>,
    act: () => Promise<unknown>,
  ) {
    const { was, now, ids } = await step(page, what, about, act)
    const done = page.acts.done.at(-1)
    if (done && !page.entries.has(done)) page.entries.set(done, { ...about, ids, was, now })
  }

  /** Takes an act back, or does it again. */
  async function back(page: Page, way: 'undo' | 'redo') {
    const act = page.acts[way === 'undo' ? 'done' : 'undone'].at(-1)
    const entry = act && page.entries.get(act)
    if (!entry) return
    const { was, now, isAsked, isRefused, story } = await step(page, way, entry, () => page.editor[way]())
    if (isRefused || (isAsked && page.answer === 'theirs')) {
      // An act of several steps may have taken its first ones.
      if (entry.ids.length === 1) expect(now, story).toEqual(was)
      return
    }
    if (entry.ids.some((id) => restored.has(id))) entry.isMixed = true
    if (!isAsked && !entry.isMixed) {
      // Of tracks that the other one has not deleted meanwhile.
      const there = { ...entry, ids: entry.ids.filter((id) => id in was || !(id in entry.now)) }
      expect(part(was, there), `${story}: what another one has changed is replaced without a question`).toEqual(
        part(entry.now, there),
      )
      expect(part(now, entry), story).toEqual(part(entry.was, entry))
      expect(without(now, entry), story).toEqual(without(was, entry))
    }
    Object.assign(entry, { was, now, isMixed: isAsked || entry.isMixed })
  }

  /** Brings a track back from the trash, of which the page knows nothing. */
  async function restoreOne(page: Page) {
    const { who } = page
    const { trash } = await made(who.get('/api/trash?kind=annotation'))
    if (trash.length === 0) return
    const item = pick(trash as { id: string; thingId: string }[])
    const was = await snapshotOf(ann, videoId)
    await made(who.post(`/api/trash/${item.id}/restore`))
    restored.add(item.thingId)
    const now = await snapshotOf(ann, videoId)
    const story = `seed ${seed}: restored`
    expect(Object.keys(now).sort(), story).toEqual([...Object.keys(was), item.thingId].sort())
    expect(now[item.thingId], story).toEqual(contents.get(item.thingId))
    await expectMarks(page.who, was, now, story)
    await expectReferences(now, story)
  }

  for (let at = 0; at < 24; at++) {
    const page = pick(pages)
    if (upTo(2)) await page.follow()
    const { editor, store, tracks } = page
    const frame = pick(frames)
    const track = tracks.length ? pick(tracks) : undefined
    const kind = upTo(16)
    const [frameOnly, whole, label] = [
      { frame, isLabel: false },
      { frame: undefined, isLabel: false },
      { frame: undefined, isLabel: true },
    ]
    // What another one has deleted cannot be edited: the page says so.
    if (track && !(track.id in (await snapshotOf(ann, videoId)))) {
      await page.follow()
      continue
    }
    if (!track || (kind === 0 && tracks.length < 4))
      await perform(page, 'create', whole, () => editor.create(link(), box(frame)))
    else if (kind < 5) await perform(page, `set ${frame}`, frameOnly, () => editor.setKeyframe(track, box(frame)))
    else if (kind === 5) {
      const keys = track.document.boxes.map((one: { frameNumber: number }) => one.frameNumber)
      const gone = pick(keys as number[])
      if (keys.length < 2) continue
      await perform(page, `remove ${gone}`, { frame: gone, isLabel: false }, () => editor.removeKeyframe(track, gone))
    } else if (kind === 6) await perform(page, 'delete', whole, () => editor.remove([track.id]))
    else if (kind === 7) {
      const entry = page.index.entry(track.id)
      if (!entry?.type) continue
      const { type, label: named, personaId: of, linkType } = entry
      const before = { id: track.id, link: { type, label: named, personaId: of, linkType } }
      if (upTo(2)) await perform(page, 'relabel', label, () => editor.relink([before], link()))
      else await perform(page, 'link', label, () => editor.relink([before], toQuay))
    } else if (kind === 8) {
      const [first, second] = tracks
      if (!second || !(first!.id in numbersOf(await snapshotOf(ann, videoId)))) continue
      if (!(second.id in numbersOf(await snapshotOf(ann, videoId)))) continue
      await perform(page, 'join', whole, () => editor.join([first!.id, second.id], 0))
    } else if (kind === 9) await perform(page, `split at ${frame}`, whole, () => editor.split(track.id, frame))
    else if (kind === 10) {
      const state = pick(['accepted', 'rejected', 'open'] as const)
      const there = await snapshotOf(ann, videoId)
      await made(page.who.post('/api/reviews', { ids: [track.id], state }))
      reviewers.set(track.id, page.who)
      await expectMarks(page.who, there, there, `seed ${seed}: ${state}`, track.id)
    } else if (kind === 11) {
      if (referred.size === 3 || referred.has(track.id)) continue
      referred.add(track.id)
      const items = [...referred].map((id) => ({ type: 'annotationRef', content: id }))
      await made(ann.post(`/api/summaries`, { ...notes, summary: items }))
    } else if (kind === 12) await restoreOne(page)
    else for (let times = 1 + upTo(3); times > 0; times--) await back(page, upTo(3) ? 'undo' : 'redo')
    await page.run(async () => store.reload(0))
  }
}

const numbersOf = (snapshot: Snapshot) => snapshot

describe('two people who edit the same tracks', () => {
  it.each(Array.from({ length: stories }, (_one, at) => at + 1))(
    'change what they mean to change, and undo no work of the other one unasked (story %i)',
    async (seed) => tell(seed),
    60_000,
  )
})
