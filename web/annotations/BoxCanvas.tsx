import { useEffect, useRef } from 'react'
import { inkOn } from '../lib/colours.js'
import { typeface } from '../lib/typeface.js'
import { texts } from '../texts.js'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
import type { Labelling } from './box-looks.js'
import { placeLabels, type BoxLabel } from './label-places.js'
import classes from './Overlay.module.css'
import type { Rectangle } from './rectangle.js'
import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import type { TrackStore } from './track-store.js'
import { boxOf } from './track.js'

/** Boxes on one frame, in pixels of the video. */
export interface FoundBoxes {
  frame: number
  /** Boxes marked `strong` are drawn with thick lines. */
  boxes: readonly (Rectangle & { label?: string; strong?: boolean })[]
}

interface Props {
  player: Player
  store: TrackStore
  index: TrackIndex
  looks: TrackLooks
  picture: PictureView
  size: { width: number; height: number }
  selected: string | undefined
  /** The track at the pointer. */
  hovered: string | undefined
  labelling: Labelling
  /** Whether the selected box is an element of its own, which also shows how it is being changed. */
  isEdited: boolean
  /** Boxes that belong to no track, such as detections that are not saved yet; drawn on their frames. */
  found: readonly FoundBoxes[]
}

/** The most boxes of one frame whose names are written; beside more, few names would find a place. */
const mostNames = 60

/**
 * Draws the boxes of the current frame. The canvas keeps the size of the screen even if the picture is magnified, so
 * that lines stay thin.
 */
export function BoxCanvas(props: Props) {
  const { player, store, index, looks, picture } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef(props)
  latest.current = props
  const redraw = useRef<() => void>(() => undefined)
  useEffect(() => {
    const element = canvas.current!
    const paint = element.getContext('2d')!
    const draw = () => drawBoxes(paint, latest.current)
    redraw.current = draw
    const fit = new ResizeObserver(() => {
      element.width = Math.round(element.clientWidth * devicePixelRatio)
      element.height = Math.round(element.clientHeight * devicePixelRatio)
      draw()
    })
    fit.observe(element)
    const subscriptions = [player, store, index, looks, picture].map((one) => one.subscribe(draw))
    // The typeface may come after the boxes.
    document.fonts.addEventListener('loadingdone', draw)
    draw()
    return () => {
      fit.disconnect()
      document.fonts.removeEventListener('loadingdone', draw)
      subscriptions.forEach((stop) => stop())
    }
  }, [player, store, index, looks, picture])
  useEffect(() => redraw.current(), [props.size, props.selected, props.hovered, props.labelling, props.found])
  return <canvas ref={canvas} className={classes.canvas} role="img" aria-label={texts.tracks.canvas} />
}

interface Look {
  colour: string
  isKeyframe: boolean
  isSelected: boolean
}

interface Label extends BoxLabel {
  text: string
  colour: string
}

