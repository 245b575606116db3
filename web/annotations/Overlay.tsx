import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { Editor } from './editor.js'
import classes from './Overlay.module.css'
import { between, contains, corners, dragged, placed, smallest, type Corner, type Rectangle } from './rectangle.js'
import type { TrackStore } from './track-store.js'
import { boxOf, boxOrNearest, colourOf, type Track } from './track.js'
import { nameOf, type Details } from './use-tracks.js'

/** Boxes on one frame, in pixels of the video. */
export interface FoundBoxes {
  frame: number
  boxes: readonly Rectangle[]
}

interface Props {
  player: Player
  store: TrackStore
  editor: Editor
  size: { width: number; height: number }
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  details: ReadonlyMap<string, Details>
  /** Boxes that belong to no track, such as detections that are not saved yet; drawn on their frames. */
  found: readonly FoundBoxes[]
  drawing: boolean
  onDrawn: (box: Rectangle) => void
}

/** The boxes over the picture: all of them are drawn on a canvas, and the selected one can be moved and resized. */
export function Overlay(props: Props) {
  const { player, store, size, selected, onSelect, drawing, onDrawn, editor } = props
  const layer = useRef<HTMLDivElement>(null)
  const [draft, setDraft] = useState<Rectangle>()

  /** The position of the pointer, in pixels of the video. */
  function placeOf({ clientX, clientY }: { clientX: number; clientY: number }) {
    const { left, top, width, height } = layer.current!.getBoundingClientRect()
    return { x: ((clientX - left) / width) * size.width, y: ((clientY - top) / height) * size.height }
  }

  function begin(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    const from = placeOf(event)
    if (drawing) {
      player.pause()
      hold(
        event,
        (place) => setDraft(between(from, place, size)),
        (place) => {
          setDraft(undefined)
          const box = between(from, place, size)
          if (box.width >= smallest && box.height >= smallest) onDrawn(box)
        },
      )
      return
    }
    const { frame } = player.snapshot()
    const hits = [...(store.tracksAround(frame)?.values() ?? [])].flatMap((track) => {
      const box = boxOf(track, frame)
      return box?.visible && contains(box, from) ? [{ track, box }] : []
    })
    hits.sort((a, b) => a.box.width * a.box.height - b.box.width * b.box.height)
    onSelect(hits[0]?.track.id)
  }

  /** Reports the position of the pointer, in pixels of the video, as it moves and when its button is released. */
  function hold(
    event: PointerEvent,
    onMove: (place: { x: number; y: number }) => void,
    onEnd: (place: { x: number; y: number }) => void,
  ): void {
    event.preventDefault()
    event.stopPropagation()
    const moved = (next: globalThis.PointerEvent) => onMove(placeOf(next))
    // A touch that the browser takes over, to scroll for instance, ends with pointercancel: what was drawn stands.
    const ends = ['pointerup', 'pointercancel'] as const
    const ended = (next: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', moved)
      for (const name of ends) window.removeEventListener(name, ended)
      onEnd(placeOf(next))
    }
    window.addEventListener('pointermove', moved)
    for (const name of ends) window.addEventListener(name, ended)
  }

  return (
    <div ref={layer} className={classes.layer} data-drawing={drawing} onPointerDown={begin}>
      <Canvas {...props} />
      {draft && <div className={classes.draft} style={placed(draft, size)} />}
      {selected !== undefined && (
        <Selected
          key={selected}
          {...{ player, store, editor, size, id: selected, hold, placeOf }}
          name={nameOf(props.details.get(selected))}
        />
      )}
    </div>
  )
}

function Canvas({ player, store, size, selected, details, found }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current!
    const paint = element.getContext('2d')!
    const draw = () => drawBoxes(paint, { player, store, size, selected, details, found })
    const fit = new ResizeObserver(() => {
      element.width = Math.round(element.clientWidth * devicePixelRatio)
      element.height = Math.round(element.clientHeight * devicePixelRatio)
      draw()
    })
    fit.observe(element)
    const stops = [player.subscribe(draw), store.subscribe(draw), () => fit.disconnect()]
    draw()
    return () => stops.forEach((stop) => stop())
  }, [player, store, size, selected, details, found])
  return <canvas ref={canvas} className={classes.canvas} role="img" aria-label={texts.tracks.canvas} />
}

interface Look {
  colour: string
  isKeyframe: boolean
  isSelected: boolean
}

type Drawn = Pick<Props, 'player' | 'store' | 'size' | 'selected' | 'details' | 'found'>

