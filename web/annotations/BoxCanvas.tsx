import { useEffect, useRef } from 'react'
import { inkOn } from '../lib/colours.js'
import { texts } from '../texts.js'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
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
  /** Boxes that belong to no track, such as detections that are not saved yet; drawn on their frames. */
  found: readonly FoundBoxes[]
}

/**
 * The most names that are written beside the boxes of one frame; with more, the names would overlap and be unreadable.
 */
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
    draw()
    return () => {
      fit.disconnect()
      subscriptions.forEach((stop) => stop())
    }
  }, [player, store, index, looks, picture])
  useEffect(() => redraw.current(), [props.size, props.selected, props.found])
  return <canvas ref={canvas} className={classes.canvas} role="img" aria-label={texts.tracks.canvas} />
}

interface Look {
  colour: string
  isKeyframe: boolean
  isSelected: boolean
}

function drawBoxes(paint: CanvasRenderingContext2D, props: Props): void {
  const { player, store, index, looks, picture, size, selected, found } = props
  const { width, height } = paint.canvas
  const { frame } = player.snapshot()
  const { zoom, x: left, y: top } = picture.snapshot()
  const [across, down] = [(width / size.width) * zoom, (height / size.height) * zoom]
  const at = (box: Rectangle) => [box.x * across - left * zoom * width, box.y * down - top * zoom * height] as const
  paint.clearRect(0, 0, width, height)
  paint.font = `600 ${12 * devicePixelRatio}px system-ui, sans-serif`
  paint.textBaseline = 'bottom'
  // Boxes that look the same share one path: a thousand separate strokes would take longer than a frame.
  const paths = new Map<string, { look: Look; path: Path2D }>()
  const labels: { id: string; colour: string; x: number; y: number; isSelected: boolean }[] = []
  const above = 16 * devicePixelRatio
  let shown = 0
  for (const track of store.tracksAround(frame)?.values() ?? []) {
    const box = boxOf(track, frame)
    if (!box?.visible || !looks.isDrawn(track.id)) continue
    shown++
    const look = { colour: index.colourOf(track.id), isKeyframe: box.isKeyframe, isSelected: track.id === selected }
    const key = `${look.colour} ${look.isKeyframe} ${look.isSelected}`
    if (!paths.has(key)) paths.set(key, { look, path: new Path2D() })
    const [x, y] = at(box)
    paths.get(key)!.path.rect(x, y, box.width * across, box.height * down)
    // The label of the selected box is lifted above the handles on its edge.
    const lift = look.isSelected ? 6 * devicePixelRatio : 0
    labels.push({ id: track.id, ...look, x, y: Math.max(above, y - lift) })
  }
  for (const { look, path } of paths.values()) {
    paint.strokeStyle = look.colour
    paint.lineWidth = (look.isSelected ? 3 : 2) * devicePixelRatio
    paint.setLineDash(look.isKeyframe ? [] : [6 * devicePixelRatio, 4 * devicePixelRatio])
    paint.stroke(path)
  }
  const isEntry = (id: string) => index.entry(id) !== undefined
  for (const { id, colour, x, y, isSelected } of labels)
    if (isEntry(id) && (isSelected || labels.length <= mostNames)) write(paint, index.nameOf(id), colour, x, y)
  paint.strokeStyle = '#fff'
  for (const one of found) {
    if (one.frame !== frame) continue
    for (const box of one.boxes) {
      const [x, y] = at(box)
      paint.lineWidth = (box.strong ? 5 : 2) * devicePixelRatio
      paint.setLineDash(box.strong ? [] : [2 * devicePixelRatio, 3 * devicePixelRatio])
      paint.strokeRect(x, y, box.width * across, box.height * down)
      if (box.strong && box.label) write(paint, box.label, '#ffffff', x, Math.max(above, y))
    }
  }
  // For tests and debugging: the frame whose boxes are drawn, and how many of them are visible.
  paint.canvas.dataset['frame'] = String(frame)
  paint.canvas.dataset['shown'] = String(shown)
}

function write(paint: CanvasRenderingContext2D, name: string, colour: string, x: number, y: number): void {
  const high = 16 * devicePixelRatio
  paint.fillStyle = colour
  paint.fillRect(x - 1, y - high, paint.measureText(name).width + 8 * devicePixelRatio, high)
  paint.fillStyle = inkOn(colour)
  paint.fillText(name, x + 4 * devicePixelRatio, y - 2)
}
