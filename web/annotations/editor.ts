import { WholeTrackDocument } from '../generated/graphql.js'
import { untilAnswered } from '../lib/answer.js'
import { graph } from '../lib/graph.js'
import { Cancelled, type Act, type Conflict, type EditorState, type Link, type Step } from './act.js'
import {
  boxCopied,
  keyframeRemoved,
  keyframeSet,
  movementSet,
  shownSet,
  type ReversibleEdit,
  type Pair,
  type VisibilityChange,
} from './edits.js'
import { attributing, creating, extending, joining, occluding, relinking, removing, splitting } from './joins.js'
import { backFrom, groundOf } from './ground.js'
import { plain, rounded, type Keyframe } from './keyframe.js'
import { hasRanges, listsAfter, type Edit, type NewLists } from './stretches.js'
import type { TrackIndex } from './track-index.js'
import type { TrackStore } from './track-store.js'
import { documentOf, listsInput } from './sequence-document.js'
import { TrackWriter, type NewTrack, type WholeTrack } from './track-writer.js'
import type { Change, Track } from './track.js'

/**
 * Changes tracks: immediately on the screen, then on the server, one act after the other, each with the version it is
 * based on. While the server cannot be reached, acts wait. Acts can be undone and redone in order.
 */
export class Editor {
  private state: EditorState = { canUndo: false, canRedo: false, pending: 0, conflict: undefined }
  private readonly done: Act[] = []
  private readonly undone: Act[] = []
  private readonly listeners = new Set<() => void>()
  private queue: Promise<unknown> = Promise.resolve()
  /** Makes the browser ask for confirmation when the page is closed before everything is saved. */
  private readonly warn = (event: Event) => event.preventDefault()
  private readonly writer: TrackWriter

