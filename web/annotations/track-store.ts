import { boxAt, type Box, type StoredBox } from '../../src/annotations/sequence.js'
import { rest } from '../lib/rest.js'

/** Frames that are loaded at once. */
export const windowSize = 600

/** What is needed to draw a track in a window: its boxes there and around, and the rules between them. */
export interface Track {
  id: string
  version: number
  document: { boxes: StoredBox[] } & Record<string, unknown>
  /** First and last frame of the boxes that are known. */
  first: number
  last: number
}

interface SequenceAnswer extends Record<string, unknown> {
  id: string
  version: number
  /** Six numbers a box: frame, x, y, width, height, and 1 for a keyframe plus 2 where it is hidden. */
  boxes: number[]
}

/** A keyframe, in pixels of the video. */
export interface Keyframe {
  frameNumber: number
  x: number
  y: number
  width: number
  height: number
  visible?: boolean
}

/** A change of keyframes that is on the screen before the server has it. */
export interface Change {
  id: string
  upsert: readonly Keyframe[]
  /** Frames whose keyframes are taken out. */
  gone: readonly number[]
}

type Window = Map<string, Track>

/** How long a window that could not be loaded is not asked for again, in milliseconds. */
const pause = 3000

/** The tracks of a video, window by window; changed here first, so that a change is seen at once. */
export class TrackStore {
  private readonly windows = new Map<number, Window>()
  /** Windows that are shown until they have been read again. */
  private readonly stale = new Set<number>()
  private readonly loading = new Map<number, Promise<unknown>>()
  /** Windows that could not be loaded a moment ago. */
  private readonly resting = new Set<number>()
  /** Whether a failure was told since a window could last be loaded. */
  private isTold = false
  /** Changes that the server does not have yet, in their order. */
  private readonly ahead = new Set<Change>()
  private readonly listeners = new Set<() => void>()
  private changes = 0
  /** What is told when a window could not be loaded. */
  onError: (error: unknown) => void = () => undefined

  constructor(
    readonly videoId: string,
    private readonly frames: number,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Counts the changes. */
  readonly snapshot = (): number => this.changes

  /** The tracks of the window of a frame, oldest first; undefined until they are there. */
  tracksAround(frame: number): ReadonlyMap<string, Track> | undefined {
    return this.windows.get(Math.floor(frame / windowSize))
  }

  /** A track as it is around a frame; where it does not reach there, as the nearest window knows it. */
  track(id: string, frame: number): Track | undefined {
    const here = Math.floor(frame / windowSize)
    if (!this.windows.has(here)) return undefined
    const known = [...this.windows].filter(([, window]) => window.has(id))
    known.sort(([a], [b]) => Math.abs(a - here) - Math.abs(b - here))
    return known[0]?.[1].get(id)
  }

  /** Loads the window of a frame and, near its end, the next one. To be called whenever frame or store change. */
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
        this.tell()
      }, pause)
      if (!this.isTold) this.onError(error)
      this.isTold = true
    })
  }

  /** Reads a window; what the server has of it, without the changes that are ahead. */
  private read(index: number): Promise<ReadonlyMap<string, Track>> {
    const from = index * windowSize
    const path = `/api/videos/${encodeURIComponent(this.videoId)}/sequences`
    this.stale.delete(index)
    const isLatest = () => this.loading.get(index) === asked && this.loading.delete(index)
    const asked = rest<SequenceAnswer[]>(`${path}?from=${from}&to=${from + windowSize - 1}`).then(
      (answers) => {
        const tracks = new Map(answers.map((answer) => [answer.id, trackOf(answer)]))
        if (isLatest()) this.take(index, tracks)
        return tracks
      },
      (error: unknown) => {
        if (isLatest() && this.windows.has(index)) this.stale.add(index)
        throw error
      },
    )
    this.loading.set(index, asked)
    return asked
  }

  private take(index: number, tracks: Window): void {
    const known = this.windows.get(index)
    const newest = new Map<string, Track>()
    for (const [id, track] of tracks) {
      const before = known?.get(id)
      const own = [...this.ahead].filter((change) => change.id === id)
      // An answer that was on its way while somebody here wrote is older than what is shown.
      newest.set(id, before && before.version > track.version ? before : own.reduce(changed, track))
    }
    this.windows.set(index, newest)
    // What other windows show of a track that has changed is older than that.
    for (const [other, window] of this.windows)
      for (const [id, { version }] of newest) if ((window.get(id)?.version ?? version) < version) this.stale.add(other)
    this.isTold = false
    this.tell()
  }

  /** Reads everything again that is shown, which stays until then; the tracks that the server has around the frame. */
  reload(frame: number): Promise<ReadonlyMap<string, Track>> {
    for (const index of this.windows.keys()) this.stale.add(index)
    this.loading.clear()
    return this.read(Math.floor(frame / windowSize))
  }

  /** Shows a change in every window that knows the track, also in those that are loaded meanwhile. */
  show(change: Change): void {
    this.ahead.add(change)
    this.apply(change)
    this.tell()
  }

  /** The server refused a change: it is gone when the windows have been read again. */
  withdraw(change: Change): void {
    this.ahead.delete(change)
  }

  /** The server has a change now; those that are still ahead stay above it. */
  keep(change: Change, version: number): void {
    this.ahead.delete(change)
    for (const one of [change, ...this.ahead]) if (one.id === change.id) this.apply(one)
    const { first, last } = this.track(change.id, change.upsert[0]?.frameNumber ?? 0) ?? { first: 0, last: -1 }
    for (const [index, window] of this.windows) {
      // A window whose outer keyframe goes does not know the one behind it.
      const isCut = change.gone.some((frame) => Math.floor(frame / windowSize) !== index)
      // One that the track has come to cross does not know it.
      const isCrossed = !window.has(change.id) && first < (index + 1) * windowSize && last >= index * windowSize
      if (isCut || isCrossed) this.stale.add(index)
    }
    this.outdate()
    this.setVersion(change.id, version)
  }

  private apply(change: Change): void {
    const reached = new Set(change.upsert.map(({ frameNumber }) => Math.floor(frameNumber / windowSize)))
    for (const [index, window] of this.windows) {
      // A track that ended elsewhere comes to be in the window where its keyframe is set.
      const known = reached.has(index) ? this.track(change.id, index * windowSize) : window.get(change.id)
      if (known) window.set(change.id, changed(known, change))
    }
  }

  /** A change of the version before was kept. A window that shows an older one stays at it until it is read again. */
  setVersion(id: string, version: number): void {
    for (const window of this.windows.values()) {
      const track = window.get(id)
      if (track?.version === version - 1) window.set(id, { ...track, version })
    }
    this.tell()
  }

  /** The version of a track that is seen around a frame; where none is, or without a frame, the newest. */
  versionOf(id: string, frame?: number): number | undefined {
    const seen = frame === undefined ? undefined : this.track(id, frame)?.version
    const versions = [...this.windows.values()].flatMap((window) => window.get(id)?.version ?? [])
    return seen ?? (versions.length ? Math.max(...versions) : undefined)
  }

  /** Adds a track, in place of another one whose changes are its own now. */
  add(id: string, version: number, document: Track['document'], heirOf?: string): void {
    for (const window of this.windows.values()) window.set(id, withSpan({ id, version, document, first: 0, last: 0 }))
    for (const change of this.ahead) {
      if (change.id !== heirOf) continue
      change.id = id
      this.apply(change)
    }
    this.outdate()
    this.tell()
  }

  remove(id: string): void {
    for (const window of this.windows.values()) window.delete(id)
    this.outdate()
    this.tell()
  }

  /** Answers that are on their way may not know what was just written: those windows are read once more. */
  private outdate(): void {
    for (const index of this.loading.keys()) this.stale.add(index)
  }

  private tell(): void {
    this.changes++
    for (const listener of this.listeners) listener()
  }
}

