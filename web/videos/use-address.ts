import { useEffect } from 'react'
import type { Player } from './player.js'

/** How long the frame must stand before it goes into the address, in milliseconds. */
const pause = 150

/**
 * Lets the address follow the frame on the screen, while it stands, and the selected track, so that the page can be
 * opened again as it is. `annotation` is left as it is where that is undefined; the history gets no entries.
 */
export function useAddress(player: Player, selected: string | null | undefined): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      if (player.snapshot().speed === 0) timer = setTimeout(write, pause)
    }
    const write = () => {
      const search = new URLSearchParams(location.search)
      const before = search.toString()
      search.delete('time')
      search.set('frame', String(player.snapshot().frame))
      if (selected === null) search.delete('annotation')
      else if (selected !== undefined) search.set('annotation', selected)
      if (search.toString() !== before) history.replaceState(history.state, '', `?${search.toString()}`)
    }
    follow()
    const stop = player.subscribe(follow)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [player, selected])
}