  constructor(
    readonly store: TrackStore,
    index: TrackIndex,
    private readonly onError: (error: unknown) => void,
  ) {
    this.writer = new TrackWriter(store, index, (conflict) => this.decide(conflict))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
      // Leaving the page with an open conflict keeps the other user's version.
      if (this.listeners.size === 0) this.state.conflict?.decide('theirs')
    }
  }

  readonly snapshot = (): EditorState => this.state

  setKeyframe(track: Track, keyframe: Keyframe): Promise<void> {
    return this.carryOut(track, (now) => keyframeSet(now, keyframe, this.store.around(track.id, keyframe.frameNumber)))
  }

  async removeKeyframe(track: Track, frame: number): Promise<void> {
    const { id } = track
    let removed: Keyframe | undefined
    const edit = (now: Track) => {
      const made = keyframeRemoved(now, frame, this.store.around(id, frame))
      removed = made?.revert.upsert[0]
      return made
    }
    // Windows do not contain all members of boxes, so the keyframe is read before it is removed, for undo.
    const ask = async () => {
      const whole = await this.writer.read(id)
      const box = whole?.frames.boxes.find(({ frameNumber }) => frameNumber === frame)
      if (removed && box) Object.assign(removed, plain({ ...box, ...removed }))
    }
    await this.carryOut(track, edit, ask)
  }

  /** Sets the interpolation between a keyframe and the next one. */
  setMovement(track: Track, frame: number, pair: Pair, kind: string): Promise<void> {
    return this.carryOut(track, (now) => movementSet(now, frame, pair, kind))
  }

  /** Shows or hides a track on some frames. */
  setShown(track: Track, shown: VisibilityChange): Promise<void> {
    return this.carryOut(track, (now) => shownSet(now, shown))
  }

  /** Copies the box of a frame to each of the `count` frames after it, up to the frame `last`. */
  async copyOn(track: Track, frame: number, count: number, last: number): Promise<void> {
    const edit = (now: Track) =>
      boxCopied(now, frame, Math.min(count, last - frame), this.store.around(track.id, frame))
    await this.carryOut(track, edit)
  }

  /** Creates a track with one keyframe; returns its id, or undefined if that failed. */
  create(link: Link, keyframe: Keyframe): Promise<string | undefined> {
    const input: NewTrack = {
      videoId: this.store.videoId,
      ...link,
      frames: { boxes: [{ ...rounded(keyframe), isKeyframe: true }], interpolationMode: 'linear' },
    }
    return this.resultOf(creating(this.writer, input))
  }

  remove(ids: readonly string[]): Promise<void> {
    const { remove, restore } = removing(this.writer, ids)
    return this.perform({ run: remove, revert: restore })
  }

  /** Registers tracks that a model has created, so that they can be undone like drawn ones. */
  made(ids: readonly string[]): void {
    const { remove, restore } = removing(this.writer, ids, 1)
    this.add({ run: restore, revert: remove })
  }

  /** Registers a model's change of the whole sequence of a track, so that it can be undone back to `before`. */
  extended(id: string, before: WholeTrack['frames']): void {
    this.add(extending(this.writer, id, before))
  }

  /** Returns the whole sequence of a track as the server has it after all acts so far are saved. */
  async wholeOf(id: string): Promise<WholeTrack | undefined> {
    await this.queue
    return this.writer.read(id)
  }

  /**
   * Changes what tracks are labelled with; `before` contains the link that each had. Tracks that are linked to an
   * object stay those of their personas, which assign their types to it if it is one of the user's own, `objectId`.
   */
  relink(before: readonly { id: string; link: Link }[], after: Link, objectId?: string): Promise<void> {
    return this.perform(relinking(this.writer, before, after, objectId))
  }

  /**
   * Joins tracks into the one that begins first; where they overlap, the boxes of the earlier track are kept. Returns
   * its id, or undefined if fewer than two tracks are left.
   */
  join(ids: readonly string[], frame: number): Promise<string | undefined> {
    return this.resultOf(joining(this.writer, ids, frame))
  }

  /** Cuts a track in two, the second of which begins at the frame. Returns the id of the second track. */
  split(id: string, frame: number): Promise<string | undefined> {
    return this.resultOf(splitting(this.writer, id, frame))
  }

  /** Sets attributes of the box on a frame, or of the whole track. */
  setAttributes(id: string, at: Parameters<typeof attributing>[2], values: Parameters<typeof attributing>[3]) {
    return this.perform(attributing(this.writer, id, at, values))
  }

  /** Marks the box on a frame as occluded, or no longer; returns whether it now is, undefined if that failed. */
  toggleOccluded(id: string, frame: number): Promise<boolean | undefined> {
    return this.resultOf(occluding(this.writer, id, frame))
  }

  undo(): Promise<void> {
    const act = this.done.pop()
    if (!act) return Promise.resolve()
    this.undone.push(act)
    return this.enqueue(act, 'revert')
  }

  redo(): Promise<void> {
    const act = this.undone.pop()
    if (!act) return Promise.resolve()
    this.done.push(act)
    return this.enqueue(act, 'run')
  }

  /** Adds an act that is done already. Keeps the acts to redo, because the added act concerns other tracks. */
  private add(act: Act): void {
    this.done.push(act)
    this.update({})
  }

  perform(act: Act): Promise<void> {
    this.undone.length = 0
    this.done.push(act)
    return this.enqueue(act, 'run')
  }

  /** Performs an act; returns its result, or undefined if it failed. */
  private async resultOf<Result>({ act, result }: { act: Act; result: () => Result | undefined }) {
    await this.perform(act)
    return act.hasFailed ? undefined : result()
  }

  private enqueue(act: Act, way: 'run' | 'revert'): Promise<void> {
    const step = act[way]()
    this.update({ pending: this.state.pending + 1 })
    const ended = this.queue.then(async () => {
      try {
        await (act.hasFailed ? step.rollBack?.() : step.send())
      } catch (error) {
        act.hasFailed = true
        for (const acts of [this.done, this.undone]) if (acts.includes(act)) acts.splice(acts.indexOf(act), 1)
        if (!(error instanceof Cancelled)) this.onError(error)
      } finally {
        this.update({ pending: this.state.pending - 1 })
      }
    })
    this.queue = ended
    return ended
  }

  /** Shows and sends an edit, made for the track as the user sees it; awaits `first` before sending it. */
  private async carryOut(track: Track, make: (now: Track) => ReversibleEdit | undefined, first?: Preparation) {
    const edit = make(track)
    if (!edit) return
    const { frame, run } = edit
    const seen = this.store.track(track.id, frame)
    // Undo and redo are based on what the last step has stored, although the page shows what others have changed since.
    const based: Based = { id: track.id, frame, version: undefined }
    let back = backFrom(seen ?? track, edit)
    const asked = (now: Track) => void (back = backFrom(now, { ...edit, ...make(now), run }))
    await this.perform({
      run: () => this.patch(based, run, groundOf(seen, frame, run), { first, asked }),
      revert: () => this.patch(based, back.edit, back.ground),
    })
  }

  private patch(based: Based, edit: Edit, expected: string | undefined, { first, asked }: Around = {}): Step {
    const { id, frame } = based
    const shown = this.store.versionOf(id, frame)
    let ground = expected
    const isFree = (track: Track | undefined) => ground !== undefined && groundOf(track, frame, edit) === ground
    const decided = (track: Track | undefined) => {
      ground = groundOf(track, frame, edit)
      if (track) asked?.(track)
    }
    const change: Change = { id, ...edit }
    const [upsert, gone] = [[...edit.upsert], [...edit.gone]]
    this.store.show(change)
    const rollBack = async () => {
      this.store.rollBack(change)
      await this.store.reload(frame).catch(this.onError)
    }
    const send = async () => {
      try {
        await first?.()
        let lists: NewLists = {}
        const input = async () => {
          lists = await this.listsAfter(id, edit)
          return { upsert, delete: gone, ...listsInput(lists) }
        }
        const base = { id, frame, seen: based.version ?? shown, mine: upsert[0], isFree, asked: decided }
        const version = await this.writer.patch(base, input)
        based.version = version
        this.store.keep(change, version, lists)
        this.writer.wrote(id)
      } catch (error) {
        await rollBack()
        throw error
      }
    }
    return { send, rollBack }
  }

  /** Returns the lists after the edit, computed from those of the server, so that they omit failed acts. */
  private async listsAfter(id: string, edit: Edit): Promise<NewLists> {
    const lists = this.store.listsOf(id)
    if (!edit.ranges || hasRanges(lists)) return listsAfter(lists, edit)
    // The flags of all keyframes are converted to ranges, but the loaded windows contain only some of the keyframes.
    const { annotation } = await untilAnswered(() => graph(WholeTrackDocument, { id }))
    return listsAfter(documentOf(annotation?.frames), edit)
  }

  /** Asks the user to decide about another user's change; undefined if the user has left the page. */
  private async decide(conflict: Omit<Conflict, 'decide'>): Promise<'mine' | 'theirs' | undefined> {
    if (this.listeners.size === 0) return undefined
    const choice = await new Promise<'mine' | 'theirs'>((decide) => this.update({ conflict: { ...conflict, decide } }))
    this.update({ conflict: undefined })
    return choice
  }

  private update(change: Partial<EditorState>): void {
    this.state = { ...this.state, ...change, canUndo: this.done.length > 0, canRedo: this.undone.length > 0 }
    if (this.state.pending > 0) addEventListener('beforeunload', this.warn)
    else removeEventListener('beforeunload', this.warn)
    for (const listener of this.listeners) listener()
  }
}

type Preparation = () => Promise<void>

interface Around {
  first?: Preparation | undefined
  /** Called with the track as another user has changed it, which the user has decided to change. */
  asked?: (track: Track) => void
}

/** The track and frame of an edit, and the version that its last step has stored. */
interface Based {
  id: string
  frame: number
  version: number | undefined
}
