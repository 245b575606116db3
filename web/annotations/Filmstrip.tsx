import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useMemo, useRef } from 'react'
import { IconButton } from '../app/IconButton.js'
import { IconPictures } from '../app/icons.js'
import { texts } from '../texts.js'
import { FrameReader } from '../videos/frame-reader.js'
import type { Player } from '../videos/player.js'
import { slotsOf, type Slot } from './strip-slots.js'
import classes from './Timeline.module.css'
import type { View } from './timeline-view.js'

/** The height of the pictures, in pixels, and the number of those that are kept. */
const [height, kept] = [36, 300]

interface Props {
  player: Player
  view: View
  /** The width of the frames in view, in pixels. */
  width: number
  /** The address of the file. */
  source: string
  /** The displayed width of the picture divided by its height. */
  ratio: number
  onSeek: (event: React.PointerEvent) => void
}

/** Returns the strip of pictures, which each user switches on for their browser, and its button. */
export function useFilmstrip({ source, ...props }: Omit<Props, 'source'> & { source: string | undefined }) {
  const [isOn, show] = useLocalStorage({
    key: 'parallax.filmstrip',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (source === undefined) return { button: null, strip: null }
  return {
    button: (
      <IconButton
        label={texts.watch.filmstrip}
        icon={IconPictures}
        pressed={isOn}
        onClick={() => show((before) => !before)}
      />
    ),
    strip: isOn && <Filmstrip {...props} source={source} />,
  }
}

/** Pictures of the frames in view, which are read one after the other while the page is at rest. A press seeks. */
function Filmstrip({ player, view, width, source, ratio, onSeek }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const slots = useMemo(() => (width > 0 ? slotsOf(view, (height * ratio) / width) : []), [view, width, ratio])
  const shown = useRef(slots)
  const strip = useRef<{ pictures: Map<number, HTMLCanvasElement>; reader: FrameReader }>(undefined)

  useEffect(() => {
    const pictures = new Map<number, HTMLCanvasElement>()
    const reader = new FrameReader(player, source, (frame, picture) => {
      pictures.set(frame, smallOf(picture, height * ratio))
      if (pictures.size > kept) pictures.delete(pictures.keys().next().value!)
      draw(canvas.current, shown.current, pictures)
    })
    strip.current = { pictures, reader }
    return () => reader.close()
  }, [player, source, ratio])

  useEffect(() => {
    shown.current = slots
    const { pictures, reader } = strip.current!
    draw(canvas.current, slots, pictures)
    reader.read(slots.map(({ frame }) => frame).filter((frame) => !pictures.has(frame)))
  }, [slots, player, source, ratio])

  return (
    <div className={classes.filmstrip} aria-hidden>
      <div className={classes.units}>{texts.watch.pictures}</div>
      <canvas
        ref={canvas}
        className={classes.pictures}
        width={Math.round(width * devicePixelRatio)}
        height={Math.round(height * devicePixelRatio)}
        onPointerDown={onSeek}
      />
    </div>
  )
}

/** Returns a copy of what the element shows, as small as the strip needs it. */
function smallOf(picture: HTMLVideoElement, width: number): HTMLCanvasElement {
  const small = document.createElement('canvas')
  small.width = Math.round(width * devicePixelRatio)
  small.height = Math.round(height * devicePixelRatio)
  small.getContext('2d')!.drawImage(picture, 0, 0, small.width, small.height)
  return small
}

/** Draws the pictures that are there, each in the middle of its slot and cut off at its edges. */
function draw(
  canvas: HTMLCanvasElement | null,
  slots: readonly Slot[],
  pictures: ReadonlyMap<number, HTMLCanvasElement>,
): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  context.clearRect(0, 0, canvas.width, canvas.height)
  const drawn = slots.filter(({ frame, at, width }) => {
    const picture = pictures.get(frame)
    if (!picture) return false
    const [left, room] = [at * canvas.width, width * canvas.width]
    const part = Math.min(room, picture.width)
    const from = (picture.width - part) / 2
    context.drawImage(picture, from, 0, part, picture.height, left + (room - part) / 2, 0, part, canvas.height)
    return true
  })
  canvas.dataset['drawn'] = `${drawn.length} of ${slots.length}`
}
