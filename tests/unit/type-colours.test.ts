import { describe, expect, it } from 'vitest'
import { colourOf, inkOn, palette } from '../../web/lib/colours.js'

describe('the colour of a type', () => {
  it('is read from digits and from names of CSS; any other text is no colour', () => {
    const read = ['#FF8800', ' #f80 ', '#ff8800cc', '#f80c', 'DarkOrange', 'rebeccapurple'].map(colourOf)
    expect(read).toEqual(['#ff8800', '#ff8800', '#ff8800', '#ff8800', '#ff8c00', '#663399'])
    for (const none of ['', '#ff880', 'bright', 'rgb(1, 2, 3)', null, undefined]) expect(colourOf(none)).toBeUndefined()
  })

  it('has text with a contrast of at least 4.5, black on every colour of the palette', () => {
    const light = (colour: string) => {
      const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const contrast = (colour: string) => {
      const [one, other] = [light(colour), inkOn(colour) === '#000' ? 0 : 1]
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    }
    expect(palette.map(inkOn)).toEqual(palette.map(() => '#000'))
    const digits = Array.from({ length: 18 }, (_, i) => (i * 15).toString(16).padStart(2, '0'))
    const all = digits.flatMap((r) => digits.flatMap((g) => digits.map((b) => `#${r}${g}${b}`)))
    expect(Math.min(...all.map(contrast))).toBeGreaterThan(4.5)
  })
})
