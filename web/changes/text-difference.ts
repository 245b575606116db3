/** A piece of a text in two versions. */
export interface Piece {
  text: string
  in: 'both' | 'before' | 'after'
}

/** The most pairs of words that are compared; beyond it, all between the common beginning and end is one change. */
const mostPairs = 1_000_000
/** The characters of an unchanged piece that are shown beside each change. */
const around = 60

/** Returns the words that two texts share and those of one only; of unchanged pieces, what is beside the changes. */
export function textDifference(before: string, after: string): Piece[] {
  const [was, is] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < was.length && was[start] === is[start]) start += 1
  let end = 0
  while (end < Math.min(was.length, is.length) - start && was.at(-1 - end) === is.at(-1 - end)) end += 1
  const pieces: Piece[] = []
  const add = (where: Piece['in'], text: string) => {
    const last = pieces.at(-1)
    if (last?.in === where) last.text += text
    else if (text) pieces.push({ in: where, text })
  }
  add('both', was.slice(0, start).join(''))
  compare(was.slice(start, was.length - end), is.slice(start, is.length - end), add)
  add('both', was.slice(was.length - end).join(''))
  return pieces.map((piece, at) => (piece.in === 'both' ? shortened(piece, at === 0, at === pieces.length - 1) : piece))
}

/** Returns the words, the blanks and the single other characters of a text. */
const wordsOf = (text: string): readonly string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []

/** Gives the pieces of two lists of words in order, by their longest common subsequence. */
function compare(was: readonly string[], is: readonly string[], add: (where: Piece['in'], text: string) => void): void {
  if (was.length * is.length > mostPairs) {
    add('before', was.join(''))
    add('after', is.join(''))
    return
  }
  const width = is.length + 1
  const longest = new Uint32Array((was.length + 1) * width)
  for (let i = was.length - 1; i >= 0; i -= 1)
    for (let j = is.length - 1; j >= 0; j -= 1)
      longest[i * width + j] =
        was[i] === is[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
  let [i, j] = [0, 0]
  while (i < was.length || j < is.length) {
    if (i < was.length && j < is.length && was[i] === is[j]) {
      add('both', was[i]!)
      i += 1
      j += 1
    } else if (j === is.length || (i < was.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!)) {
      add('before', was[i]!)
      i += 1
    } else {
      add('after', is[j]!)
      j += 1
    }
  }
}

/** Leaves out the middle of an unchanged piece, or its outer part at the beginning and the end of the text. */
function shortened({ text, in: where }: Piece, isFirst: boolean, isLast: boolean): Piece {
  const head = isFirst ? '' : text.slice(0, around)
  const tail = isLast ? '' : text.slice(-around)
  return text.length <= head.length + tail.length + 3 ? { text, in: where } : { text: `${head} … ${tail}`, in: where }
}
