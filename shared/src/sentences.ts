/** A piece of a text: `text` is exactly source.slice(start, end); offsets count UTF-16 units. */
export interface Span {
  text: string
  start: number
  end: number
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const abbreviation =
  /(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|Gen|Col|Capt|Lt|Sgt|St|Jr|Sr|No|vs|approx|e\.g|i\.e|cf|[A-Z])\.\s*$/

/**
 * The length limit of a sentence: a text without full stops is cut at white space, which bounds the work on each piece.
 */
export const longestSentence = 1000

/**
 * Yields the sentences of a text in order, without surrounding white space. An abbreviation such as "Dr." does not end
 * a sentence.
 */
export function* sentencesOf(text: string): Generator<Span> {
  let start = -1
  for (const { segment, index } of segmentsOf(text)) {
    if (start < 0) start = index
    const end = index + segment.length
    if (end < text.length && end - start < longestSentence && abbreviation.test(segment)) continue
    yield* pieces(text, start, end)
    start = -1
  }
}

/**
 * Intl.Segmenter takes time proportional to the square of the length: 23 s for 400,000 characters, but 0.4 s in
 * windows.
 */
const windowLength = 5000

/**
 * Yields the segments of a text, found in a window at a time; the last segment of a window may be incomplete, so the
 * next window begins with it.
 */
function* segmentsOf(text: string): Generator<{ segment: string; index: number }> {
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + windowLength)
    const isLast = from + windowLength >= text.length
    let last: { segment: string; index: number } | undefined
    for (const { segment, index } of segmenter.segment(piece)) {
      if (last) yield last
      last = { segment, index: from + index }
    }
    if (!last) return
    if (isLast || last.index === from) {
      yield last
      from = last.index + last.segment.length
    } else from = last.index
  }
}

/** Cuts a sentence into pieces no longer than the limit. */
function* pieces(text: string, from: number, end: number): Generator<Span> {
  for (let start = from; start < end;) {
    const limit = Math.min(end, start + longestSentence)
    const space = limit < end ? text.slice(start, limit).search(/\s\S*$/) : -1
    const stop = space > 0 ? start + space : limit
    const span = trimmed(text, start, stop)
    if (span) yield span
    start = stop
  }
}

/** Returns the piece without white space at its ends; undefined if nothing is left. */
export function trimmed(source: string, start: number, end: number): Span | undefined {
  const piece = source.slice(start, end)
  const text = piece.trim()
  if (!text) return undefined
  const from = start + piece.indexOf(text)
  return { text, start: from, end: from + text.length }
}

/**
 * Finds the given sentences in the text, in order, each after the previous one; offsets are null for a sentence that is
 * not found.
 */
export function* locate(
  sentences: string[],
  text: string,
): Generator<{ text: string; start: number | null; end: number | null }> {
  let from = 0
  for (const sentence of sentences) {
    const wanted = sentence.trim()
    if (!wanted) {
      yield { text: '', start: null, end: null }
      continue
    }
    const start = text.indexOf(wanted, from)
    if (start >= 0) from = start + wanted.length
    yield start < 0 ? { text: wanted, start: null, end: null } : { text: wanted, start, end: start + wanted.length }
  }
}
