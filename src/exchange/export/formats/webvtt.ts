import { startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import { trackBoxes } from '../../../annotations/track-boxes.js'
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
 * WebVTT with a cue for each time span in which an annotation is seen, and for each piece of evidence for a claim. Cues
 * come in the order of their starts, as WebVTT asks: tracks come by their first frame, and the spans of a track are
 * held until no later track can begin before them.
 */
export async function* webvtt({ where, naming, copy }: FormatSource, clock: FrameClock, claims: readonly Cue[]) {
  yield ['WEBVTT\n']
  const held = [...claims].sort(byStart)
  for await (const track of tracksOf(copy(selectTracks(where, naming, 'first frame')))) {
    const cues = cuesOf(track, clock)
    if (!cues.length) continue
    yield takeUntil(held, cues[0]?.start ?? 0).map(cueText)
    for (const cue of cues) held.splice(placeIn(held, cue), 0, cue)
  }
  yield held.map(cueText)
}

const byStart = (a: Cue, b: Cue) => a.start - b.start

/** Removes and returns the cues that begin before this time. */
function takeUntil(held: Cue[], start: number): Cue[] {
  return held.splice(0, placeIn(held, { start }, false))
}

/** The position at which the cue belongs in the sorted list: behind those that begin with it, or before them. */
function placeIn(held: readonly Cue[], { start }: Pick<Cue, 'start'>, behind = true): number {
  let [low, high] = [0, held.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = held[middle]?.start ?? Infinity
    if (at < start || (behind && at === start)) low = middle + 1
    else high = middle
  }
  return low
}

/** The spans of frames on which the object of a track is seen, as cues; none behind the end of the video. */
function cuesOf({ id, name, frames }: Track, clock: FrameClock): Cue[] {
  const cues: Cue[] = []
  const add = (from: number, to: number) => {
    if (from < clock.count)
      cues.push({ start: startOf(clock, from), end: startOf(clock, to + 1), id, kind: 'annotation', text: name })
  }
  let from: number | null = null
  let last = 0
  for (const { box, isSeen } of trackBoxes(frames)) {
    if (isSeen) from ??= box.frameNumber
    else if (from !== null) {
      add(from, last)
      from = null
    }
    last = box.frameNumber
  }
  if (from !== null) add(from, last)
  return cues
}

/** The cue of a piece of evidence: from its own times, or from its frames; null if it has neither. */
export function cueOfEvidence(evidence: TimedEvidence, clock: FrameClock): Cue | null {
  const { id, text, firstFrame, lastFrame } = evidence
  const start = evidence.start ?? (firstFrame === null ? null : startOf(clock, firstFrame))
  const end = evidence.end ?? (lastFrame === null ? null : startOf(clock, lastFrame + 1))
  if (start === null || end === null || !(start >= 0 && end >= start)) return null
  return { start, end, id, kind: 'claim', text }
}

/** A cue has at least a millisecond: WebVTT knows no shorter times, and no empty spans. */
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

/** The text as it stands in a cue, where a blank line would end the cue. */
const escaped = (text: string) =>
  text
    .replace(/[&<>]/g, (one) => entities[one] ?? one)
    .replace(/\0/g, '\ufffd')
    .replace(/\s*[\r\n]+\s*/g, '\n')
    .trim()
