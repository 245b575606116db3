/** A word of a text or a name, and the signs that touch it: `C++` is a C followed by signs. */
export interface Word {
  text: string
  /** The word in the form in which it is compared. */
  lower: string
  start: number
  end: number
  signsBefore: string
  signsBehind: string
}

/**
 * Returns a text without the differences that are ignored when names are compared: the case of letters, by full case
 * folding, in which ß is ss and all forms of sigma are equal, and the encoding of accents.
 */
export const folded = (text: string): string => {
  const lower = text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase()
  return lower.normalize('NFC').replaceAll('i\u0307', 'i').replaceAll('ς', 'σ')
}

/**
 * Signs that distinguish a name from the word, as in C++, C#, $100, A*; a leading dot does so at the start of a word:
 * .NET.
 */
const before = /(?:[\p{Sm}\p{Sc}#&*%§]+|(?<=^|\s)\.)$/u
const behind = /^[\p{Sm}\p{Sc}#&*%§]+/u
/** The maximum number of signs that are examined. */
const mostSigns = 8

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index: start }) => {
    const end = start + word.length
    const signsBefore = before.exec(text.slice(Math.max(0, start - mostSigns), start))?.[0] ?? ''
    const signsBehind = behind.exec(text.slice(end, end + mostSigns))?.[0] ?? ''
    return { text: word, lower: folded(word), start, end, signsBefore, signsBehind }
  })

/** Returns the key by which a name is found: its words, with the signs that touch them. */
export const keyOf = (words: readonly Word[]): string =>
  words.map(({ signsBefore, lower, signsBehind }) => `${signsBefore}${lower}${signsBehind}`).join(' ')

/** The characters allowed between two words of one name. */
const joint = /^(?:\s+|\s?[-‐]\s?|['’]|\.\s?)$/

const hasSigns = (text: string) => /[\p{Sm}\p{Sc}#&*%§]/u.test(text)
const withoutSpaces = (text: string) => text.replace(/\s+/g, '')

/**
 * Returns whether the characters between two words of a text join them to a name that has `wanted` between these words.
 */
export function joins(between: string, wanted: string): boolean {
  if (hasSigns(wanted)) return withoutSpaces(between) === withoutSpaces(wanted)
  // "St. Anna" has a dot and a space between its words.
  return joint.test(between) && (!between.includes('.') || wanted.length > 1)
}

/**
 * Returns whether the signs around a stretch of a text, from its first to its last word, match those around a name. A
 * name without signs does not match before ++ or #, or after a dot; any other sign does not belong to the word.
 */
export function hasSignsOf(name: readonly Word[], first: Word, last: Word): boolean {
  const [wantedBefore, wantedBehind] = [name[0]!.signsBefore, name.at(-1)!.signsBehind]
  const isBefore = wantedBefore ? first.signsBefore === wantedBefore : first.signsBefore !== '.'
  return isBefore && (wantedBehind ? last.signsBehind === wantedBehind : !/^[+#]/.test(last.signsBehind))
}

export const isWithSigns = (name: readonly Word[]): boolean => name[0]!.signsBefore + name.at(-1)!.signsBehind !== ''
