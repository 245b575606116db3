import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../texts.js'
import { clockTime } from '../videos/clock-time.js'
import { FramePicture } from '../videos/FramePicture.js'
import type { Player } from '../videos/player.js'
import classes from './Preview.module.css'

/** How long the small picture stays loaded after it was last shown, in milliseconds. */
const kept = 3000

interface Props {
  player: Player
  /** The address of the file; undefined if the browser cannot show it. */
  source: string | undefined
  /** The displayed width of the picture divided by its height. */
  ratio: number
  /** The hovered frame; undefined if none is hovered. */
  frame: number | undefined
}

/**
 * A small picture of the frame hovered on the scrubber, above it, with its number and time. It is drawn by a second
 * video element, which is loaded when the first frame is hovered and removed some seconds after the last.
 */
export function Preview({ player, source, ratio, frame }: Props) {
  const [isLoaded, setLoaded] = useState(false)
  const isShown = frame !== undefined
  useEffect(() => {
    if (isShown) return setLoaded(true)
    const timer = setTimeout(() => setLoaded(false), kept)
    return () => clearTimeout(timer)
  }, [isShown])

  const box = useRef<HTMLDivElement>(null)
  // Above the frame, but inside the scrubber, so that it is never cut off at the edge of the window.
  useLayoutEffect(() => {
    const element = box.current
    if (!element?.parentElement || frame === undefined) return
    const [whole, own] = [element.parentElement.clientWidth, element.offsetWidth]
    const middle = ((frame + 0.5) / (player.last + 1)) * whole
    element.style.left = `${Math.max(0, Math.min(whole - own, middle - own / 2))}px`
  }, [frame, player])

  if (!isShown && !isLoaded) return null
  return (
    <div ref={box} className={classes.preview} hidden={!isShown} aria-hidden>
      {isLoaded && source !== undefined && (
        <FramePicture
          {...{ source, frame }}
          clock={player.clock}
          className={classes.picture}
          style={{ ['--ratio' as string]: ratio }}
        />
      )}
      <div className={classes.words}>{isShown && texts.watch.preview(frame, clockTime(player.timeOf(frame)))}</div>
    </div>
  )
}
