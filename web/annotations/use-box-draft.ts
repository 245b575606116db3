import { useEffect, useRef, useState } from 'react'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import type { Rectangle } from './rectangle.js'
import type { TrackStore } from './track-store.js'
import { boxOrNearest, type Track } from './track.js'

interface Options {
  player: Player
  store: TrackStore
  editor: Editor
  /** The id of the track. */
  id: string
}

/**
 * Returns the box of a track on the current frame and the means to change it; saving it sets a keyframe on that frame.
 */
export function useBoxDraft({ player, store, editor, id }: Options) {
  const frame = useFrame(player)
  const [draft, setDraft] = useState<{ frame: number; box: Rectangle }>()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const track: Track | undefined = store.track(id, frame)
  const { box: stored, isGhost = false } = (track && boxOrNearest(track, frame)) ?? {}
  const isDrafted = draft?.frame === frame
  const box = isDrafted ? draft.box : stored
  const latest = useRef(draft)
  latest.current = draft

  function save(): void {
    clearTimeout(waiting.current)
    const made = latest.current
    const now = made && store.track(id, made.frame)
    drop()
    if (now) void editor.setKeyframe(now, { ...made.box, frameNumber: made.frame })
  }
  // Save a box that was moved by keys when the player moves to another frame.
  useEffect(() => {
    const made = latest.current
    if (made && made.frame !== frame) save()
  })
  // Save it too when another track is selected, which unmounts this component.
  const leave = useRef(save)
  leave.current = save
  useEffect(
    () => () => {
      if (latest.current) leave.current()
    },
    [],
  )

  function saveSoon(): void {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(save, 500)
  }

  function change(next: Rectangle): void {
    latest.current = { frame, box: next }
    setDraft(latest.current)
  }

  function drop(): void {
    latest.current = undefined
    setDraft(undefined)
  }

  const isKeyframe = isDrafted || stored?.isKeyframe !== false
  return { box, isGhost, isKeyframe, change, drop, save, saveSoon, isChanged: () => latest.current !== undefined }
}
