import {
  ChangeTrackDocument,
  CreateTrackDocument,
  DeleteTrackDocument,
  PatchSequenceDocument,
  TracksDocument,
  WholeTrackDocument,
  type CreateAnnotationInput,
  type LinkType,
} from '../generated/graphql.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { graph, keyOf, type GraphDocument } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { queryClient } from '../lib/query-client.js'
import type { Act, Conflict, Step } from './act.js'
import { AgreedVersions } from './agreed-versions.js'
import { plain, rounded } from './keyframe.js'
import { keyframeAt, type Change, type Keyframe, type Track, type TrackStore } from './track-store.js'

/** What a track stands for. */
export interface Link {
  type: 'type' | 'object'
  label: string
  personaId?: string | null
  linkType?: LinkType | null
}

export interface EditorState {
  canUndo: boolean
  canRedo: boolean
  /** Acts on their way to the server. */
  pending: number
  conflict: Conflict | undefined
}

/** Refused by the person in a conflict: what others wrote stays. */
class Withdrawn extends Error {}

/**
 * Changes tracks: at once on the screen, then on the server, one after the other, each at the version that was seen.
 * Acts of a lost server wait for it. What was done can be undone and done again, in order.
 */
export class Editor {
  private state: EditorState = { canUndo: false, canRedo: false, pending: 0, conflict: undefined }
  private readonly done: Act[] = []
  private readonly undone: Act[] = []
  private readonly listeners = new Set<() => void>()
  private queue: Promise<unknown> = Promise.resolve()
  /** Whoever closes the page before everything is stored is asked whether to. */
  private readonly warn = (event: Event) => event.preventDefault()
  /** The newest id of tracks that were deleted and made again. */
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
      // Who leaves the page instead of deciding keeps what is there.
      if (this.listeners.size === 0) this.state.conflict?.decide('theirs')
    }
  }

  readonly snapshot = (): EditorState => this.state

  /** The track as it is called now. */
  current(id: string): string {
    const heir = this.heirs.get(id)
    return heir === undefined ? id : this.current(heir)
  }

  setKeyframe(track: Track, keyframe: Keyframe): Promise<void> {
    const before = keyframeAt(track, keyframe.frameNumber)
    const { id } = track
    const after = rounded(keyframe)
    return this.perform({
      run: () => this.patch(id, [after], []),
      revert: () => (before ? this.patch(id, [plain(before)], []) : this.patch(id, [], [after.frameNumber])),
    })
  }

  removeKeyframe(track: Track, frame: number): Promise<void> {
    const before = keyframeAt(track, frame)
    if (!before) return Promise.resolve()
    const { id } = track
    return this.perform({ run: () => this.patch(id, [], [frame]), revert: () => this.patch(id, [plain(before)], []) })
  }

  /** A new track with one keyframe; its id. */
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

  /** Tracks that a model made, which are there by now: they can be taken back like those that were drawn. */
  made(ids: readonly string[]): void {
    const { make, unmake } = this.whole(ids)
    // May come at any time; what was taken back before is of other tracks and can still be done again.
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

  private patch(ofTrack: string, upsert: Keyframe[], gone: number[]): Step {
    const frame = upsert[0]?.frameNumber ?? gone[0] ?? 0
    const named = this.current(ofTrack)
    const seen = this.store.versionOf(named, frame)
    const change: Change = { id: named, upsert, gone }
    this.store.show(change)
    const withdraw = async () => {
      this.store.withdraw(change)
      await this.store.reload(frame).catch(this.onError)
    }
    const send = async () => {
      const id = this.current(ofTrack)
      try {
        const ask = (ifVersion: number | undefined) =>
          this.send(PatchSequenceDocument, { input: { id, ifVersion, upsert, delete: gone } })
        const { patchSequence } = await this.agree(id, id === named ? seen : undefined, frame, upsert[0], ask)
        this.agreed.add(id, patchSequence.version - 1, patchSequence.version)
        this.store.keep(change, patchSequence.version)
        this.forget(id)
      } catch (error) {
        await withdraw()
        throw error
      }
    }
    return { send, withdraw }
  }

  private async change(ofTrack: string, link: Link): Promise<void> {
    const id = this.current(ofTrack)
    const { type, label, personaId = null, linkType = null } = link
    const { updateAnnotation } = await this.agree(id, undefined, 0, undefined, (ifVersion) =>
      this.send(ChangeTrackDocument, { input: { id, ifVersion, type, label, personaId, linkType } }),
    )
    this.agreed.add(id, updateAnnotation.version - 1, updateAnnotation.version)
    this.store.setVersion(id, updateAnnotation.version)
    this.forget(id)
  }

  /** Makes a track, in place of another of the same contents that was deleted. */
  private async make(input: CreateAnnotationInput, heirOf: string | undefined): Promise<string> {
    const { createAnnotation } = await this.send(CreateTrackDocument, { input })
    const { id, version } = createAnnotation
    const before = heirOf === undefined ? undefined : this.current(heirOf)
    this.store.add(id, version, input.frames as Track['document'], before)
    if (before !== undefined) this.heirs.set(before, id)
    return heirOf ?? id
  }

  /** Deletes tracks, and makes those again with what they held then. */
  private whole(ids: readonly string[]): { make: () => Step; unmake: () => Step } {
    const held = new Map<string, CreateAnnotationInput>()
    const make = async () => {
      for (const [id, input] of held) await this.make(input, id)
    }
    const unmake = async () => {
      held.clear()
      for (const id of ids) {
        // Read in its turn: acts that were done before are in it.
        const { annotation } = await untilAnswered(() => graph(WholeTrackDocument, { id: this.current(id) }))
        if (!annotation) continue
        const { id: _id, version: _version, frames, ...rest } = annotation
        held.set(id, { ...rest, frames: frames as Record<string, unknown> })
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

  /** Writes at the version that was seen, else the newest; where somebody was faster, the person decides. */
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
        // The page was left, so nobody can be asked: it is told.
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

  /** Sends an act until somebody answers; under its key the server carries it out once. */
  private send<Result, Variables>(document: GraphDocument<Result, Variables>, variables: Variables): Promise<Result> {
    const idempotencyKey = randomId()
    return untilAnswered(() => graph(document, variables, { idempotencyKey }))
  }

  /** The details of a track are read again. */
  private forget(id: string): void {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [hash, given] }) =>
        hash === keyOf(TracksDocument)[0] && ((given as { ids?: string[] })?.ids ?? []).includes(id),
    })
  }

  private tell(change: Partial<EditorState>): void {
    this.state = { ...this.state, ...change, canUndo: this.done.length > 0, canRedo: this.undone.length > 0 }
    if (this.state.pending > 0) addEventListener('beforeunload', this.warn)
    else removeEventListener('beforeunload', this.warn)
    for (const listener of this.listeners) listener()
  }
}
