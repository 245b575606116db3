/** A sentence and its offsets in the text, end exclusive. */
export interface SentenceSpan {
  text: string
  /** Null for a sentence that does not occur in the text. */
  start: number | null
  end: number | null
}

/** `char_*` are UTF-16 offsets into the text, end exclusive. */
export interface QuotePlace {
  sentence_index: number | null
  char_start: number | null
  char_end: number | null
}

/**
 * Finds a quote in a text: in the sentence numbered `hint` (from 0) if it occurs there, else its first occurrence in
 * the text. Case and the kind of white space are ignored. If the quote does not occur, the offsets are null, and the
 * sentence is the hint if that sentence exists.
 */
export function findQuote(quote: string, hint: number, text: string, sentences: SentenceSpan[]): QuotePlace {
  const pattern = patternOf(quote)
  const hinted = sentences[hint]
  const inHinted =
    pattern && hinted?.start != null && hinted.end != null ? search(pattern, text, hinted.start, hinted.end) : null
  const place = inHinted ?? (pattern ? search(pattern, text, 0, text.length) : null)
  if (!place) return { sentence_index: hinted ? hint : null, char_start: null, char_end: null }
  const holding = sentences.findIndex(
    ({ start, end }) => start !== null && end !== null && start <= place.start && place.start < end,
  )
  return { sentence_index: holding >= 0 ? holding : hinted ? hint : null, char_start: place.start, char_end: place.end }
}

function search(pattern: RegExp, text: string, from: number, to: number): { start: number; end: number } | null {
  const match = pattern.exec(text.slice(from, to))
  return match ? { start: from + match.index, end: from + match.index + match[0].length } : null
}

function patternOf(quote: string): RegExp | null {
  const words = quote
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return words.length > 0 ? new RegExp(words.join('\\s+'), 'iu') : null
}
