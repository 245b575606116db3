import type { ReviewState } from '../generated/graphql.js'
import type { TrackEntry, TrackIndex } from './track-index.js'

/** Which tracks are shown; an empty list does not restrict them. */
export interface TrackFilter {
  /** Keys of types and objects (`TrackEntry.key`). */
  keys: readonly string[]
  personas: readonly string[]
  sources: readonly string[]
  /** The least confidence, 0 to 1; tracks without a confidence count as 1. */
  confidence: number
  reviewStates: readonly ReviewState[]
  /** Whether only tracks with a box on the current frame are listed; this does not change the picture. */
  onFrame: boolean
}

const everything: TrackFilter = { keys: [], personas: [], sources: [], confidence: 0, reviewStates: [], onFrame: false }

export interface LooksState {
  filter: TrackFilter
  hidden: ReadonlySet<string>
  locked: ReadonlySet<string>
  /** The tracks that are chosen for acts on several tracks. */
  chosen: ReadonlySet<string>
  /** The types and objects (`TrackEntry.key`) whose tracks the timeline does not list. */
  folded: ReadonlySet<string>
  /** The track that is shown alone, and the tracks that were hidden before that. */
  isolated: { id: string; before: ReadonlySet<string> } | undefined
}

/** The sets of `LooksState`. */
export type LookMark = 'hidden' | 'locked' | 'chosen' | 'folded'

/** What the user hides, locks, chooses, folds and filters; kept while the video is open, not stored on the server. */
export class TrackLooks {
  private state: LooksState = {
    filter: everything,
    hidden: new Set(),
    locked: new Set(),
    chosen: new Set(),
    folded: new Set(),
    isolated: undefined,
  }
  private readonly listeners = new Set<() => void>()

  constructor(private readonly index: TrackIndex) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): LooksState => this.state

  /** Returns whether the boxes of a track are drawn. */
  isDrawn(id: string): boolean {
    if (this.state.hidden.has(id)) return false
    const entry = this.index.entry(id)
    return !entry || this.passes(entry)
  }

  isLocked(id: string): boolean {
    return this.state.locked.has(id)
  }

  /** Returns whether a track passes the filter, apart from its condition on the frame. */
  passes(entry: TrackEntry): boolean {
    const { keys, personas, sources, confidence, reviewStates } = this.state.filter
    return (
      (keys.length === 0 || keys.includes(entry.key)) &&
      (personas.length === 0 || personas.includes(entry.personaId ?? '')) &&
      (sources.length === 0 || sources.includes(entry.source ?? '')) &&
      (entry.confidence ?? 1) >= confidence &&
      (reviewStates.length === 0 || reviewStates.includes(entry.reviewState))
    )
  }

  setFilter(filter: Partial<TrackFilter>): void {
    this.update({ filter: { ...this.state.filter, ...filter } })
  }

  clearFilter(): void {
    this.update({ filter: everything })
  }

  /** Hides, locks or chooses tracks, or folds types, or reverses that. */
  mark(what: LookMark, ids: readonly string[], on: boolean): void {
    const after = new Set(this.state[what])
    for (const id of ids)
      if (on) after.add(id)
      else after.delete(id)
    this.update({ [what]: after, ...(what === 'hidden' && { isolated: undefined }) })
  }

  /** Hides all tracks but one; undefined shows again what was shown before. */
  isolate(id: string | undefined): void {
    const before = this.state.isolated?.before ?? this.state.hidden
    if (id === undefined) return this.update({ hidden: before, isolated: undefined })
    const others = (this.index.entries ?? []).flatMap((entry) => (entry.id === id ? [] : [entry.id]))
    this.update({ hidden: new Set(others), isolated: { id, before } })
  }

  /** Chooses these tracks and no others. */
  choose(ids: readonly string[]): void {
    this.update({ chosen: new Set(ids) })
  }

  private update(change: Partial<LooksState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }
}

/** Returns the number of conditions of a filter. */
export const conditionsOf = (filter: TrackFilter): number =>
  [
    ...[filter.keys, filter.personas, filter.sources, filter.reviewStates].map(({ length }) => length),
    filter.confidence,
    Number(filter.onFrame),
  ].filter(Boolean).length
