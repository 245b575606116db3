import {
  TracksDocument,
  type AnnotationKind,
  type AnnotationSource,
  type CreateAnnotationInput,
  type LinkType,
  type ReviewState,
  type TrackDetailsFragment,
  type TracksQuery,
} from '../generated/graphql.js'
import { untilAnswered } from '../lib/answer.js'
import { graph } from '../lib/graph.js'
import { colourOf, hueOf } from '../lib/colours.js'
import { rest } from '../lib/rest.js'
import { texts } from '../texts.js'
import type { Link } from './act.js'
import { labelName, thingOf, type SeenAs, type Thing } from './labelled-things.js'
import { keyOfLabel, TrackColours, type Colouring, type Labelled } from './track-colours.js'

/** A track as lists show it: everything except its boxes. */
export interface TrackEntry {
  id: string
  version: number
  personaId: string | null
  /** Null for another word than these two. */
  type: AnnotationKind | null
  label: string
  linkType: LinkType | null
  source: AnnotationSource | null
  confidence: number | null
  reviewState: ReviewState
  firstFrame: number
  lastFrame: number
  keyframeCount: number
  /** Equal for all tracks with the same label, that is the same type or object. */
  key: string
  /** The number of the track within its video, which it keeps whatever happens to others. */
  number: number
}

/** What is known of a track that was just created or restored. */
export type Known = Pick<TrackEntry, 'id' | 'version' | 'number'>

type Row = Omit<TrackEntry, 'key' | 'type' | 'linkType' | 'source' | 'reviewState' | 'firstFrame' | 'lastFrame'> & {
  type: string
  source: string
  /** In lower case, as the REST API returns it. */
  reviewState: string
  linkType: string | null
  firstFrame: number | null
  lastFrame: number | null
}

/** The number of tracks in one request. */
const block = 50
/** How long changes are collected before their tracks are read again, in milliseconds. */
const pause = 60

/** All tracks of a video, oldest first, with the names and colours of their types and objects. */
export class TrackIndex {
  /** Undefined until it has been read. */
  private list: readonly TrackEntry[] | undefined
  private byId: ReadonlyMap<string, TrackEntry> = new Map()
  private things: ReadonlyMap<string, Thing> = new Map()
  private readonly colours = new TrackColours()
  private readonly listeners = new Set<() => void>()
  private changes = 0
  private latest: Promise<unknown> | undefined
  private readonly changed = new Set<string>()
  /** Tracks that were deleted while they may still be read. */
  private readonly dropped = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Called with the error when tracks could not be read. */
  onError: (error: unknown) => void = () => undefined

  constructor(readonly videoId: string) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Returns the number of changes so far, as a snapshot for `useSyncExternalStore`. */
  readonly snapshot = (): number => this.changes

  /** All tracks, oldest first; undefined until they have been read. */
  get entries(): readonly TrackEntry[] | undefined {
    return this.list
  }

  entry(id: string): TrackEntry | undefined {
    return this.byId.get(id)
  }

  /** Returns the name of a track: the name of its type or object, and its number. */
  nameOf(id: string): string {
    const entry = this.byId.get(id)
    return entry ? texts.watch.numbered(this.labelOf(entry), entry.number) : texts.tracks.unnamed
  }

  /** Returns the name of the type or object of a track. */
  labelOf(entry: TrackEntry): string {
    return this.thingOf(entry.key)?.name ?? labelName(entry)
  }

  /** Returns the type that the persona of a track assigns to the object with which the track is labelled. */
  typeOf({ key, personaId }: TrackEntry): SeenAs | undefined {
    return personaId === null ? undefined : this.things.get(key)?.seenAs?.get(personaId)
  }

  thingOf(key: string): Thing | undefined {
    return this.things.get(key)
  }

  /** Returns the colour of a track. */
  colourOf(id: string): string {
    const entry = this.byId.get(id)
    if (!entry) return hueOf(id)
    const { key, colour } = this.typeOf(entry) ?? { key: entry.key, colour: this.things.get(entry.key)?.colour }
    return this.colours.of({ ...entry, key }, colour)
  }

  /** Sets what tracks of the same colour have in common. */
  colourBy(colouring: Colouring): void {
    if (this.colours.by === colouring) return
    this.colours.by = colouring
    this.notify()
  }

  /** Returns the colour of a type or object; `own` is that of the type in the ontology. */
  colourFor(label: Labelled, own?: string | null): string {
    const key = keyOfLabel(label)
    return this.colours.ofType(key, colourOf(own) ?? this.things.get(key)?.colour)
  }

  /** Reads all tracks. */
  async load(): Promise<void> {
    const response = untilAnswered(() => rest<Row[]>(`/api/videos/${encodeURIComponent(this.videoId)}/tracks`))
    this.latest = response
    const rows = await response
    if (this.latest !== response) return
    this.show(
      rows.map((row) =>
        entryOf({
          ...row,
          type: kinds.find((kind) => kind === row.type.toUpperCase()) ?? null,
          linkType: nameOf(row.linkType) as LinkType | null,
          source: nameOf(row.source) as AnnotationSource | null,
          reviewState: nameOf(row.reviewState) as ReviewState,
        }),
      ),
    )
    await this.name()
  }