function drawBoxes(paint: CanvasRenderingContext2D, { player, store, size, selected, details, found }: Drawn): void {
  const { width, height } = paint.canvas
  const { frame } = player.snapshot()
  const [across, down] = [width / size.width, height / size.height]
  paint.clearRect(0, 0, width, height)
  paint.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`
  paint.textBaseline = 'bottom'
  // Boxes that look the same share one path: a thousand single strokes would not be drawn within a frame.
  const paths = new Map<string, { look: Look; path: Path2D }>()
  const labels: { name: string; colour: string; x: number; y: number }[] = []
  const above = 16 * devicePixelRatio
  let shown = 0
  for (const track of store.tracksAround(frame)?.values() ?? []) {
    const box = boxOf(track, frame)
    if (!box?.visible) continue
    shown++
    const look = { colour: colourOf(track.id), isKeyframe: box.isKeyframe, isSelected: track.id === selected }
    const key = Object.values(look).join()
    if (!paths.has(key)) paths.set(key, { look, path: new Path2D() })
    const [x, y] = [box.x * across, box.y * down]
    paths.get(key)!.path.rect(x, y, box.width * across, box.height * down)
    const known = details.get(track.id)
    // The label of the selected box is lifted above the handles on its edge.
    const lift = look.isSelected ? 6 * devicePixelRatio : 0
    if (known) labels.push({ name: nameOf(known), colour: look.colour, x, y: Math.max(above, y - lift) })
  }
  for (const { look, path } of paths.values()) {
    paint.strokeStyle = look.colour
    paint.lineWidth = (look.isSelected ? 3 : 2) * devicePixelRatio
    paint.setLineDash(look.isKeyframe ? [] : [6 * devicePixelRatio, 4 * devicePixelRatio])
    paint.stroke(path)
  }
  for (const { name, colour, x, y } of labels) {
    paint.fillStyle = colour
    paint.fillRect(x - 1, y - above, paint.measureText(name).width + 8 * devicePixelRatio, above)
    paint.fillStyle = '#111'
    paint.fillText(name, x + 4 * devicePixelRatio, y - 2)
  }
  paint.strokeStyle = '#fff'
  paint.lineWidth = 2 * devicePixelRatio
  paint.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
  for (const one of found) {
    if (one.frame !== frame) continue
    for (const box of one.boxes) paint.strokeRect(box.x * across, box.y * down, box.width * across, box.height * down)
  }
  // For tests and debugging: the frame whose boxes are drawn, and how many of them are visible.
  paint.canvas.dataset['frame'] = String(frame)
  paint.canvas.dataset['shown'] = String(shown)
}

interface SelectedProps {
  player: Player
  store: TrackStore
  editor: Editor
  size: { width: number; height: number }
  id: string
  name: string
  placeOf: (event: { clientX: number; clientY: number }) => { x: number; y: number }
  hold: (
    event: PointerEvent,
    onMove: (place: { x: number; y: number }) => void,
    onEnd: (place: { x: number; y: number }) => void,
  ) => void
}

/** The selected box, changed by its handles or by arrow keys. A change sets a keyframe on the current frame. */
function Selected({ player, store, editor, size, id, name, placeOf, hold }: SelectedProps) {
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

  if (!box) return null

  function change(next: Rectangle): void {
    latest.current = { frame, box: next }
    setDraft(latest.current)
  }

  function take(event: PointerEvent, corner: Corner | undefined): void {
    if (event.button !== 0) return
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
    )
    ;(event.currentTarget as HTMLElement).closest<HTMLElement>('[role=application]')?.focus()
  }

  function press(event: KeyboardEvent): void {
    const step = event.shiftKey ? 10 : 1
    const [dx = 0, dy = 0] = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    }[event.key] ?? [0, 0]
    if (dx === 0 && dy === 0) return
    event.preventDefault()
    event.stopPropagation()
    player.pause()
    change(dragged(box!, event.altKey ? 'se' : undefined, dx, dy))
    clearTimeout(waiting.current)
    waiting.current = setTimeout(save, 500)
  }

  const words = texts.tracks
  return (
    <div
      className={classes.selected}
      data-ghost={isGhost}
      style={{ ...placed(box, size), ['--colour' as string]: colourOf(id) }}
      role="application"
      tabIndex={0}
      aria-label={words.box(name, box)}
      aria-roledescription={words.boxKeys}
      onKeyDown={press}
      onBlur={() => latest.current && save()}
      onPointerDown={(event) => take(event, undefined)}
    >
      {corners.map((corner) => (
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
