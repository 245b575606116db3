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

  it('differs from every other colour of the palette, and most from those next to it', () => {
    const rows = [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ] as const
    /** A colour in OKLab, where equal distances look equally different. */
    const oklab = (colour: string) => {
      const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
      const [r = 0, g = 0, b = 0] = parts.map((part) =>
        part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
      )
      const [l = 0, m = 0, s = 0] = rows.map(([x, y, z]) => Math.cbrt(x * r + y * g + z * b))
      return [
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
      ]
    }
    const apart = (a: string, b: string) => Math.hypot(...oklab(a).map((value, at) => value - oklab(b)[at]!))
    const pairs = palette.flatMap((one, at) =>
      palette.slice(at + 1).map((other, away) => ({ distance: apart(one, other), away })),
    )
    expect(Math.min(...pairs.map(({ distance }) => distance))).toBeGreaterThan(0.1)
    expect(Math.min(...pairs.filter(({ away }) => away < 4).map(({ distance }) => distance))).toBeGreaterThan(0.13)
  })
})
