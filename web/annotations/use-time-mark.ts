import { useState } from 'react'
import type { Player } from '../videos/player.js'

/** A time that the user is marking: first its start, then its end, then its name is asked for. */
export interface TimeMark {
  /** The frame of its start, while its end is awaited. */
  from: number | undefined
  /** Its first and last frame, while its name is asked for. */
  frames: readonly [number, number] | undefined
  /** Sets the start at the current frame, or then the end. */
  press: () => void
  cancel: () => void
}

/** Returns the time that the user is marking on the frames of the player. */
export function useTimeMark(player: Player): TimeMark {
  const [from, setFrom] = useState<number>()
  const [frames, setFrames] = useState<readonly [number, number]>()
  const cancel = () => {
    setFrom(undefined)
    setFrames(undefined)
  }
  const press = () => {
    const { frame } = player.snapshot()
    if (from === undefined) return setFrom(frame)
    player.pause()
    // The end may be marked first.
    setFrames([Math.min(from, frame), Math.max(from, frame)])
    setFrom(undefined)
  }
  return { from, frames, press, cancel }
}
