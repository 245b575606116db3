import { useCallback, type PointerEvent, type RefObject } from 'react'
import type { Player } from '../videos/player.js'
import type { View } from './timeline-view.js'

/** Seeks to the frame under the pointer, and follows the pointer while it moves. */
export function useSeek(player: Player, view: View, strip: RefObject<HTMLElement | null>) {
  return useCallback(
    (event: PointerEvent) => {
      if (event.button !== 0) return
      const { left, width } = strip.current!.getBoundingClientRect()
      const go = ({ clientX }: { clientX: number }) => {
        const share = Math.max(0, Math.min(0.999999, (clientX - left) / width))
        player.show(view.from + Math.floor(share * view.span))
      }
      const end = () => {
        removeEventListener('pointermove', go)
        for (const name of ['pointerup', 'pointercancel']) removeEventListener(name, end)
      }
      addEventListener('pointermove', go)
      for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end)
      go(event)
    },
    [player, view, strip],
  )
}
