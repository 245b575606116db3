export const colourNames = [
  'black',
  'grey',
  'white',
  'red',
  'brown',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'purple',
  'pink',
] as const

const hueNames = [
  { below: 15, name: 'red' },
  { below: 45, name: 'orange' },
  { below: 70, name: 'yellow' },
  { below: 165, name: 'green' },
  { below: 195, name: 'cyan' },
  { below: 255, name: 'blue' },
  { below: 290, name: 'purple' },
  { below: 345, name: 'pink' },
] as const

/** Returns the index in colourNames of the colour of a pixel (channels 0-255), by hue, saturation and value. */
export function colourIndex(red: number, green: number, blue: number): number {
  const value = Math.max(red, green, blue)
  const chroma = value - Math.min(red, green, blue)
  if (value < 40) return colourNames.indexOf('black')
  if (chroma < 0.15 * value) return colourNames.indexOf(value > 200 ? 'white' : 'grey')
  const sector =
    value === red
      ? ((green - blue) / chroma + 6) % 6
      : value === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  const name = hueNames.find((hue) => sector * 60 < hue.below)?.name ?? 'red'
  const isDim = value < 150 || chroma < 0.5 * value
  return colourNames.indexOf(isDim && name === 'orange' ? 'brown' : name)
}
