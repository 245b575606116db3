import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { TrackIndex } from '../annotations/track-index.js'
import type { TrackLooks } from '../annotations/track-looks.js'
import { useEntries, useLooks } from '../annotations/use-tracks.js'
import { texts } from '../texts.js'
import { clockTime } from '../videos/clock-time.js'
import { densityOf } from '../annotations/density.js'
import type { Player } from '../videos/player.js'
import { Preview } from './Preview.js'
import classes from './Scrubber.module.css'

const words = texts.video

interface Props {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  /** The selected track, whose frames are marked. */
  selected: string | undefined
}

interface ScrubberProps extends Props {
  /**
   * The address of the file, undefined if the browser cannot show it, and the aspect ratio of its picture as displayed,
   * for the small picture of a frame.
   */
  source: string | undefined
  ratio: number
}

/**
 * The position in the whole video, and the number of tracks on each part of it. The thumb is moved without React,
 * because it moves with every frame.
 */
export function Scrubber({ player, index, looks, selected, source, ratio }: ScrubberProps) {
  const [pointed, point] = useState<number>()
  const area = useRef<HTMLDivElement>(null)
  const thumb = useRef<HTMLDivElement>(null)
  /** Whether the thumb was focused by the keyboard; after a press on the scrubber, keys act on the picture. */
  const isByKeys = useRef(false)

  useThumb(player, thumb)
  useKeysPointed(player, isByKeys, point)

  function frameAt({ clientX }: { clientX: number }): number {
    const { left, width } = area.current!.getBoundingClientRect()
    return Math.floor(((clientX - left) / width) * (player.last + 1))
  }

  function take(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    thumb.current!.focus()
    // The main picture now shows the hovered frame; a small picture would only slow it down.
    point(undefined)
    player.show(frameAt(event))
  }

  function over(event: PointerEvent<HTMLDivElement>): void {
    const frame = Math.max(0, Math.min(player.last, frameAt(event)))
    if (event.currentTarget.hasPointerCapture(event.pointerId)) player.show(frame)
    // A finger does not hover before it presses.
    else if (event.pointerType !== 'touch') point(frame)
  }

  /** Moves by a frame with the up and down arrows; left, right, Home and End are shortcuts of the whole page. */
  function press(event: KeyboardEvent): void {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    player.step(step)
  }

  return (
    <div className={classes.scrubber} onPointerDown={take} onPointerMove={over} onPointerLeave={() => point(undefined)}>
      <div ref={area} className={classes.area}>
        <Density {...{ player, index, looks, selected }} />
        <div
          ref={thumb}
          className={classes.thumb}
          role="slider"
          tabIndex={0}
          aria-label={words.position}
          aria-valuemin={0}
          aria-valuemax={player.last}
          aria-valuenow={0}
          onKeyDown={press}
          onFocus={({ currentTarget }) => (isByKeys.current = currentTarget.matches(':focus-visible'))}
          onBlur={() => {
            isByKeys.current = false
            point(undefined)
          }}
        />
      </div>
      <Preview {...{ player, source, ratio }} frame={pointed} />
    </div>
  )
}

/** Moves the thumb to the current frame. */
function useThumb(player: Player, thumb: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const move = () => {
      const { frame } = player.snapshot()
      const element = thumb.current!
      element.style.left = `${((frame + 0.5) / (player.last + 1)) * 100}%`
      element.setAttribute('aria-valuenow', String(frame))
      element.setAttribute('aria-valuetext', `${words.frame(frame, player.last)}, ${clockTime(player.timeOf(frame))}`)
    }
    move()
    return player.subscribe(move)
  }, [player])
}

/** Shows the small picture above the thumb while the keyboard moves it, until the thumb rests for a while. */
function useKeysPointed(player: Player, isByKeys: RefObject<boolean>, point: (frame: number | undefined) => void) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = player.subscribe(() => {
      const { frame, speed } = player.snapshot()
      if (!isByKeys.current || speed !== 0) return
      point(frame)
      clearTimeout(timer)
      timer = setTimeout(() => point(undefined), 2000)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [player])
}

/** The number of parts of the video that the strip distinguishes. */
const parts = 1000

/** The number of tracks on each part of the video; computed only when tracks or the filter change. */
function Density({ player, index, looks, selected }: Props) {
  const entries = useEntries(index)
  const { filter } = useLooks(looks)
  const frames = player.last + 1
  const bars = useMemo(() => {
    const shown = (entries ?? []).filter((entry) => looks.passes(entry))
    const counts = densityOf(shown, frames, parts)
    const most = counts.reduce((high, count) => Math.max(high, count), 0)
    let path = ''
    // A part with a single track stays distinguishable from an empty one, however many tracks other parts have.
    counts.forEach((count, part) => {
      if (count > 0) path += `M${part} 100h1V${100 - Math.max(20, (count / most) * 100)}h-1z`
    })
    return path
    // `looks.passes` depends on the filter.
  }, [entries, filter, looks, frames])
  const entry = selected === undefined ? undefined : index.entry(selected)
  const at = (frame: number) => (frame / frames) * parts
  return (
    <svg
      className={classes.density}
      viewBox={`0 0 ${parts} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.watch.density}
    >
      <path d={bars} fill="currentColor" />
      {entry && entry.lastFrame >= entry.firstFrame && (
        <rect
          x={at(entry.firstFrame)}
          width={Math.max(2, at(entry.lastFrame + 1) - at(entry.firstFrame))}
          height={16}
          fill={index.colourOf(entry.id)}
        />
      )}
    </svg>
  )
}
