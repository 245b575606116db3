/** The words for what an annotation names, and those of the server itself for where it comes from. */
export const annotationKinds = ['type', 'object']
export const annotationSources = ['manual', 'tracking', 'detection', 'interpolation', 'import']

/**
 * Returns the one of the known words that a text differs from only in capitals, or in how its parts are joined, as in
 * `EASE_IN` or `easeIn` for `ease-in`; any other text as it is.
 */
export function knownWord(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text
  const plain = bare(text)
  return words.find((word) => bare(word) === plain) ?? text
}

const bare = (text: string) => text.trim().replace(/[-_ ]/g, '').toLowerCase()
