import type { TrackEntry, TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'

interface Search {
  index: TrackIndex
  looks: TrackLooks
  frame: number
  selected: string | undefined
  /** 1 for the next track, -1 for the one before. */
  way: 1 | -1
}

/**
 * The track that begins next, or before, in the order of first frames; undefined if there is none. Tracks that are
 * filtered or hidden are passed over.
 */
export function neighbourOf({ index, looks, frame, selected, way }: Search): TrackEntry | undefined {
  const all = (index.entries ?? []).filter(({ id, keyframeCount }) => keyframeCount > 0 && looks.isDrawn(id))
  // The sort is stable: tracks that begin on one frame come oldest first.
  all.sort((a, b) => a.firstFrame - b.firstFrame)
  const at = all.findIndex(({ id, firstFrame }) => id === selected && firstFrame === frame)
  if (at >= 0) return all[at + way]
  return way === 1 ? all.find(({ firstFrame }) => firstFrame > frame) : all.findLast((one) => one.firstFrame < frame)
}
