import type { PointerEvent } from 'react'
import { useKeysOfPage } from '../app/page-keys.js'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import type { Editor } from './editor.js'
import classes from './Overlay.module.css'
import { corners, dragged, placed, type Corner, type Rectangle } from './rectangle.js'
import type { TrackStore } from './track-store.js'
import { useBoxDraft } from './use-box-draft.js'

interface Place {
  x: number
  y: number
}

/** Follows a pointer until its button is released; calls `onCancel` if a second finger touches the screen. */
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
  /** Whether the box is read-only. */
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
  const draft = useBoxDraft({ player, store, editor, id })
  const { box, isGhost, isKeyframe, change, drop, save, saveSoon, isChanged } = draft
  useKeysOfPage((event) => {
    const next = box && !isLocked && movedBy(event, box)
    if (!next) return
    event.preventDefault()
    player.pause()
    change(next)
    saveSoon()
  })
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
      drop,
    )
    ;(event.currentTarget as HTMLElement).closest<HTMLElement>('[role=application]')?.focus()
  }

  const words = texts.tracks
  return (
    <div
      className={classes.selected}
      data-ghost={isGhost}
      data-keyframe={isKeyframe}
      data-locked={isLocked}
      style={{ ...placed(box, size), ['--colour' as string]: colour }}
      role="application"
      tabIndex={0}
      aria-label={words.box(name, box)}
      aria-roledescription={texts.watch.boxKeys}
      onBlur={() => isChanged() && save()}
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

/**
 * Returns the box moved or resized by an arrow key, wherever on the page the focus is except in a field; undefined for
 * any other key.
 */
function movedBy(event: KeyboardEvent, box: Rectangle): Rectangle | undefined {
  const arrow = arrows[event.key]
  if (!arrow || event.defaultPrevented) return undefined
  const { target } = event
  const isField =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  const isOnBox = target instanceof Element && target.getAttribute('role') === 'application'
  const moves = (event.ctrlKey || event.metaKey) && !event.altKey
  const resizes = event.altKey && !event.ctrlKey && !event.metaKey && isOnBox
  if (isField || !(moves || resizes)) return undefined
  const step = event.shiftKey ? 10 : 1
  return dragged(box, resizes ? 'se' : undefined, arrow[0] * step, arrow[1] * step)
}
