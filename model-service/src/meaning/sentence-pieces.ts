/** The number of ids at the start of the vocabulary that are control symbols and not pieces of text. */
const reserved = 6
const unknown = 0
/** The symbol by which the vocabulary marks a word boundary. */
const space = '▁'
/** Longer texts are cut: the rest would not change the meaning of a sentence. */
const mostCharacters = 2000

/**
 * Splits texts into the most probable sequence of pieces of a vocabulary (Viterbi over a unigram model, as
 * SentencePiece does).
 */
export class SentencePieces {
  private readonly ids: Map<string, number>
  private readonly longest: number

  /** Takes the pieces with their log probabilities; a piece's position is its id. */
  constructor(private readonly vocabulary: readonly (readonly [piece: string, score: number])[]) {
    this.ids = new Map(vocabulary.flatMap(([piece], id) => (id < reserved ? [] : [[piece, id] as const])))
    this.longest = Math.max(...vocabulary.map(([piece]) => piece.length))
  }

  /**
   * Returns the ids of the pieces of a text, at least one. Adjacent characters outside of all pieces become one unknown
   * id.
   */
  encode(text: string): number[] {
    const line = text.normalize('NFKC').trim().slice(0, mostCharacters)
    const symbols = [...(space + line.replace(/\s+/g, space))]
    const best: ({ score: number; from: number; id: number } | undefined)[] = [{ score: 0, from: 0, id: unknown }]
    for (let end = 1; end <= symbols.length; end++) {
      for (let from = Math.max(0, end - this.longest); from < end; from++) {
        const before = best[from]
        if (!before) continue
        const id = this.ids.get(symbols.slice(from, end).join(''))
        const score = id !== undefined ? this.vocabulary[id]![1] : end - from === 1 ? -20 : undefined
        if (score === undefined) continue
        const sum = before.score + score
        const bestSoFar = best[end]
        if (!bestSoFar || sum > bestSoFar.score) best[end] = { score: sum, from, id: id ?? unknown }
      }
    }
    const ids: number[] = []
    for (let at = symbols.length; at > 0; at = best[at]!.from) ids.push(best[at]!.id)
    const inOrder = ids.reverse()
    return inOrder.filter((id, at) => id !== unknown || inOrder[at - 1] !== unknown)
  }
}
