import { partsBetween, rangesOf, segmentsOf, type Edit, type Splice } from './stretches.js'
import type { ReversibleEdit } from './edits.js'
import { windowSize } from './track-store.js'
import { changed, keyframeAt, keyframesOf, type Track } from './track.js'

/**
 * Returns what an edit replaces on a track, as text: the keyframes that it sets or removes, and the parts of the lists
 * that it writes, with the keyframes there. If two versions of a track have the same ground, an edit of one of them
 * overwrites nothing of the other. Undefined if the edit reaches beyond the window of `frame`, which is all that is
 * known of the track.
 */
export function groundOf(track: Track | undefined, frame: number, edit: Edit): string | undefined {
  const { upsert, gone, segments, ranges } = edit
  const within = (splice: Splice | undefined) =>
    splice && track ? keyframesOf(track).filter((one) => one >= splice.from && one <= splice.to) : []
  const frames = new Set([...upsert.map(({ frameNumber }) => frameNumber), ...gone])
  const window = Math.floor(frame / windowSize)
  if (!track || [...frames].some((one) => Math.floor(one / windowSize) !== window)) return undefined
  const keyframes = [...frames, ...within(segments)]
    .sort((a, b) => a - b)
    .map((frame) => {
      const box = keyframeAt(track, frame)
      return box ? [frame, box.x, box.y, box.width, box.height, box.visible !== false] : [frame]
    })
  const { document } = track
  return JSON.stringify([
    keyframes,
    segments && partsBetween('segments', segmentsOf(document), segments.from, segments.to),
    ranges && partsBetween('ranges', rangesOf(document), ranges.from, ranges.to),
  ])
}

/** Returns the edit that takes another one back, and what the track has where that one was made. */
export const backFrom = (track: Track, { frame, run, revert }: ReversibleEdit) => ({
  edit: revert,
  ground: groundOf(changed(track, run), frame, revert),
})
