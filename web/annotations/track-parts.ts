import { boxOf, keyframesOf, type Track } from './track-store.js'

/** A stretch of a track between two keyframes: how the box moves, or that nothing is shown. */
export interface Part {
  from: number
  to: number
  kind: string
}

interface Segment {
  startFrame: number
  endFrame: number
  type: string
}

/** Keyframes and stretches of a track that reach into the frames `from` to `to`, cut to them. */
export function partsOf(track: Track, from: number, to: number): { keys: number[]; parts: Part[] } {
  const all = keyframesOf(track)
  const parts: Part[] = []
  for (let i = 1; i < all.length; i++) {
    const [f0, f1] = [all[i - 1]!, all[i]!]
    if (f1 < from || f0 > to) continue
    const [start, end] = [Math.max(f0, from), Math.min(f1, to)]
    for (const { first, last, visible } of stretches(track, start, end))
      parts.push({ from: first, to: last, kind: visible ? kindOf(track, f0, f1) : 'gap' })
  }
  return { keys: all.filter((frame) => frame >= from && frame <= to), parts }
}

/** Where a track is shown between two frames, and where it is not. */
function stretches(track: Track, start: number, end: number) {
  const ranges = track.document['visibilityRanges'] as { startFrame: number; endFrame: number }[] | undefined
  const inner = (ranges ?? []).flatMap(({ startFrame, endFrame }) => [startFrame, endFrame + 1])
  const cuts = [start, ...inner.filter((frame) => frame > start && frame < end).sort((a, b) => a - b), end]
  return cuts.slice(1).map((last, i) => {
    const first = cuts[i]!
    const middle = Math.floor((first + last) / 2)
    return { first, last, visible: boxOf(track, middle)?.visible ?? false }
  })
}

/** The name of the rule between two keyframes: of the first segment that covers them, else of the whole sequence. */
function kindOf({ document }: Track, f0: number, f1: number): string {
  const segments = (document['interpolationSegments'] ?? []) as Segment[]
  const covering = segments.find(({ startFrame, endFrame }) => startFrame <= f0 && endFrame >= f1 - 1)
  return covering?.type ?? (document['interpolationMode'] as string | undefined) ?? 'linear'
}
