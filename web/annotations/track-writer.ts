import {
  ChangeTrackDocument,
  CreateTrackDocument,
  DeleteTrackDocument,
  PatchSequenceDocument,
  UndoDeletionDocument,
  WholeTrackDocument,
  type CreateAnnotationInput,
  type PatchSequenceInput,
  type UpdateAnnotationInput,
} from '../generated/graphql.js'
import { AnswerError, untilAnswered } from '../lib/answer.js'
import { graph, type GraphDocument } from '../lib/graph.js'
import { randomId } from '../lib/id.js'
import { Cancelled, type Conflict } from './act.js'
import { OwnVersions } from './own-versions.js'
import type { Keyframe } from './keyframe.js'
import { documentOf, inputOf } from './sequence-document.js'
import { readDetailsAgain } from './track-details.js'
import type { Known, TrackIndex } from './track-index.js'
import type { TrackStore } from './track-store.js'
import type { Track } from './track.js'

/** A track as the server has it, with its whole sequence. */
export type NewTrack = Omit<CreateAnnotationInput, 'frames'> & { frames: Track['document'] }
export type WholeTrack = NewTrack & { id: string; version: number }
type Change = Omit<UpdateAnnotationInput, 'id' | 'ifVersion' | 'frames'> & { frames?: Track['document'] }

/** A track that was created or restored. */
type Made = Pick<WholeTrack, 'id' | 'version'>

/** What a write is based on. */
interface Base {
  id: string
  /** The version that the write is based on; the newest known one if absent. */
  seen?: number | undefined
  frame: number
  /** The keyframe to set, if there is one. */
  mine?: Keyframe | undefined
  /**
   * Returns whether the track, as another user has changed it, still has everything that the write replaces; absent for
   * a write that replaces all of it.
   */
  isFree?: (track: Track | undefined) => boolean | Promise<boolean>
  /** Called with the track that the user has decided to change. */
  asked?: (track: Track | undefined) => void
}

/** What a change of members is based on. */
interface Onto {
  frame?: number
  seen?: number | undefined
  before?: Change
  replaced?: (track: WholeTrack) => void
}

/** Asks the user about another user's change; undefined if the user has left the page. */
type Ask = (conflict: Omit<Conflict, 'decide'>) => Promise<'mine' | 'theirs' | undefined>

/**
 * Writes tracks to the server, each with the version it is based on, and updates the store and the index after each
 * write.
 */
export class TrackWriter {
  private readonly own = new OwnVersions()

  constructor(
    private readonly store: TrackStore,
    private readonly index: TrackIndex,
    private readonly ask: Ask,
  ) {}

  /** Reads a track with its whole sequence; undefined if it was deleted. */
  async read(id: string): Promise<WholeTrack | undefined> {
    return (await this.readNow(id))?.track
  }

  private async readNow(id: string): Promise<{ track: WholeTrack; known: Known } | undefined> {
    const { annotation } = await untilAnswered(() => graph(WholeTrackDocument, { id }))
    if (!annotation) return undefined
    const { number, type, label, frames, ...rest } = annotation
    const track = { ...rest, type: type!, label: label!, frames: documentOf(frames) }
    return { track, known: { id, version: rest.version, number } }
  }

  /**
   * Changes single boxes; `input` is called again for each try, to use the current lists of the server. Returns the
   * version.
   */
  async patch(base: Base, input: () => Promise<Omit<PatchSequenceInput, 'id' | 'ifVersion'>>): Promise<number> {
    const { id } = base
    return this.agree(base, async (ifVersion) => {
      const { patchSequence } = await this.send(PatchSequenceDocument, { input: { id, ifVersion, ...(await input()) } })
      return this.wroteFrom(id, ifVersion, patchSequence.annotation.version)
    })
  }

  /**
   * Changes members of a track that is at the version `seen`, or else at the newest known one; a new sequence is shown
   * after it is stored. `before` are the members as the user has seen them: while they are the same on the server,
   * other changes of the track do not matter. `replaced` is called with the track of another user that the user has
   * decided to change. Returns the version.
   */
  async change(id: string, { frames, ...change }: Change, onto: Onto = {}): Promise<number> {
    const { frame = 0, seen, before, replaced } = onto
    let now: WholeTrack | undefined
    const isFree = async () => {
      now = await this.read(id)
      const kept = Object.entries(before ?? {})
      return now !== undefined && kept.every(([name, value]) => (now![name as keyof Change] ?? null) === value)
    }
    const asked = () => now && replaced?.(now)
    const version = await this.agree({ id, frame, seen, asked, ...(before && { isFree }) }, async (ifVersion) => {
      const input = { ...change, ...(frames && { frames: inputOf(frames) }), id, ifVersion }
      const { updateAnnotation } = await this.send(ChangeTrackDocument, { input })
      return this.wroteFrom(id, ifVersion, updateAnnotation.annotation.version)
    })
    this.store.setVersion(id, version)
    if (frames) await this.store.reload(frame)
    this.wrote(id)
    return version
  }

