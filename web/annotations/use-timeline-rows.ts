import { useMemo } from 'react'
import { texts } from '../texts.js'
import type { Player } from '../videos/player.js'
import { useFrame } from '../videos/use-player.js'
import type { View } from './timeline-view.js'
import type { TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'
import { windowSize } from './track-store.js'
import { boxOf, type Track } from './track.js'
import { rowsOf, type Place, type RowTrack } from './timeline-rows.js'
import { useEntries, useLooks } from './use-tracks.js'

interface Shown {
  player: Player
  index: TrackIndex
  looks: TrackLooks
  tracks: readonly Track[] | undefined
  view: View
}

/**
 * Returns the rows of the tracks in view that pass the filter, their number, and that of all tracks in view; undefined
 * while they are being loaded. Within a window they come from the store, which includes changes that are not saved yet.
 */
export function useRows({ player, index, looks, tracks, view }: Shown) {
  const entries = useEntries(index)
  const changes = index.snapshot()
  const { filter, folded } = useLooks(looks)
  const frame = useFrameIf(player, filter.onFrame)
  const { list, total } = useMemo(() => {
    const { from, span } = view
    const isWide = span > windowSize
    const inView = isWide
      ? entries
          ?.filter(({ firstFrame, lastFrame }) => firstFrame < from + span && lastFrame >= from)
          .map(({ id, firstFrame, lastFrame }): RowTrack => ({
            id,
            track: undefined,
            first: firstFrame,
            last: lastFrame,
          }))
      : tracks?.map((track): RowTrack => ({ id: track.id, track, first: track.first, last: track.last }))
    const boxes = filter.onFrame ? new Map(tracks?.map((track) => [track.id, track])) : undefined
    const isOnFrame = (id: string) => {
      const track = boxes?.get(id)
      return track !== undefined && frame !== undefined && boxOf(track, frame)?.visible === true
    }
    const list = inView?.filter(({ id }) => {
      const entry = index.entry(id)
      return (!entry || looks.passes(entry)) && (!boxes || isOnFrame(id))
    })
    return { list, total: isWide ? entries?.length : inView?.length }
    // `looks.passes` depends on the filter, and `entries` on the content of the index.
  }, [entries, tracks, view, filter, frame, index, looks])
  const rows = useMemo(
    () => list && rowsOf(list, (row) => placeOf(index, row), folded),
    // The names of types are read after the tracks, which `changes` counts.
    [list, index, changes, folded],
  )
  return { rows, count: list?.length, total }
}

function placeOf(index: TrackIndex, { id, first }: RowTrack): Place {
  const entry = index.entry(id)
  if (!entry) return { key: '', name: texts.tracks.unnamed, persona: undefined, begins: first }
  const { key, firstFrame } = entry
  return { key, name: index.labelOf(entry), persona: index.thingOf(key)?.persona, begins: firstFrame }
}

/**
 * Returns the current frame if it matters; otherwise undefined, so that the component does not render again with every
 * frame.
 */
function useFrameIf(player: Player, matters: boolean): number | undefined {
  const frame = useFrame(player, matters)
  return matters ? frame : undefined
}
