import { useEffect, useRef, type CSSProperties } from 'react'
import { middleOf, type FrameClock } from '@parallax/shared/frame-clock.js'

interface Props {
  clock: FrameClock
  /** The address of the file. */
  source: string
  frame: number | undefined
  className?: string | undefined
  style?: CSSProperties
}

/**
 * A small picture of a frame, drawn by a video element of its own. It seeks to one frame after the other, always the
 * newest; while `frame` is undefined it does not seek.
 */
export function FramePicture({ clock, source, frame, className, style }: Props) {
  const element = useRef<HTMLVideoElement>(null)
  const wanted = useRef(frame)
  const seek = () => {
    const video = element.current
    const { current } = wanted
    if (!video || current === undefined || video.readyState === 0 || video.seeking) return
    const time = middleOf(clock, current)
    if (video.currentTime !== time) video.currentTime = time
  }
  useEffect(() => {
    wanted.current = frame
    seek()
  })
  // A video element that is only removed continues to load, and keeps its decoder until it is garbage-collected.
  useEffect(() => {
    const video = element.current!
    return () => {
      video.removeAttribute('src')
      video.load()
    }
  }, [])
  return (
    <video
      ref={element}
      className={className}
      style={style}
      src={source}
      preload="metadata"
      muted
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      onLoadedMetadata={seek}
      onSeeked={seek}
    />
  )
}
