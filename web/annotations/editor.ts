import {
  BoxDocument,
  ChangeTrackDocument,
  CreateTrackDocument,
  DeleteTrackDocument,
  PatchSequenceDocument,
  WholeTrackDocument,
  type CreateAnnotationInput,
} from '../generated/graphql.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { graph, type GraphDocument } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import type { Act, EditorState, Link, Step } from './act.js'
import { AgreedVersions } from './agreed-versions.js'
import { keyframeRemoved, keyframeSet, movementSet, shownSet, type Deed, type Pair, type Shown } from './edits.js'
import { rounded } from './keyframe.js'
import { hasRanges, listsAfter, type NewLists } from './stretches.js'
import type { TrackStore } from './track-store.js'
import { type Change, type Edit, type Keyframe, type Track } from './track.js'
import { readDetailsAgain } from './use-tracks.js'

/** The act is dropped without a message: the user kept the other version, or nothing is left to delete. */
class Withdrawn extends Error {}

/**
 * Changes tracks: at once on the screen, then on the server, one act after the other, each with the version it is based
 * on. While the server cannot be reached, acts wait. Acts can be undone and redone in order.
 */
export class Editor {
  private state: EditorState = { canUndo: false, canRedo: false, pending: 0, conflict: undefined }
  private readonly done: Act[] = []
  private readonly undone: Act[] = []
  private readonly listeners = new Set<() => void>()
  private queue: Promise<unknown> = Promise.resolve()
  /** Has the browser ask for confirmation when the page is closed before everything is stored. */
  private readonly warn = (event: Event) => event.preventDefault()
  /** Maps the id of a deleted track to that of the track that was created in its place. */
  private readonly heirs = new Map<string, string>()
  private readonly agreed = new AgreedVersions()

