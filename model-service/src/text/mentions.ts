/**
 * Returns a function that counts how many of the names occur in a text, as whole words, in any case, in singular or
 * plural.
 */
export function mentionCounter(names: string[]): (text: string) => number {
  const wanted = [...new Set(names.map(normalised).filter((name) => name !== '  '))]
  return (text) => {
    const words = normalised(text)
    return wanted.reduce((count, name) => (words.includes(name) ? count + 1 : count), 0)
  }
}

/** Returns lower-case words with one space around each; a plural s is dropped. */
function normalised(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.map((word) => word.replace(/(?<=\p{L}{2}[^su])s$/u, '')).join(' ')} `
}
