import { cssColours } from './css-colours.js'

/**
 * Colours that are easy to tell apart and bright enough for a picture and for both colour schemes. Those that stand
 * close to each other here differ most.
 */
export const palette = [
  ...['#ffb000', '#cc00ff', '#4cc9f0', '#00ff00', '#668800', '#e64a4a', '#ffc9a3', '#ff66ff'],
  ...['#0088ff', '#2ec4a6', '#aa66aa', '#00cc00', '#f4e04d', '#c4a5ff', '#ff5d9e', '#80ed99'],
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

/**
 * Returns the colour that a text means, as `#rrggbb`; undefined if it means none. Types may contain any text as their
 * colour: hexadecimal digits with or without an opacity, or a name of CSS.
 */
export function colourOf(text: string | null | undefined): string | undefined {
  const word = (text ?? '').trim().toLowerCase()
  if (/^#([\da-f]{6}|[\da-f]{8})$/.test(word)) return word.slice(0, 7)
  if (/^#([\da-f]{3}|[\da-f]{4})$/.test(word)) return `#${[...word.slice(1, 4)].map((digit) => digit + digit).join('')}`
  return cssColours.get(word)
}

/** Returns black or white for text on a colour, whichever has the higher contrast; it is at least 4.5. */
export function inkOn(colour: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(parseInt(colour.slice(at, at + 2), 16) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000' : '#fff'
}

/** Returns the light of a channel of sRGB, as WCAG defines relative luminance. */
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
