import { useEffect, useState } from 'react'
import { onReturn } from '../lib/connection.js'
import { showError } from '../lib/notices.js'
import { onUpdates } from '../lib/updates.js'
import { PictureView } from '../videos/picture-view.js'
import type { Player } from '../videos/player.js'
import { useChosenLooks } from './box-looks.js'
import { BoxCanvas, type FoundBoxes } from './BoxCanvas.js'
import { changesBoxes } from './follow-tracks.js'
import type { TrackIndex } from './track-index.js'
import { TrackLooks } from './track-looks.js'
import { TrackStore } from './track-store.js'

interface Props {
  player: Player
  index: TrackIndex
  size: { width: number; height: number }
  /** The track whose boxes stand out. */
  selected: string | undefined
  found: readonly FoundBoxes[]
}

/** Draws the boxes of all tracks over a picture on which nothing is edited. */
export function PlainBoxes({ player, index, ...props }: Props) {
  const [looks] = useState(() => new TrackLooks(index))
  const [picture] = useState(() => new PictureView())
  const store = useStore(player, index.videoId)
  const labelling = useChosenLooks(index)
  const mine = { player, store, index, looks, picture, labelling, ...props }
  return <BoxCanvas {...mine} hovered={undefined} isEdited={false} />
}

/** Returns the boxes of a video, which are read as the frame moves, and again when others have changed them. */
function useStore(player: Player, videoId: string): TrackStore {
  const [store] = useState(() => {
    const made = new TrackStore(videoId, player.clock.count)
    made.onError = showError
    return made
  })
  useEffect(() => {
    const need = () => store.need(player.snapshot().frame)
    const readAgain = () => void store.reload(player.snapshot().frame).catch(showError)
    need()
    const stops = [
      player.subscribe(need),
      store.subscribe(need),
      onReturn(readAgain),
      onUpdates((updates) => changesBoxes(videoId, updates) && readAgain()),
    ]
    return () => stops.forEach((stop) => stop())
  }, [player, store, videoId])
  return store
}
