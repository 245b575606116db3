import { Loader } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { texts } from '../texts.js'
import classes from '../videos/VideoPage.module.css'
import type { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
import { useSeeking } from '../videos/use-player.js'

interface Props {
  player: Player
  picture: PictureView
  size: { width: number; height: number }
  /** The layer on the picture, which is magnified with it. */
  layer: RefObject<HTMLElement | null>
  /** The video element, of which only the position and the filter are changed here. */
  video: ReactNode
  children: ReactNode
}

/**
 * The picture, which can be magnified with Ctrl and the wheel or with two fingers, at the place of the pointer. Its
 * position is set without React, because it follows the pointer.
 */
export function Screen({ player, picture, size, layer, video, children }: Props) {
  const screen = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const seeking = useSeeking(player)

  useEffect(() => {
    const place = () => {
      const { zoom, x, y, brightness, contrast } = picture.snapshot()
      for (const element of [stage.current, layer.current]) {
        if (!element) continue
        element.style.width = element.style.height = `${zoom * 100}%`
        element.style.left = `${-x * zoom * 100}%`
        element.style.top = `${-y * zoom * 100}%`
      }
      const isPlain = brightness === 1 && contrast === 1
      stage.current!.style.filter = isPlain ? '' : `brightness(${brightness}) contrast(${contrast})`
      screen.current!.dataset['zoom'] = zoom.toFixed(2)
    }
    place()
    return picture.subscribe(place)
  }, [picture, layer])

  useEffect(() => {
    const element = screen.current!
    const shareOf = (x: number, y: number) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [(x - left) / width, (y - top) / height] as const
    }
    const wheel = (event: WheelEvent) => {
      // Browsers report a pinch on a touchpad as a wheel event with Ctrl.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      // Touchpads send many small distances, wheels a few of about 100.
      const speed = Math.abs(event.deltaY) < 50 ? 0.01 : 0.0025
      picture.zoomBy(Math.exp(-event.deltaY * speed), ...shareOf(event.clientX, event.clientY))
    }
    let before: { x: number; y: number; apart: number } | undefined
    const touch = (event: TouchEvent) => {
      const [a, b] = event.touches
      if (!a || !b) return (before = undefined)
      event.preventDefault()
      const [x, y] = shareOf((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2)
      const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
      if (before) {
        picture.panBy(x - before.x, y - before.y)
        picture.zoomBy(apart / Math.max(1, before.apart), x, y)
      }
      before = { x, y, apart }
      return
    }
    element.addEventListener('wheel', wheel, { passive: false })
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(name, touch, { passive: false })
    return () => {
      element.removeEventListener('wheel', wheel)
      for (const name of ['touchstart', 'touchmove', 'touchend'] as const) element.removeEventListener(name, touch)
    }
  }, [picture])

  return (
    <div className={classes.picture} aria-busy={seeking !== undefined}>
      <div ref={screen} className={classes.screen} style={{ ['--ratio' as string]: size.width / size.height }}>
        <div ref={stage} className={classes.stage}>
          {video}
        </div>
        {children}
        {seeking !== undefined && (
          <div className={classes.seeking} role="status">
            <Loader size={14} color="white" aria-hidden />
            {texts.video.seeking(seeking)}
          </div>
        )}
      </div>
    </div>
  )
}
