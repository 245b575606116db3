import { rest } from '../lib/rest.js'
import type { Neighbours } from './edits.js'
import { hasRanges, type Lists } from './stretches.js'
import { changed, keyframesOf, trackOf, withSpan, type Change, type SequenceAnswer, type Track } from './track.js'

/** The number of frames in a window, which is loaded with one request. */
export const windowSize = 600

type Window = Map<string, Track>

/** How long to wait before requesting a window again that could not be loaded, in milliseconds. */
const pause = 3000

/**
 * The tracks of a video, by window. Changes are applied here before the server has stored them, so they show at once.
 */
export class TrackStore {
  private readonly windows = new Map<number, Window>()
  /** Windows that are outdated; they stay on the screen until they have been read again. */
  private readonly stale = new Set<number>()
  private readonly loading = new Map<number, Promise<unknown>>()
  /** Windows whose last request failed less than `pause` ago. */
  private readonly resting = new Set<number>()
  /** Whether an error was reported since a window was last loaded; further errors are not reported. */
  private isTold = false
  /** The segments and ranges of each track as the server has them, without the changes in `ahead`. */
  private readonly lists = new Map<string, { version: number; lists: Lists }>()
  /** Changes that the server has not stored yet, oldest first. */
  private readonly ahead = new Set<Change>()
  private readonly listeners = new Set<() => void>()
  private changes = 0
  /** Called with the error when a window could not be loaded. */
  onError: (error: unknown) => void = () => undefined