  constructor(
    readonly store: TrackStore,
    private readonly onError: (error: unknown) => void,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
      // Leaving the page with an open conflict keeps the other user's version.
      if (this.listeners.size === 0) this.state.conflict?.decide('theirs')
    }
  }

  readonly snapshot = (): EditorState => this.state

  /** The id of a track, or of the newest one that was created in its place. */
  current(id: string): string {
    const heir = this.heirs.get(id)
    return heir === undefined ? id : this.current(heir)
  }

  setKeyframe(track: Track, keyframe: Keyframe): Promise<void> {
    return this.carryOut(track.id, keyframeSet(track, keyframe, this.store.around(track.id, keyframe.frameNumber)))
  }

  async removeKeyframe(track: Track, frame: number): Promise<void> {
    const { id } = track
    const deed = keyframeRemoved(track, frame, this.store.around(id, frame))
    if (!deed) return
    const [removed] = deed.revert.upsert
    // Windows hold no confidences, so that of the keyframe is read first and restored by undo.
    const ask = async (now: string) => {
      const { annotation } = await untilAnswered(() => graph(BoxDocument, { id: now, frame }))
      const confidence = annotation?.boxAt?.confidence
      if (removed && confidence != null) removed.confidence = confidence
    }
    await this.carryOut(id, deed, ask)
  }

  /** Sets the interpolation between a keyframe and the next one. */
  setMovement(track: Track, frame: number, pair: Pair, kind: string): Promise<void> {
    return this.carryOut(track.id, movementSet(track, frame, pair, kind))
  }

  /** Shows or hides a track on some frames. */
  setShown(track: Track, shown: Shown): Promise<void> {
    return this.carryOut(track.id, shownSet(track, shown))
  }

  /** Creates a track with one keyframe; returns its id, or undefined if that failed. */
  async create(link: Link, keyframe: Keyframe): Promise<string | undefined> {
    const input: CreateAnnotationInput = {
      videoId: this.store.videoId,
      ...link,
      frames: { boxes: [{ ...rounded(keyframe), isKeyframe: true }], interpolationMode: 'linear' },
    }
    let first: string | undefined
    await this.perform({
      run: () => ({ send: async () => void (first = await this.make(input, first)) }),
      revert: () => ({ send: () => this.unmake(first!) }),
    })
    return first
  }

  remove(id: string): Promise<void> {
    const { make, unmake } = this.whole([id])
    return this.perform({ run: unmake, revert: make })
  }

  /** Lets tracks that a model has created be undone like those that were drawn. */
  made(ids: readonly string[]): void {
    const { make, unmake } = this.whole(ids)
    // The list of redoable acts is kept: this may be called at any time, and those acts concern other tracks.
    this.done.push({ run: make, revert: unmake })
    this.tell({})
  }

  /** Changes what a track stands for. */
  relink(id: string, before: Link, after: Link): Promise<void> {
    return this.perform({
      run: () => ({ send: () => this.change(id, after) }),
      revert: () => ({ send: () => this.change(id, before) }),
    })
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

  private perform(act: Act): Promise<void> {
    this.undone.length = 0
    this.done.push(act)
    return this.enqueue(act, 'run')
  }

  private enqueue(act: Act, way: 'run' | 'revert'): Promise<void> {
    const step = act[way]()
    this.tell({ pending: this.state.pending + 1 })
    const ended = this.queue.then(async () => {
      try {
        await (act.hasFailed ? step.withdraw?.() : step.send())
      } catch (error) {
        act.hasFailed = true
        for (const acts of [this.done, this.undone]) if (acts.includes(act)) acts.splice(acts.indexOf(act), 1)
        if (!(error instanceof Withdrawn)) this.onError(error)
      } finally {
        this.tell({ pending: this.state.pending - 1 })
      }
    })
    this.queue = ended
    return ended
  }

  /** `first` is awaited before the deed is sent. */
  private carryOut(id: string, { frame, run, revert }: Deed, first?: (id: string) => Promise<void>): Promise<void> {
    return this.perform({ run: () => this.patch(id, frame, run, first), revert: () => this.patch(id, frame, revert) })
  }

  private patch(ofTrack: string, frame: number, edit: Edit, first?: (id: string) => Promise<void>): Step {
    const named = this.current(ofTrack)
    const seen = this.store.versionOf(named, frame)
    const change: Change = { id: named, ...edit }
    const [upsert, gone] = [[...edit.upsert], [...edit.gone]]
    this.store.show(change)
    const withdraw = async () => {
      this.store.withdraw(change)
      await this.store.reload(frame).catch(this.onError)
    }
    const send = async () => {
      const id = this.current(ofTrack)
      try {
        await first?.(id)
        let lists: NewLists = {}
        const ask = async (ifVersion: number | undefined) => {
          lists = await this.listsAfter(id, edit)
          return this.send(PatchSequenceDocument, { input: { id, ifVersion, upsert, delete: gone, ...lists } })
        }
        const { patchSequence } = await this.agree(id, id === named ? seen : undefined, frame, upsert[0], ask)
        this.agreed.add(id, patchSequence.version - 1, patchSequence.version)
        this.store.keep(change, patchSequence.version, lists)
        readDetailsAgain(id)
      } catch (error) {
        await withdraw()
        throw error
      }
    }
    return { send, withdraw }
  }

  /** The lists after the edit, made from those of the server, so that they contain nothing of failed acts. */
  private async listsAfter(id: string, edit: Edit): Promise<NewLists> {
    const lists = this.store.listsOf(id)
    if (!edit.ranges || hasRanges(lists)) return listsAfter(lists, edit)
    // The flags of all keyframes become ranges, and the loaded windows hold only some keyframes.
    const { annotation } = await untilAnswered(() => graph(WholeTrackDocument, { id }))
    return listsAfter((annotation?.frames ?? {}) as Track['document'], edit)
  }

  private async change(ofTrack: string, link: Link): Promise<void> {
    const id = this.current(ofTrack)
    const { type, label, personaId = null, linkType = null } = link
    const { updateAnnotation } = await this.agree(id, undefined, 0, undefined, (ifVersion) =>
      this.send(ChangeTrackDocument, { input: { id, ifVersion, type, label, personaId, linkType } }),
    )
    this.agreed.add(id, updateAnnotation.version - 1, updateAnnotation.version)
    this.store.setVersion(id, updateAnnotation.version)
    readDetailsAgain(id)
  }

  /** Creates a track, if `heirOf` is given in place of that deleted one, whose id it then returns. */
  private async make(input: CreateAnnotationInput, heirOf: string | undefined): Promise<string> {
    const { createAnnotation } = await this.send(CreateTrackDocument, { input })
    const { id, version } = createAnnotation
    const before = heirOf === undefined ? undefined : this.current(heirOf)
    this.store.add(id, version, input.frames as Track['document'], before)
    if (before !== undefined) this.heirs.set(before, id)
    return heirOf ?? id
  }

  /** Steps that delete tracks and that create those again with the contents they had when deleted. */
  private whole(ids: readonly string[]): { make: () => Step; unmake: () => Step } {
    const held = new Map<string, CreateAnnotationInput>()
    const make = async () => {
      for (const [id, input] of held) await this.make(input, id)
    }
    const unmake = async () => {
      held.clear()
      for (const id of ids) {
        // Read when the step is sent, so that the acts before it are included.
        const { annotation } = await untilAnswered(() => graph(WholeTrackDocument, { id: this.current(id) }))
        if (!annotation) continue
        const { id: _id, version: _version, type, label, frames, ...rest } = annotation
        held.set(id, { ...rest, type: type!, label: label!, frames: frames as Record<string, unknown> })
        await this.unmake(id)
      }
      if (held.size === 0) throw new Withdrawn()
    }
    return { make: () => ({ send: make }), unmake: () => ({ send: unmake }) }
  }

  private async unmake(ofTrack: string): Promise<void> {
    const id = this.current(ofTrack)
    await this.send(DeleteTrackDocument, { input: { id, videoId: this.store.videoId } })
    this.store.remove(id)
  }

  /** Writes with the version `seen`, else the newest known; the user decides about changes by others since. */
  private async agree<Result>(
    id: string,
    seen: number | undefined,
    frame: number,
    mine: Keyframe | undefined,
    ask: (ifVersion: number | undefined) => Promise<Result>,
  ): Promise<Result> {
    for (let version = this.agreed.since(id, seen ?? this.store.versionOf(id)); ;) {
      try {
        return await ask(version)
      } catch (error) {
        if (!(error instanceof AnswerError) || error.code !== 'PRECONDITION_FAILED') throw error
        const now = Number(error.details['currentVersion'])
        const track = (await this.store.reload(frame)).get(id)
        // The user has left the page and cannot be asked, so the act fails with a message.
        if (this.listeners.size === 0) throw error
        const choice = await new Promise<'mine' | 'theirs'>((decide) =>
          this.tell({ conflict: { id, frame, mine, track, decide } }),
        )
        this.tell({ conflict: undefined })
        if (choice === 'theirs') throw new Withdrawn()
        if (version !== undefined) this.agreed.add(id, version, now)
        version = now
      }
    }
  }

  /** Sends an act until the server answers; the idempotency key makes the server carry it out only once. */
  private send<Result, Variables>(document: GraphDocument<Result, Variables>, variables: Variables): Promise<Result> {
    const idempotencyKey = randomId()
    return untilAnswered(() => graph(document, variables, { idempotencyKey }))
  }

  private tell(change: Partial<EditorState>): void {
    this.state = { ...this.state, ...change, canUndo: this.done.length > 0, canRedo: this.undone.length > 0 }
    if (this.state.pending > 0) addEventListener('beforeunload', this.warn)
    else removeEventListener('beforeunload', this.warn)
    for (const listener of this.listeners) listener()
  }
}
