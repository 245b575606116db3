import { compileSequence, spanOf, type StoredBox } from '../../src/annotations/sequences/interpolate.js'
import { seenSpans, type Span } from '../../src/annotations/sequences/track-boxes.js'
import { texts } from '../texts.js'
import { changed, inWords, percent } from './value-words.js'

const words = texts.history.sequence

/** The most frames that a sentence names, and the most sentences about frames. */
const mostFrames = 8
const place = ['x', 'y', 'width', 'height'] as const
/** Members of a box that other sentences are about, and members of a sequence that follow from its boxes. */
const ofBox = new Set<string>([...place, 'frameNumber', 'isKeyframe', 'visible', 'attributes'])
const ofSequence = new Set([
  ...['boxes', 'interpolationMode', 'interpolationSegments', 'visibilityRanges'],
  ...['keyframeCount', 'interpolatedFrameCount', 'totalFrames'],
])

type Document = Record<string, unknown>
const documentOf = (value: unknown): Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** A sentence on a change of a sequence, and the frame if it is about one alone. */
export interface FrameSaid {
  sentence: string
  frame?: number
}

/** Returns sentences on what differs between two bounding-box sequences; none if only their form does. */
export function sequenceChanges(before: unknown, after: unknown): FrameSaid[] {
  const [was, is] = [compileSequence(before), compileSequence(after)]
  const [keysBefore, keysAfter] = [byFrame(was.keyframes), byFrame(is.keyframes)]
  const [othersBefore, othersAfter] = [byFrame(was.others), byFrame(is.others)]
  const gone = (all: ReadonlyMap<number, StoredBox>, in_: ReadonlyMap<number, StoredBox>) =>
    [...all.keys()].filter((frame) => !in_.has(frame))
  const ofFrames = [
    ...listed(words.keyframesAdded, gone(keysAfter, keysBefore)),
    ...listed(words.keyframesRemoved, gone(keysBefore, keysAfter)),
    ...cut(changedBoxes(keysBefore, keysAfter), (sentence) => ({ sentence })),
  ]
  const sentences = [
    ...counted(words.boxesAdded, gone(othersAfter, othersBefore).length),
    ...counted(words.boxesRemoved, gone(othersBefore, othersAfter).length),
    ...counted(words.boxesChanged, changedBoxes(othersBefore, othersAfter).length),
    ...visibilityChanges(before, after),
    ...movementChanges(documentOf(before), documentOf(after)),
  ]
  const others = otherChanges(documentOf(before), documentOf(after), ofSequence)
  return [...ofFrames, ...[...sentences, ...others].map((sentence) => ({ sentence }))]
}

const byFrame = (boxes: readonly StoredBox[]) => new Map(boxes.map((box) => [box.frameNumber, box]))

/** Returns a sentence that lists frames, of which it names the first ones. */
function listed(say: (frames: string, count: number) => string, frames: readonly number[]): FrameSaid[] {
  const [frame] = frames
  if (frame === undefined) return []
  const named = frames.slice(0, mostFrames).map(String)
  const sentence = say(words.list(named, frames.length - named.length), frames.length)
  return [frames.length === 1 ? { sentence, frame } : { sentence }]
}

const counted = (say: (count: number) => string, count: number) => (count ? [say(count)] : [])

/** Leaves the last sentences out, each of which is about one frame, and counts them. */
function cut<Sentence>(sentences: readonly Sentence[], asOne: (words: string) => Sentence): readonly Sentence[] {
  const left = sentences.length - mostFrames
  return left > 1 ? [...sentences.slice(0, mostFrames), asOne(words.more(left))] : sentences
}

