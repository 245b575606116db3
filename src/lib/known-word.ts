/** The kinds of targets of annotations, and the server's words for the origin of an annotation. */
export const annotationKinds = ['type', 'object']
export const annotationSources = ['manual', 'tracking', 'detection', 'interpolation', 'import']

/**
 * Returns the word from which a text differs only by case, spaces, hyphens or underscores, such as `ease-in` for
 * `EASE_IN` or `easeIn`; any other text unchanged.
 */
export function knownWord(text: string, words: readonly string[]): string {
  if (words.includes(text)) return text
  const plain = bare(text)
  return words.find((word) => bare(word) === plain) ?? text
}

const bare = (text: string) => text.trim().replace(/[-_ ]/g, '').toLowerCase()
