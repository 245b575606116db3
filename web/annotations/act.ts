import type { AnnotationKind, LinkType } from '../generated/graphql.js'
import type { Keyframe } from './keyframe.js'
import type { Track } from './track.js'

/**
 * One direction of an act: doing it or taking it back. `send` writes it to the server. If an earlier step of the same
 * act has failed, `rollBack` removes from the screen what the step has already shown there.
 */
export interface Step {
  send(): Promise<void>
  rollBack?(): Promise<void>
}

/** One change by the user: how to do it and how to take it back. */
export interface Act {
  run(): Step
  revert(): Step
  /** Whether one of its steps has failed; steps that are still queued are then withdrawn instead of sent. */
  hasFailed?: boolean
}

/** A change of the track by another user between the read and the write of this page. */
export interface Conflict {
  id: string
  frame: number
  /** The keyframe that was to be set; undefined if one was to be removed or something else changed. */
  mine: Keyframe | undefined
  /** The track as the server has it; undefined if it is not in the window of the frame. */
  track: Track | undefined
  /** Whether the user's write replaces the whole track and not only one frame of it. */
  isWhole: boolean
  /** Whether it was changed once more, after the user had decided about an earlier change. */
  isAgain: boolean
  decide(choice: 'mine' | 'theirs'): void
}

/** What a track is labelled with: a type of a persona, or an object of the world, whose key is `label`. */
export interface Link {
  type: AnnotationKind
  label: string
  personaId?: string | null
  linkType?: LinkType | null
}

export interface EditorState {
  canUndo: boolean
  canRedo: boolean
  /** The number of acts that the server has not stored yet. */
  pending: number
  conflict: Conflict | undefined
}

/** Ends an act without a message: the user kept the other version, or nothing is left to delete. */
export class Cancelled extends Error {}
