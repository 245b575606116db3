/** The kinds of targets that an annotation names, and the server's own words for its origin. */
export const annotationKinds = ['type', 'object']
export const annotationSources = ['manual', 'tracking', 'detection', 'interpolation', 'import']

/**
 * Returns the known word from which a text differs only in capitals or in the joining of its parts, as `EASE_IN` or
 * `easeIn` from `ease-in`; any other text unchanged.
 */
export function knownWord(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text
  const plain = bare(text)
  return words.find((word) => bare(word) === plain) ?? text
}

const bare = (text: string) => text.trim().replace(/[-_ ]/g, '').toLowerCase()
