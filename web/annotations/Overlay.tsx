import { useRef, useState, type PointerEvent, type Ref } from 'react'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
import type { Editor } from './editor.js'
import classes from './Overlay.module.css'
import { between, contains, placed, smallest, type Rectangle } from './rectangle.js'
import { SelectedBox, type StartDrag } from './SelectedBox.js'
import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import type { TrackStore } from './track-store.js'
import { boxOf } from './track.js'
import { useEntries, useLooks } from './use-tracks.js'

interface Props {
  player: Player
  store: TrackStore
  index: TrackIndex
  looks: TrackLooks
  picture: PictureView
  editor: Editor
  size: { width: number; height: number }
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Called with the track whose box is at the pointer; undefined where no box is. */
  onHover: (id: string | undefined) => void
  drawing: boolean
  /** A box that was drawn and has no type yet. */
  pending: Rectangle | undefined
  onDrawn: (box: Rectangle) => void
  /** The layer over the picture, which has the size of the magnified picture. */
  layerRef: Ref<HTMLDivElement>
}

/** Handles the pointer over the picture: selects, draws and changes boxes, and moves a magnified picture. */
export function Overlay(props: Props) {
  const { player, store, index, looks, picture, editor, size, selected, onSelect, onHover, drawing, pending, onDrawn } =
    props
  const inner = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState<Rectangle>()
  const { hidden, locked } = useLooks(looks)
  useEntries(index)

  /** Returns the position of the pointer, in pixels of the video. */
  function placeOf({ clientX, clientY }: { clientX: number; clientY: number }) {
    const { left, top, width, height } = inner.current!.getBoundingClientRect()
    return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height }
  }

  /** Returns the track with the smallest box at a place. */
  function trackAt(place: { x: number; y: number }): string | undefined {
    const { frame } = player.snapshot()
    const hits = [...(store.tracksAround(frame)?.values() ?? [])].flatMap(({ id, ...track }) => {
      const box = boxOf({ id, ...track }, frame)
      const canHit = box?.visible && looks.isDrawn(id) && !looks.isLocked(id)
      return canHit && contains(box, place) ? [{ id, area: box.width * box.height }] : []
    })
    return hits.sort((a, b) => a.area - b.area)[0]?.id
  }

  const hold = dragWith(placeOf)
  const hover = useHover(player, (event) => onHover(event && trackAt(placeOf(event))))

  function begin(event: PointerEvent<HTMLDivElement>): void {
    const isMiddle = event.button === 1
    if (event.button !== 0 && !isMiddle) return
    const from = placeOf(event)
    if (drawing && !isMiddle) {
      player.pause()
      const end = () => setDraft(undefined)
      hold(
        event,
        (place) => setDraft(between(from, place, size)),
        (place) => {
          end()
          const box = between(from, place, size)
          if (box.width >= smallest && box.height >= smallest) onDrawn(box)
        },
        end,
      )
      return
    }
    const hit = trackAt(from)
    if (!isMiddle) onSelect(hit)
    if (isMiddle || hit === undefined) pan(picture, inner.current!, event)
  }

  return (
    <div ref={props.layerRef} className={classes.layer} data-drawing={drawing} onPointerDown={begin} {...hover}>
      <div ref={inner} className={classes.inner}>
        {[draft, pending].map((box, at) => box && <div key={at} className={classes.draft} style={placed(box, size)} />)}
        {selected !== undefined && !hidden.has(selected) && (
          <SelectedBox
            key={selected}
            {...{ player, store, editor, size, id: selected, hold, placeOf }}
            name={index.nameOf(selected)}
            colour={index.colourOf(selected)}
            isLocked={locked.has(selected)}
          />
        )}
      </div>
    </div>
  )
}

/**
 * Returns handlers that call `look` at most once for each picture of the page, with the pointer or, when it leaves,
 * undefined; not while the video plays or a button is pressed.
 */
function useHover(player: Player, look: (event: PointerEvent | undefined) => void) {
  const waiting = useRef(0)
  const newest = useRef(look)
  newest.current = look
  return {
    onPointerMove(event: PointerEvent) {
      if (event.buttons !== 0 || event.pointerType === 'touch' || player.snapshot().speed !== 0) return
      cancelAnimationFrame(waiting.current)
      waiting.current = requestAnimationFrame(() => newest.current(event))
    },
    onPointerLeave() {
      cancelAnimationFrame(waiting.current)
      newest.current(undefined)
    },
  }
}

/** Moves the magnified picture with the pointer. */
function pan(picture: PictureView, element: Element, event: PointerEvent): void {
  if (picture.snapshot().zoom === 1) return
  event.preventDefault()
  const { zoom } = picture.snapshot()
  const { width, height } = element.getBoundingClientRect()
  let [x, y] = [event.clientX, event.clientY]
  const move = (next: globalThis.PointerEvent) => {
    picture.panBy(((next.clientX - x) / width) * zoom, ((next.clientY - y) / height) * zoom)
    ;[x, y] = [next.clientX, next.clientY]
  }
  const ends = ['pointerup', 'pointercancel'] as const
  const end = () => {
    removeEventListener('pointermove', move)
    for (const name of ends) removeEventListener(name, end)
  }
  addEventListener('pointermove', move)
  for (const name of ends) addEventListener(name, end)
}

function dragWith(placeOf: (event: { clientX: number; clientY: number }) => { x: number; y: number }): StartDrag {
  return (event, onMove, onEnd, onCancel) => {
    event.preventDefault()
    event.stopPropagation()
    const moved = (next: globalThis.PointerEvent) => onMove(placeOf(next))
    // When the browser takes over a touch, for instance to scroll, it sends pointercancel; the box drawn so far is
    // kept.
    const ends = ['pointerup', 'pointercancel'] as const
    const stop = () => {
      removeEventListener('pointermove', moved)
      removeEventListener('touchstart', pinched)
      for (const name of ends) removeEventListener(name, ended)
    }
    const ended = (next: globalThis.PointerEvent) => {
      stop()
      onEnd(placeOf(next))
    }
    const pinched = ({ touches }: TouchEvent) => {
      if (touches.length < 2) return
      stop()
      onCancel()
    }
    addEventListener('pointermove', moved)
    addEventListener('touchstart', pinched)
    for (const name of ends) addEventListener(name, ended)
  }
}