  constructor(
    readonly videoId: string,
    private readonly frames: number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Returns the number of changes so far, as a snapshot for `useSyncExternalStore`. */
  readonly snapshot = (): number => this.changes

  /** Whether a window has been loaded. */
  get isUsed(): boolean {
    return this.windows.size > 0
  }

  /** Returns the tracks of the window of a frame, oldest first; undefined until the window is loaded. */
  tracksAround(frame: number): ReadonlyMap<string, Track> | undefined {
    return this.windows.get(Math.floor(frame / windowSize))
  }

  /** Returns a track from the window of a frame, or else from the nearest window that contains it. */
  track(id: string, frame: number): Track | undefined {
    const here = Math.floor(frame / windowSize)
    if (!this.windows.has(here)) return undefined
    const holding = [...this.windows].filter(([, window]) => window.has(id))
    holding.sort(([a], [b]) => Math.abs(a - here) - Math.abs(b - here))
    return holding[0]?.[1].get(id)
  }

  /** Returns the track as `track` does, once the window of the frame is loaded. */
  async trackOnce(id: string, frame: number): Promise<Track | undefined> {
    const index = Math.floor(frame / windowSize)
    // A failure is told where the window is needed for the picture.
    if (!this.windows.has(index)) await (this.loading.get(index) ?? this.read(index)).catch(() => undefined)
    return this.track(id, frame)
  }

  /**
   * Loads the window of a frame and, from the last third of it, the next window. Call it when the frame or the store
   * changes.
   */
  need(frame: number): void {
    const index = Math.floor(frame / windowSize)
    this.load(index)
    this.load(Math.floor((frame + windowSize / 3) / windowSize))
  }

  private load(index: number): void {
    const isThere = this.windows.has(index) && !this.stale.has(index)
    if (isThere || this.loading.has(index) || this.resting.has(index)) return
    if (index * windowSize >= this.frames || index < 0) return
    this.read(index).catch((error: unknown) => {
      this.resting.add(index)
      setTimeout(() => {
        this.resting.delete(index)
        this.notify()
      }, pause)
      if (!this.isTold) this.onError(error)
      this.isTold = true
    })
  }

  /** Requests a window; resolves to its tracks as the server has them, without the changes in `ahead`. */
  private read(index: number): Promise<ReadonlyMap<string, Track>> {
    const from = index * windowSize
    const path = `/api/videos/${encodeURIComponent(this.videoId)}/sequences`
    this.stale.delete(index)
    const isLatest = () => this.loading.get(index) === response && this.loading.delete(index)
    const response = rest<SequenceAnswer[]>(`${path}?from=${from}&to=${from + windowSize - 1}`).then(
      (answers) => {
        const tracks = new Map(answers.map((answer) => [answer.id, trackOf(answer)]))
        for (const track of tracks.values()) this.learn(track)
        if (isLatest()) this.take(index, tracks)
        return tracks
      },
      (error: unknown) => {
        if (isLatest() && this.windows.has(index)) this.stale.add(index)
        throw error
      },
    )
    this.loading.set(index, response)
    return response
  }

  private learn({ id, version, document: { interpolationSegments, visibilityRanges } }: Track): void {
    if (version < (this.lists.get(id)?.version ?? 0)) return
    this.lists.set(id, { version, lists: { interpolationSegments, visibilityRanges } })
  }

  /** Returns the segments and ranges of a track as the server has them. */
  listsOf(id: string): Lists {
    return this.lists.get(id)?.lists ?? {}
  }

  /** Returns the nearest keyframes before and after a frame, among those of all loaded windows. */
  around(id: string, frame: number): Neighbours {
    const keys = [...this.windows.values()].flatMap((window) => {
      const track = window.get(id)
      return track ? keyframesOf(track) : []
    })
    const before = Math.max(...keys.filter((key) => key < frame))
    const after = Math.min(...keys.filter((key) => key > frame))
    return { before: before === -Infinity ? undefined : before, after: after === Infinity ? undefined : after }
  }

  private take(index: number, tracks: Window): void {
    const shown = this.windows.get(index)
    const newest = new Map<string, Track>()
    for (const [id, track] of tracks) {
      const before = shown?.get(id)
      const own = [...this.ahead].filter((change) => change.id === id)
      // A response that was requested before a write of this page may be older than the version shown.
      newest.set(id, before && before.version > track.version ? before : own.reduce(changed, track))
    }
    this.windows.set(index, newest)
    // Other windows with an older version of one of these tracks are outdated.
    for (const [other, window] of this.windows)
      for (const [id, { version }] of newest) if ((window.get(id)?.version ?? version) < version) this.stale.add(other)
    this.isTold = false
    this.notify()
  }

  /** Marks all windows as outdated and reads the window of the frame; resolves to its tracks as the server has them. */
  reload(frame: number): Promise<ReadonlyMap<string, Track>> {
    for (const index of this.windows.keys()) this.stale.add(index)
    this.loading.clear()
    return this.read(Math.floor(frame / windowSize))
  }

  /**
   * Applies a change to every window that contains the track, and to windows loaded before the server has stored the
   * change.
   */
  show(change: Change): void {
    this.ahead.add(change)
    this.apply(change)
    this.notify()
  }

  /** Drops a change that the server refused; it stays on the screen until the windows have been read again. */
  rollBack(change: Change): void {
    this.ahead.delete(change)
  }

  /** Confirms a change that the server has stored as `version`; changes still in `ahead` are applied on top of it. */
  keep(change: Change, version: number, lists: Lists = {}): void {
    this.ahead.delete(change)
    const before = this.listsOf(change.id)
    this.lists.set(change.id, { version, lists: { ...before, ...lists } })
    // Each window derived its ranges from the flags of its own keyframes only, so all of them are outdated.
    if (change.ranges && !hasRanges(before)) for (const index of this.windows.keys()) this.stale.add(index)
    for (const one of [change, ...this.ahead]) if (one.id === change.id) this.apply(one)
    const { first, last } = this.track(change.id, change.upsert[0]?.frameNumber ?? 0) ?? { first: 0, last: -1 }
    for (const [index, window] of this.windows) {
      // A window that contained the removed keyframe of another window does not know the keyframe beyond it.
      const isCut = change.gone.some((frame) => Math.floor(frame / windowSize) !== index)
      // A window that the track was extended into does not contain the track yet.
      const isCrossed = !window.has(change.id) && first < (index + 1) * windowSize && last >= index * windowSize
      if (isCut || isCrossed) this.stale.add(index)
    }
    this.outdate()
    this.setVersion(change.id, version)
  }

  private apply(change: Change): void {
    const reached = new Set(change.upsert.map(({ frameNumber }) => Math.floor(frameNumber / windowSize)))
    for (const [index, window] of this.windows) {
      // A keyframe also adds the track to the window of its frame if the window does not contain the track.
      const track = reached.has(index) ? this.track(change.id, index * windowSize) : window.get(change.id)
      if (track) window.set(change.id, changed(track, change))
    }
  }

  /** Raises a track from the previous version to `version`; windows with older versions are marked as outdated. */
  setVersion(id: string, version: number): void {
    const entry = this.lists.get(id)
    if (entry?.version === version - 1) entry.version = version
    for (const window of this.windows.values()) {
      const track = window.get(id)
      if (track?.version === version - 1) window.set(id, { ...track, version })
    }
    this.notify()
  }

  /** Returns the version of a track that is shown around a frame, or else the newest version in any loaded window. */
  versionOf(id: string, frame?: number): number | undefined {
    const seen = frame === undefined ? undefined : this.track(id, frame)?.version
    const versions = [...this.windows.values()].flatMap((window) => window.get(id)?.version ?? [])
    return seen ?? (versions.length ? Math.max(...versions) : undefined)
  }

  /** Adds a new or restored track to all windows, with the changes to it in `ahead`. */
  add(id: string, version: number, document: Track['document']): void {
    const track = withSpan({ id, version, document, first: 0, last: 0 })
    this.learn(track)
    for (const window of this.windows.values()) window.set(id, track)
    for (const change of this.ahead) if (change.id === id) this.apply(change)
    this.outdate()
    this.notify()
  }

  remove(id: string): void {
    for (const window of this.windows.values()) window.delete(id)
    this.lists.delete(id)
    this.outdate()
    this.notify()
  }

  /** Marks windows with a pending request as outdated, because the response may not contain what was just written. */
  private outdate(): void {
    for (const index of this.loading.keys()) this.stale.add(index)
  }

  private notify(): void {
    this.changes++
    for (const listener of this.listeners) listener()
  }
}