  /** Adds a track that was just created or restored, until it is read from the server. */
  add({ id, version, number }: Known, input: CreateAnnotationInput): void {
    if (!this.list || this.byId.has(id)) return
    const { type, label, linkType = null, source, confidence = 1, frames } = input
    const personaId = input.personaId == null ? null : String(input.personaId)
    const { boxes = [] } = frames as { boxes?: { frameNumber: number; isKeyframe?: boolean }[] }
    const numbers = boxes.map(({ frameNumber }) => frameNumber)
    const made = entryOf({
      ...{ id, version, number, personaId, type, label, linkType, source: source ?? 'MANUAL', confidence },
      reviewState: 'OPEN',
      keyframeCount: boxes.filter(({ isKeyframe }) => isKeyframe !== false).length,
      ...(numbers.length
        ? { firstFrame: Math.min(...numbers), lastFrame: Math.max(...numbers) }
        : { firstFrame: null, lastFrame: null }),
    })
    this.show([...this.list, made])
  }

  /** Reads a track again after it was created, changed, deleted or restored. */
  touch(id: string): void {
    this.dropped.delete(id)
    this.changed.add(id)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.readChanged().catch((error: unknown) => this.onError(error)), pause)
  }

  /** Removes a deleted track. */
  drop(id: string): void {
    this.changed.delete(id)
    this.dropped.add(id)
    if (this.byId.has(id)) this.show(this.list!.filter((entry) => entry.id !== id))
  }

  private async readChanged(): Promise<void> {
    const ids = [...this.changed]
    this.changed.clear()
    const nodes = await detailsOf(ids)
    if (!this.list) return
    const there = nodes.filter((node) => !this.dropped.has(node.id))
    const read = new Map(there.map((node) => [node.id, entryOf({ ...node, ...named(node) })]))
    const kept = this.list.flatMap((entry) => {
      const now = read.get(entry.id)
      if (!now && ids.includes(entry.id)) return []
      return now && now.version >= entry.version ? now : entry
    })
    this.learn(there)
    this.show([...kept, ...[...read.values()].filter(({ id }) => !this.byId.has(id))])
    await this.name()
  }

  private learn(nodes: readonly TrackDetailsFragment[]): void {
    const read = nodes.map((node) => [entryOf({ ...node, ...named(node) }).key, thingOf(node)] as const)
    this.things = new Map([...this.things, ...read])
  }

  /** Reads the names of types and objects that are not known yet, or of all, each from one of its tracks. */
  async name(all = false): Promise<void> {
    const unknown = new Map(
      this.list?.filter(({ key }) => all || !this.things.has(key)).map(({ key, id }) => [key, id]),
    )
    if (unknown.size === 0) return
    const nodes = await detailsOf([...unknown.values()])
    this.learn(nodes)
    this.notify()
  }

  private show(entries: readonly TrackEntry[]): void {
    this.list = entries.toSorted((a, b) => a.number - b.number)
    this.byId = new Map(this.list.map((entry) => [entry.id, entry]))
    this.colours.learn(this.list)
    this.notify()
  }

  private notify(): void {
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

async function detailsOf(ids: readonly string[]): Promise<TrackDetailsFragment[]> {
  const blocks = Array.from({ length: Math.ceil(ids.length / block) }, (_one, at) =>
    ids.slice(at * block, (at + 1) * block),
  )
  const answers: TracksQuery[] = []
  for (const some of blocks) answers.push(await untilAnswered(() => graph(TracksDocument, { ids: some })))
  return answers.flatMap(({ nodes }) => nodes.flatMap((node) => (node && 'label' in node ? [node] : [])))
}

type Keyless = Omit<TrackEntry, 'key' | 'firstFrame' | 'lastFrame'> & Pick<Row, 'firstFrame' | 'lastFrame'>

function entryOf({
  id,
  version,
  personaId,
  type,
  label,
  linkType,
  source,
  confidence,
  reviewState,
  number,
  ...rest
}: Keyless): TrackEntry {
  const { keyframeCount, firstFrame, lastFrame } = rest
  const key = keyOfLabel({ type, label, personaId, linkType })
  const frames = { firstFrame: firstFrame ?? 0, lastFrame: lastFrame ?? -1, keyframeCount }
  return { id, version, number, personaId, type, label, linkType, source, confidence, reviewState, ...frames, key }
}

const kinds: readonly AnnotationKind[] = ['TYPE', 'OBJECT']
/** Returns the name of a value of an enum by the word of REST. */
const nameOf = (word: string | null) => word?.toUpperCase().replace('-', '_') ?? null

/** Returns the members that GraphQL may omit, in the form of the list. */
const named = ({
  personaId,
  type,
  label,
  linkType,
  source,
  confidence,
  reviewState,
  firstFrame,
  lastFrame,
}: TrackDetailsFragment) => ({
  ...{ personaId: personaId ?? null, type, label: label!, linkType: linkType ?? null, source, reviewState },
  ...{ confidence: confidence ?? null, firstFrame: firstFrame ?? null, lastFrame: lastFrame ?? null },
})

/** Returns what a track is labelled with; undefined if it is neither a type nor an object. */
export function linkOf(entry: TrackEntry | undefined): Link | undefined {
  if (!entry?.type) return undefined
  const { type, label, personaId, linkType } = entry
  return { type, label, personaId, linkType }
}
