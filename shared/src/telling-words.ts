/** A word of a text, and whether it can be told from its capital that it is a name. */
export interface WrittenWord {
  /** As it is written. */
  text: string
  lower: string
  /** Whether it begins with a capital inside the text. */
  isName: boolean
}

/** Returns the words of a text, in their order; an apostrophe inside a word belongs to it. */
export function wordsOf(text: string): WrittenWord[] {
  const words = text.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []
  return words.map((word, at) => ({
    text: word,
    lower: word.toLowerCase(),
    isName: at > 0 && word[0] !== word[0]!.toLowerCase(),
  }))
}

const negations = new Set(
  'not no never none nobody nothing neither nor without cannot hardly scarcely barely'.split(' '),
)

/** Returns whether a word in lower case negates, such as `never` or `isn't`. */
export const isNegation = (lower: string): boolean => negations.has(lower) || /n['’]t$/.test(lower)

/** Returns whether two texts say different things if one of them lacks this word: a number, a name or a negation. */
export const tellsApart = ({ lower, isName }: WrittenWord): boolean =>
  isName || /\p{N}/u.test(lower) || isNegation(lower)