  /**
   * Creates a track and returns its id and version. Restores the track `again` instead if it was created and deleted
   * before.
   */
  async make(input: NewTrack, again?: string): Promise<Made> {
    if (again !== undefined) return { id: again, version: await this.restore(again) }
    const { createAnnotation } = await this.send(CreateTrackDocument, {
      input: { ...input, frames: inputOf(input.frames) },
    })
    this.add(createAnnotation.annotation, input)
    return createAnnotation.annotation
  }

  /**
   * Deletes a track; returns false if another user has deleted it already. With `seen`, the user decides about changes
   * by other users since that version.
   */
  async remove(id: string, seen?: number): Promise<boolean> {
    const send = (ifVersion?: number) =>
      this.send(DeleteTrackDocument, { input: { id, videoId: this.store.videoId, ifVersion } })
    const isSent = seen === undefined ? send() : this.agree({ id, frame: 0, seen }, send)
    const wasThere = await isSent.then(() => true, unlessMissing)
    this.store.remove(id)
    this.index.drop(id)
    return wasThere
  }

  /** Restores a deleted track as it was, with its id, versions and reviews; returns its version. */
  async restore(id: string): Promise<number> {
    let refusal: Error = new Cancelled()
    try {
      await this.send(UndoDeletionDocument, { input: { kind: 'ANNOTATION', id } })
    } catch (error) {
      // Another user may have restored it.
      if (!(error instanceof AnswerError)) throw error
      refusal = error
    }
    const found = await this.readNow(id)
    if (!found) throw refusal
    this.add(found.known, found.track)
    return found.known.version
  }

  private add(known: Known, track: NewTrack): void {
    this.store.add(known.id, known.version, track.frames)
    this.index.add(known, track)
    this.index.touch(known.id)
  }

  /** Updates the index and the details after a track was changed on the server. */
  wrote(id: string): void {
    this.index.touch(id)
    readDetailsAgain(id)
  }

  /**
   * Writes with the version of the base, or else the newest known one. After changes by other users that take nothing
   * from the write, it is written on top of them; the user decides about other changes.
   */
  private async agree<Result>(
    { id, seen, frame, mine, isFree, asked }: Base,
    write: (ifVersion: number | undefined) => Promise<Result>,
  ): Promise<Result> {
    let isAgain = false
    for (let version = this.own.since(id, seen ?? this.versionOf(id)); ;) {
      try {
        return await write(version)
      } catch (error) {
        if (!(error instanceof AnswerError) || error.code !== 'PRECONDITION_FAILED') throw error
        const now = Number(error.details['currentVersion'])
        const track = (await this.store.reload(frame)).get(id)
        if (!(await isFree?.(track))) {
          const choice = await this.ask({ id, frame, mine, track, isAgain, isWhole: !isFree })
          // The user has left the page and cannot be asked, so the act fails with a message.
          if (!choice) throw error
          if (choice === 'theirs') throw new Cancelled()
          isAgain = true
          asked?.(track)
        }
        version = now
      }
    }
  }

  /** Notes the version of a write, which is the one that it was based on if it changed nothing; returns it. */
  private wroteFrom(id: string, base: number | undefined, version: number): number {
    if (base !== undefined && version > base) this.own.add(id, base, version)
    return version
  }

  /** Returns the newest known version of a track; if no loaded window contains the track, only the index has it. */
  private versionOf(id: string): number | undefined {
    return this.store.versionOf(id) ?? this.index.entry(id)?.version
  }

  /** Sends an act until the server answers; the idempotency key ensures that the server carries it out only once. */
  private send<Result, Variables>(document: GraphDocument<Result, Variables>, variables: Variables): Promise<Result> {
    const idempotencyKey = randomId()
    return untilAnswered(() => graph(document, variables, { idempotencyKey }))
  }
}

/** Returns false for the refusal of a track that does not exist; throws other errors. */
function unlessMissing(error: unknown): false {
  if (error instanceof AnswerError && error.code === 'NOT_FOUND') return false
  throw error
}
