import type { Keyframe, Track } from './track-store.js'

/** One way of an act: what it changes is on the screen by now, or with `send`; `withdraw` takes it from there again. */
export interface Step {
  send(): Promise<void>
  withdraw?(): Promise<void>
}

/** An act of the person at the desk: how to do it and how to take it back. */
export interface Act {
  run(): Step
  revert(): Step
  /** Whether it did not come about, one way or the other: what was queued of it since is left out. */
  hasFailed?: boolean
}

/** Somebody else changed the track between reading and writing it. */
export interface Conflict {
  id: string
  frame: number
  /** The keyframe that was to be set; undefined where one was to be taken out, or something else to be changed. */
  mine: Keyframe | undefined
  /** What the server has. */
  track: Track | undefined
  decide(choice: 'mine' | 'theirs'): void
}
