import { startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import { seenSpans } from '../../../annotations/sequences/track-boxes.js'
import type { FormatSource } from './format.js'
import { selectTracks } from './tracks.sql.js'
import { tracksOf, type Track } from './tracks.js'
import type { TimedEvidence } from './webvtt.sql.js'

/** A cue: from `start` to `end`, in seconds. */
export interface Cue {
  start: number
  end: number
  id: string
  kind: 'claim' | 'annotation'
  text: string
}

/**
 * Yields WebVTT with a cue for each time span in which an annotation is visible, and for each piece of evidence for a
 * claim. Cues are in the order of their starts, as WebVTT requires: tracks come by their first frame, and the spans of
 * a track are held until no later track can begin before them.
 */
export async function* webvtt({ where, naming, copy }: FormatSource, clock: FrameClock, claims: readonly Cue[]) {
  yield ['WEBVTT\n']
  const held = new Held()
  for (const cue of claims) held.add(cue)
  for await (const track of tracksOf(copy(selectTracks(where, naming, 'first frame')))) {
    const cues = cuesOf(track, clock)
    if (!cues.length) continue
    yield held.takeBefore(cues[0]?.start ?? 0)
    for (const cue of cues) held.add(cue)
  }
  yield held.takeBefore(Infinity)
}

/** A binary heap of cues by their starts; cues with equal starts stay in the order in which they were added. */
class Held {
  private readonly heap: (Cue & { order: number })[] = []
  private count = 0

  add(cue: Cue): void {
    const { heap } = this
    let at = heap.push({ ...cue, order: (this.count += 1) }) - 1
    for (let above = (at - 1) >> 1; at > 0 && this.isBefore(at, above); above = (at - 1) >> 1) {
      this.swap(at, above)
      at = above
    }
  }

  /** Removes the cues that begin before this time and yields their texts. */
  *takeBefore(start: number): Generator<string> {
    for (let first = this.heap[0]; first && first.start < start; first = this.heap[0]) {
      yield cueText(first)
      const last = this.heap.pop()
      if (last && this.heap.length) this.sink(last)
    }
  }

  /** Puts a cue in the place of the first one. */
  private sink(cue: Cue & { order: number }): void {
    const { heap } = this
    heap[0] = cue
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      if (left >= heap.length) return
      const below = right < heap.length && this.isBefore(right, left) ? right : left
      if (!this.isBefore(below, at)) return
      this.swap(at, below)
      at = below
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a]!, this.heap[b]!]
    return one.start < other.start || (one.start === other.start && one.order < other.order)
  }

  private swap(a: number, b: number): void {
    const { heap } = this
    ;[heap[a], heap[b]] = [heap[b]!, heap[a]!]
  }
}

/** Returns the spans of frames in which the object of a track is visible, as cues; none after the end of the video. */
function cuesOf({ id, name, frames }: Track, clock: FrameClock): Cue[] {
  return seenSpans(frames)
    .filter(([from]) => from < clock.count)
    .map(([from, to]) => ({
      start: startOf(clock, from),
      end: startOf(clock, to + 1),
      id,
      kind: 'annotation',
      text: name,
    }))
}

/** Returns the cue of a piece of evidence, from its own times or from its frames; null if it has neither. */
export function cueOfEvidence(evidence: TimedEvidence, clock: FrameClock): Cue | null {
  const { id, text, firstFrame, lastFrame } = evidence
  const start = evidence.start ?? (firstFrame === null ? null : startOf(clock, firstFrame))
  const end = evidence.end ?? (lastFrame === null ? null : startOf(clock, lastFrame + 1))
  if (start === null || end === null || !(start >= 0 && end >= start)) return null
  return { start, end, id, kind: 'claim', text }
}

/** Returns the text of a cue, which lasts at least a millisecond: WebVTT has no shorter times, and no empty spans. */
function cueText({ start, end, id, kind, text }: Cue): string {
  const from = Math.round(start * 1000)
  const to = Math.max(Math.round(end * 1000), from + 1)
  return `\n${id}\n${timeText(from)} --> ${timeText(to)}\n<c.${kind}>${escaped(text)}</c>\n`
}

function timeText(milliseconds: number): string {
  const [hours, rest] = [Math.floor(milliseconds / 3_600_000), milliseconds % 3_600_000]
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const thousandths = String(milliseconds % 1000).padStart(3, '0')
  return `${two(hours)}:${two(rest / 60_000)}:${two((rest % 60_000) / 1000)}.${thousandths}`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns a text escaped for a cue, which a blank line would end. */
const escaped = (text: string) =>
  text
    .replace(/[&<>]/g, (one) => entities[one] ?? one)
    .replace(/\0/g, '\ufffd')
    .replace(/\s*[\r\n]+\s*/g, '\n')
    .trim()
