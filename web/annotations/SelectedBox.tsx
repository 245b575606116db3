import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import classes from './Overlay.module.css'
import { corners, dragged, placed, type Corner, type Rectangle } from './rectangle.js'
import type { TrackStore } from './track-store.js'
import { boxOrNearest, type Track } from './track.js'

interface Place {
  x: number
  y: number
}

/** Follows a pointer until its button is released; `onCancel` is called if a second finger touches the screen. */
export type StartDrag = (
  event: PointerEvent,
  onMove: (place: Place) => void,
  onEnd: (place: Place) => void,
  onCancel: () => void,
) => void

interface Props {
  player: Player
  store: TrackStore
  editor: Editor
  size: { width: number; height: number }
  id: string
  name: string
  colour: string
  /** Whether the box can only be looked at. */
  isLocked: boolean
  placeOf: (event: { clientX: number; clientY: number }) => Place
  hold: StartDrag
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * The selected box, changed by its handles or by keys: Ctrl with arrows moves it, Alt with arrows on the focused box
 * resizes it. A change sets a keyframe on the current frame.
 */
export function SelectedBox({ player, store, editor, size, id, name, colour, isLocked, placeOf, hold }: Props) {
  const frame = useFrame(player)
  const [draft, setDraft] = useState<{ frame: number; box: Rectangle }>()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const track: Track | undefined = store.track(id, frame)
  const { box: stored, isGhost = false } = (track && boxOrNearest(track, frame)) ?? {}
  const box = draft?.frame === frame ? draft.box : stored
  const latest = useRef(draft)
  latest.current = draft

  function save(): void {
    clearTimeout(waiting.current)
    const made = latest.current
    const now = made && store.track(id, made.frame)
    latest.current = undefined
    setDraft(undefined)
    if (now) void editor.setKeyframe(now, { ...made.box, frameNumber: made.frame })
  }
  // A box that was moved by keys is saved when the player moves to another frame,
  useEffect(() => {
    const made = latest.current
    if (made && made.frame !== frame) save()
  })
  // and when another track is selected, which unmounts this component.
  const leave = useRef(save)
  leave.current = save
  useEffect(
    () => () => {
      if (latest.current) leave.current()
    },
    [],
  )

  function change(next: Rectangle): void {
    latest.current = { frame, box: next }
    setDraft(latest.current)
  }

  /** Moves or resizes the box by keys, wherever on the page the focus is but in a field. */
  function press(event: globalThis.KeyboardEvent): void {
    const arrow = arrows[event.key]
    if (!arrow || !box || isLocked || event.defaultPrevented) return
    const { target } = event
    const isField =
      target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
    const isOnBox = target instanceof Element && target.getAttribute('role') === 'application'
    const moves = (event.ctrlKey || event.metaKey) && !event.altKey
    const resizes = event.altKey && !event.ctrlKey && !event.metaKey && isOnBox
    if (isField || !(moves || resizes)) return
    event.preventDefault()
    player.pause()
    const step = event.shiftKey ? 10 : 1
    change(dragged(box, resizes ? 'se' : undefined, arrow[0] * step, arrow[1] * step))
    clearTimeout(waiting.current)
    waiting.current = setTimeout(save, 500)
  }
  const pressed = useRef(press)
  pressed.current = press
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => pressed.current(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  if (!box) return null

  function take(event: PointerEvent, corner: Corner | undefined): void {
    if (event.button !== 0 || isLocked) return
    player.pause()
    const from = placeOf(event)
    const start = box!
    let moved = false
    hold(
      event,
      (place) => {
        moved = true
        change(dragged(start, corner, place.x - from.x, place.y - from.y))
      },
      () => {
        if (moved) save()
      },
      () => {
        latest.current = undefined
        setDraft(undefined)
      },
    )
    ;(event.currentTarget as HTMLElement).closest<HTMLElement>('[role=application]')?.focus()
  }

  const words = texts.tracks
  return (
    <div
      className={classes.selected}
      data-ghost={isGhost}
      data-locked={isLocked}
      style={{ ...placed(box, size), ['--colour' as string]: colour }}
      role="application"
      tabIndex={0}
      aria-label={words.box(name, box)}
      aria-roledescription={texts.watch.boxKeys}
      onBlur={() => latest.current && save()}
      onPointerDown={(event) => take(event, undefined)}
    >
      {!isLocked &&
        corners.map((corner) => (
          <span
            key={corner}
            className={classes.handle}
            data-corner={corner}
            onPointerDown={(event) => take(event, corner)}
          />
        ))}
    </div>
  )
}
