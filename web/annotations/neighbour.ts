import type { TrackEntry, TrackIndex } from './track-index.js'
import type { TrackLooks } from './track-looks.js'

interface Search {
  index: TrackIndex
  looks: TrackLooks
  frame: number
  selected: string | undefined
  /** 1 for the next track, -1 for the previous one. */
  way: 1 | -1
}

/**
 * Returns the next or previous track in the order of first frames; undefined at either end. Filtered and hidden tracks
 * are skipped.
 */
export function neighbourOf({ index, looks, frame, selected, way }: Search): TrackEntry | undefined {
  const all = (index.entries ?? []).filter(({ id, keyframeCount }) => keyframeCount > 0 && looks.isDrawn(id))
  // The sort is stable, so tracks with the same first frame stay ordered from oldest to newest.
  all.sort((a, b) => a.firstFrame - b.firstFrame)
  const at = all.findIndex(({ id, firstFrame }) => id === selected && firstFrame === frame)
  if (at >= 0) return all[at + way]
  return way === 1 ? all.find(({ firstFrame }) => firstFrame > frame) : all.findLast((one) => one.firstFrame < frame)
}
