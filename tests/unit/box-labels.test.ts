import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeLabels } from '../../web/annotations/label-places.js'
import { TrackColours } from '../../web/annotations/track-colours.js'

const picture = { width: 600, height: 400 }
const label = (x: number, y: number, width: number, height: number, isNeeded = false) => ({
  ...{ box: { x, y, width, height }, width: 70, height: 16, lift: 0, isNeeded },
})
const placesOf = (...labels: ReturnType<typeof label>[]) => placeLabels(labels, picture).map(({ x, y }) => [x, y])

describe('the label of a box', () => {
  it('stands above it, or below or inside where another label or the edge of the picture is', () => {
    expect(placesOf(label(100, 100, 50, 60))).toEqual([[100, 84]])
    const places = placesOf(label(100, 100, 50, 60), label(110, 100, 50, 60), label(120, 100, 50, 60))
    expect(places).toEqual([
      [100, 84],
      [110, 160],
      [120, 100],
    ])
    expect(placesOf(label(100, 5, 50, 60))).toEqual([[100, 65]])
    expect(placesOf(label(590, 100, 50, 60))).toEqual([[530, 84]])
    // Magnified: the box is larger than the picture, or out of sight.
    expect(placesOf(label(-50, -50, 900, 900))).toEqual([[0, 0]])
    expect(placesOf(label(-90, 100, 50, 60), label(100, 500, 50, 60))).toEqual([])
  })

  it('is left out where no place is free, unless it is selected', () => {
    const crowd = Array.from({ length: 4 }, () => label(100, 100, 50, 60))
    expect(placesOf(...crowd)).toHaveLength(3)
    expect(placesOf(...crowd, label(100, 100, 50, 60, true))).toHaveLength(4)
  })

  it('covers no other label and lies within the picture', () => {
    const side = fc.integer({ min: -100, max: 600 })
    const size = fc.integer({ min: 2, max: 200 })
    const some = fc.array(fc.tuple(side, side, size, size), { maxLength: 40 })
    fc.assert(
      fc.property(some, (boxes) => {
        const placed = placeLabels(
          boxes.map(([x, y, width, height]) => label(x, y, width, height)),
          picture,
        )
        for (const [at, one] of placed.entries()) {
          expect(one.x >= 0 && one.x <= 530 && one.y >= 0 && one.y <= 384).toBe(true)
          for (const other of placed.slice(at + 1))
            expect(Math.abs(one.x - other.x) >= 70 || Math.abs(one.y - other.y) >= 16).toBe(true)
        }
      }),
    )
  })
})

describe('the colours of tracks', () => {
  const entry = (number: number, key: string, personaId: string | null) => ({ number, key, personaId })
  const tracks = [entry(1, 'person', 'a'), entry(2, 'person', 'b'), entry(3, 'car', 'a'), entry(4, 'car', null)]
  const seen = (by: TrackColours['by']) => {
    const colours = new TrackColours()
    colours.learn(tracks)
    colours.by = by
    return tracks.map((track) => colours.of(track, track.key === 'car' ? '#123456' : undefined))
  }

  it('are those of their types, of their personas, or their own', () => {
    const [person, other, ...cars] = seen('type')
    expect(other).toBe(person)
    expect(cars).toEqual(['#123456', '#123456'])
    const [one, two, three, four] = seen('persona')
    expect(three).toBe(one)
    expect(new Set([one, two, four]).size).toBe(3)
    expect(new Set(seen('track')).size).toBe(4)
  })
})
