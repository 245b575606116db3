import { useEffect } from 'react'
import type { Player } from './player.js'

/** How long the frame must stay the same before the address shows it, in milliseconds. */
const pause = 150

/**
 * Keeps the current frame, once it stays the same, and the selected track in the address, so that the page can be
 * opened again in this state. Leaves `annotation` unchanged if `selected` is undefined; adds no entries to the history.
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