function drawBoxes(paint: CanvasRenderingContext2D, props: Props): void {
  const { player, store, index, looks, selected, hovered, labelling, isEdited } = props
  const { width, height } = paint.canvas
  const { frame } = player.snapshot()
  const place = placing(paint, props)
  paint.clearRect(0, 0, width, height)
  paint.font = `500 ${12 * devicePixelRatio}px ${typeface}`
  paint.textBaseline = 'middle'
  // Boxes that look the same share one path: a thousand separate strokes would take longer than a frame.
  const paths = new Map<string, { look: Look; path: Path2D }>()
  const boxes: { id: string; colour: string; box: Rectangle }[] = []
  for (const track of store.tracksAround(frame)?.values() ?? []) {
    const stored = boxOf(track, frame)
    if (!stored?.visible || !looks.isDrawn(track.id)) continue
    const isSelected = track.id === selected
    const look = { colour: index.colourOf(track.id), isKeyframe: stored.isKeyframe, isSelected }
    const box = place(stored)
    boxes.push({ id: track.id, colour: look.colour, box })
    if (isSelected && isEdited) continue
    const key = `${look.colour} ${look.isKeyframe} ${isSelected}`
    if (!paths.has(key)) paths.set(key, { look, path: new Path2D() })
    paths.get(key)!.path.rect(box.x, box.y, box.width, box.height)
  }
  // A dark line below makes each colour visible on a picture of the same colour.
  const all = new Path2D()
  for (const { path } of paths.values()) all.addPath(path)
  paint.setLineDash([])
  paint.lineWidth = 3 * devicePixelRatio
  paint.strokeStyle = 'rgb(0 0 0 / 45%)'
  paint.stroke(all)
  for (const { look, path } of paths.values()) {
    paint.strokeStyle = look.colour
    paint.lineWidth = (look.isSelected ? 3 : 1.5) * devicePixelRatio
    paint.setLineDash(look.isKeyframe ? [] : [6 * devicePixelRatio, 4 * devicePixelRatio])
    paint.stroke(path)
  }
  const ranks = new Map([
    [hovered, 1],
    [selected, 2],
  ])
  const isLabelled = (id: string) => ranks.has(id) || (labelling === 'all' && boxes.length <= mostNames)
  const names = boxes
    .filter(({ id }) => index.entry(id) && isLabelled(id))
    .sort((a, b) => (ranks.get(b.id) ?? 0) - (ranks.get(a.id) ?? 0))
    .map(({ id, colour, box }): Label => {
      const lift = id === selected ? 5 * devicePixelRatio : 0
      return { ...measured(paint, index.nameOf(id)), box, colour, lift, isNeeded: ranks.has(id) }
    })
  write(paint, [...drawFound(paint, props, place), ...names])
  // For tests and debugging: the frame whose boxes are drawn, and how many of them are visible.
  paint.canvas.dataset['frame'] = String(frame)
  paint.canvas.dataset['shown'] = String(boxes.length)
}

/** Returns how a box of the video is placed on the canvas, where the picture may be magnified. */
function placing({ canvas: { width, height } }: CanvasRenderingContext2D, { picture, size }: Props) {
  const { zoom, x: left, y: top } = picture.snapshot()
  const [across, down] = [(width / size.width) * zoom, (height / size.height) * zoom]
  return (box: Rectangle): Rectangle => ({
    x: box.x * across - left * zoom * width,
    y: box.y * down - top * zoom * height,
    width: box.width * across,
    height: box.height * down,
  })
}

/** Draws the boxes that belong to no track; returns the names of the strong ones. */
function drawFound(
  paint: CanvasRenderingContext2D,
  { player, found }: Props,
  place: (box: Rectangle) => Rectangle,
): Label[] {
  const { frame } = player.snapshot()
  const labels: Label[] = []
  paint.strokeStyle = '#fff'
  for (const stored of found.filter((one) => one.frame === frame).flatMap((one) => one.boxes)) {
    const box = place(stored)
    paint.lineWidth = (stored.strong ? 5 : 2) * devicePixelRatio
    paint.setLineDash(stored.strong ? [] : [2 * devicePixelRatio, 3 * devicePixelRatio])
    paint.strokeRect(box.x, box.y, box.width, box.height)
    if (stored.strong && stored.label)
      labels.push({ ...measured(paint, stored.label), box, colour: '#ffffff', lift: 0, isNeeded: true })
  }
  return labels
}

const measured = (paint: CanvasRenderingContext2D, text: string) => ({
  ...{ text, width: Math.ceil(paint.measureText(text).width) + 8 * devicePixelRatio, height: 16 * devicePixelRatio },
})

/** Writes labels where they cover none of each other. */
function write(paint: CanvasRenderingContext2D, labels: readonly Label[]): void {
  const placed = placeLabels(labels, paint.canvas)
  for (const { label, x, y } of placed) {
    paint.fillStyle = label.colour
    paint.fillRect(x, y, label.width, label.height)
    paint.fillStyle = inkOn(label.colour)
    paint.fillText(label.text, x + 4 * devicePixelRatio, y + label.height / 2)
  }
  // For tests and debugging: the names that are written.
  paint.canvas.dataset['labels'] = placed.map(({ label }) => label.text).join(', ')
}