function changed(track: Track, { upsert, gone }: Change): Track {
  const frames = new Set([...upsert.map(({ frameNumber }) => frameNumber), ...gone])
  const kept = track.document.boxes.filter(({ frameNumber }) => !frames.has(frameNumber))
  const boxes = [...kept, ...upsert.map((box) => ({ ...box, isKeyframe: true }))].sort(
    (a, b) => a.frameNumber - b.frameNumber,
  )
  return withSpan({ ...track, document: { ...track.document, boxes } })
}

function trackOf({ id, version, boxes: numbers, ...rules }: SequenceAnswer): Track {
  const boxes: StoredBox[] = []
  for (let at = 0; at < numbers.length; at += 6) {
    const [frameNumber = 0, x = 0, y = 0, width = 0, height = 0, standing = 1] = numbers.slice(at, at + 6)
    boxes.push({ frameNumber, x, y, width, height, isKeyframe: standing % 2 === 1, visible: standing < 2 })
  }
  boxes.sort((a, b) => a.frameNumber - b.frameNumber)
  return withSpan({ id, version, document: { ...rules, boxes }, first: 0, last: 0 })
}

function withSpan(track: Track): Track {
  const { boxes } = track.document
  return { ...track, first: boxes[0]?.frameNumber ?? 0, last: boxes.at(-1)?.frameNumber ?? -1 }
}

/** The box of a track on a frame, also one in a gap (`visible: false`); null where it has none. */
export function boxOf(track: Track, frame: number): Box | null {
  return frame < track.first || frame > track.last ? null : boxAt(track.document, frame)
}

/** The box of a track on a frame; in a gap and outside of its frames the one of the keyframe next to it. */
export function boxOrNearest(track: Track, frame: number): { box: StoredBox; isGhost: boolean } | undefined {
  const box = boxOf(track, frame)
  if (box?.visible) return { box, isGhost: false }
  const keys = track.document.boxes.filter((one) => one.isKeyframe !== false)
  const away = (one: StoredBox) => Math.abs(one.frameNumber - frame)
  const [nearest] = keys.sort((a, b) => away(a) - away(b))
  return nearest && { box: nearest, isGhost: true }
}

/** The keyframe that is stored for a frame. */
export function keyframeAt(track: Track, frame: number): StoredBox | undefined {
  return track.document.boxes.find((box) => box.frameNumber === frame && box.isKeyframe !== false)
}

/** The frames of the keyframes that are known, ascending. */
export function keyframesOf(track: Track): number[] {
  return track.document.boxes.filter((box) => box.isKeyframe !== false).map(({ frameNumber }) => frameNumber)
}

const palette = ['#ffb000', '#4cc9f0', '#ff5d9e', '#80ed99', '#c4a5ff', '#ff8a5c', '#f4e04d', '#5ee6d0']

/** The colour of a track: the same wherever it is drawn. */
export function colourOf(id: string): string {
  let sum = 0
  for (let i = 0; i < id.length; i++) sum = (Math.imul(sum, 31) + id.charCodeAt(i)) >>> 0
  return palette[sum % palette.length]!
}
