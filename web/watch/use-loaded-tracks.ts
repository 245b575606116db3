import { useEffect, useMemo } from 'react'
import { followTracks } from '../annotations/follow-tracks.js'
import { windowSize } from '../annotations/track-store.js'
import { useTracks, useWindow } from '../annotations/use-tracks.js'
import { onReturn } from '../lib/connection.js'
import { showError } from '../lib/notices.js'
import { onUpdates, type Updates } from '../lib/updates.js'
import type { Player } from '../videos/player.js'
import type { Watched } from './watched.js'

/** Returns the tracks around the current frame, which are loaded as it moves, and the track `id` among them. */
export function useLoadedTracks({ store, index }: Watched, player: Player, id: string | undefined) {
  const window = useWindow(player)
  const tracks = useTracks(store, window)
  const track = useMemo(
    () => (id === undefined ? undefined : store.track(id, window * windowSize)),
    // `tracks` is a new array after every change of the store, so it is the dependency for the store's contents.
    [store, tracks, id, window],
  )
  useEffect(() => {
    const need = () => store.need(player.snapshot().frame)
    const readAgain = () => {
      index.load().catch(showError)
      store.reload(player.snapshot().frame).catch(showError)
    }
    // Tracks kept from an earlier visit may be outdated.
    if (store.isUsed) readAgain()
    else index.load().catch(showError)
    need()
    const follow = (updates: Updates) => {
      if (followTracks(index, updates)) store.reload(player.snapshot().frame).catch(showError)
    }
    const stops = [player.subscribe(need), store.subscribe(need), onReturn(readAgain), onUpdates(follow)]
    return () => stops.forEach((stop) => stop())
  }, [player, store, index])
  return { tracks, track }
}
