/** Colours that are easy to tell apart and bright enough for a picture and for both colour schemes. */
const palette = [
  ...['#ffb000', '#4cc9f0', '#ff5d9e', '#80ed99', '#c4a5ff', '#ff8a5c', '#f4e04d', '#74a7ff'],
  ...['#e64a4a', '#2ec4a6', '#d977f2', '#b8e62e', '#ffc9a3', '#b5c7ff', '#c99a5b', '#f7a8d8'],
]

/**
 * Returns the colour of a name. It is the same everywhere unless it is `taken`; then it is the next free colour, if any
 * is free.
 */
export function hueOf(name: string, taken: ReadonlySet<string> = new Set()): string {
  let sum = 0
  for (let i = 0; i < name.length; i++) sum = (Math.imul(sum, 31) + name.charCodeAt(i)) >>> 0
  const free = palette.map((_one, i) => palette[(sum + i) % palette.length]!).find((colour) => !taken.has(colour))
  return free ?? palette[sum % palette.length]!
}