/** Returns a sentence for each frame whose box is another one. */
function changedBoxes(before: ReadonlyMap<number, StoredBox>, after: ReadonlyMap<number, StoredBox>): FrameSaid[] {
  return [...before].flatMap(([frame, was]) => {
    const is = after.get(frame)
    if (!is || was === is) return []
    const changes = [
      ...place.flatMap((name) =>
        was[name] === is[name] ? [] : [changed(texts.tracks.members[name], ...inPixels(was[name], is[name]))],
      ),
      ...otherChanges(documentOf(was.attributes), documentOf(is.attributes)),
      ...otherChanges(was, is, ofBox),
    ]
    return changes.length ? [{ sentence: words.onFrame(frame, changes), frame }] : []
  })
}

/** Returns two lengths with one digit after the point, or with as many as distinguish them. */
function inPixels(was: number, is: number): [string, string] {
  const digits = [1, 2, 3].find((count) => was.toFixed(count) !== is.toFixed(count)) ?? 6
  return [words.length(was, digits), words.length(is, digits)]
}

/** Returns clauses on the members that differ, named as they are stored. */
function otherChanges(before: Document, after: Document, except: ReadonlySet<string> = new Set()): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    if (except.has(name) || same(before[name], after[name])) return []
    const show = (value: unknown) =>
      name.toLowerCase().includes('confidence') && typeof value === 'number' ? percent(value) : inWords(value)
    return [changed(texts.history.members[name] ?? name, show(before[name]), show(after[name]))]
  })
}

/** Returns sentences on the frames, of those that both sequences have, which are hidden or shown now. */
function visibilityChanges(before: unknown, after: unknown): string[] {
  const [was, is] = [spanOf(compileSequence(before)), spanOf(compileSequence(after))]
  if (!was || !is) return []
  const both: Span = [Math.max(was.first, is.first), Math.min(was.last, is.last)]
  const [seenBefore, seenAfter] = [seenSpans(before), seenSpans(after)]
  const spans = (say: (from: number, to: number) => string, one: readonly Span[], other: readonly Span[]) =>
    cut(
      without(within(one, both), other).map(([from, to]) => say(from, to)),
      String,
    )
  return [...spans(words.hidden, seenBefore, seenAfter), ...spans(words.shown, seenAfter, seenBefore)]
}

const within = (spans: readonly Span[], [first, last]: Span): Span[] =>
  spans.map(([from, to]): Span => [Math.max(from, first), Math.min(to, last)]).filter(([from, to]) => from <= to)

/** Returns the frames of ascending spans that are in none of the others. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap(([from, to]) => {
    const left: Span[] = []
    let next = from
    for (const [first, last] of others) {
      if (last < next || first > to) continue
      if (first > next) left.push([next, first - 1])
      next = last + 1
    }
    return next <= to ? [...left, [next, to] as Span] : left
  })
}

const movement = (word: unknown) => {
  const name = String(word ?? 'linear')
    .toLowerCase()
    .replaceAll('_', '-')
  return texts.tracks.movements[name === 'step' ? 'hold' : name] ?? name
}

/** Returns sentences on how the box moves between keyframes. */
function movementChanges(before: Document, after: Document): string[] {
  const [modeBefore, modeAfter] = [before, after].map(({ interpolationMode }) => movement(interpolationMode)) as [
    string,
    string,
  ]
  const [was, is] = [segmentsOf(before), segmentsOf(after)]
  const moved = [...new Set([...was.keys(), ...is.keys()])].flatMap((range) => {
    const [one, other] = [was.get(range), is.get(range)]
    if (same(one, other)) return []
    const [from, to] = [one ? movement(one['type']) : modeBefore, other ? movement(other['type']) : modeAfter]
    const [first = 0, last = 0] = range.split(' ').map(Number)
    return [from === to ? words.moves(first, last) : words.movement(first, last, from, to)]
  })
  return [
    ...(modeBefore === modeAfter ? [] : [changed(texts.tracks.movement, modeBefore, modeAfter)]),
    ...cut(moved, String),
  ]
}

function segmentsOf({ interpolationSegments: segments }: Document): Map<string, Document> {
  const all = Array.isArray(segments) ? segments.map(documentOf) : []
  return new Map(all.map((segment) => [`${String(segment['startFrame'])} ${String(segment['endFrame'])}`, segment]))
}
