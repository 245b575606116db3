import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentMotion } from '../../src/annotations/sequences/easing.js'
import { firstCover } from '../../src/annotations/sequences/first-cover.js'
import { boxAt } from '../../src/annotations/sequences/sequence.js'

type Vector = {
  name: string
  settings: Record<string, unknown>
  keyframes: number[][]
  frame: number
  expected: number[] | null
}

const vectors = readFileSync(new URL('../../docs/interpolation.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => /^\| [^|]+ \| `\{.*`[^|]*\|/.test(line))
  .map((line): Vector => {
    const [name = '', settings = '', keyframes = '', frame = '', expected = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim().replace(/`/g, ''))
    return {
      name,
      settings: JSON.parse(settings) as Vector['settings'],
      keyframes: JSON.parse(keyframes) as number[][],
      frame: Number(frame),
      expected: JSON.parse(expected) as number[] | null,
    }
  })

describe('the table in docs/interpolation.md (IP-01 to IP-08, IP-16)', () => {
  it('has a row for every mode', () => {
    expect(vectors.length).toBeGreaterThan(25)
  })

  it.each(vectors)('$name, frame $frame', ({ settings, keyframes, frame, expected }) => {
    const boxes = keyframes.map(([frameNumber, x, y, width, height]) => ({ frameNumber, x, y, width, height }))
    const box = boxAt({ ...settings, boxes }, frame)
    if (expected === null || box === null) {
      expect(box).toBe(expected)
      return
    }
    const isBezier = JSON.stringify(settings).includes('bezier')
    ;[box.x, box.y, box.width, box.height].forEach((value, i) => {
      const span = Math.abs((keyframes.at(-1)?.[i + 1] ?? 0) - (keyframes[0]?.[i + 1] ?? 0))
      expect(Math.abs(value - (expected[i] ?? Number.NaN)), `value ${i}`).toBeLessThanOrEqual(
        isBezier ? 2e-4 * span + 1e-6 : 1e-6,
      )
    })
  })
})

describe('easings', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })

  it.each(['linear', 'ease-in', 'ease-out', 'ease-in-out', 'step', 'hold'])(
    '%s never runs backwards and stays within its ends',
    (type) => {
      const { ease } = segmentMotion(type, undefined, undefined)
      fc.assert(
        fc.property(share, share, (a, b) => {
          const [early, late] = a < b ? [a, b] : [b, a]
          const [from, to] = [ease?.(early) ?? Number.NaN, ease?.(late) ?? Number.NaN]
          expect(from).toBeLessThanOrEqual(to + 1e-12)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(to).toBeLessThanOrEqual(1 + 1e-12)
        }),
      )
    },
  )

  it('a bezier with control points in the unit square solves its x to 0.0001 and stays within its ends', () => {
    fc.assert(
      fc.property(share, share, share, share, share, (x1, y1, x2, y2, t) => {
        const bezier = (y1: number, y2: number) =>
          segmentMotion(
            'bezier',
            [
              { x: x1, y: y1 },
              { x: x2, y: y2 },
            ],
            undefined,
          ).ease?.(t) ?? NaN
        const solved = bezier(x1, x2)
        expect(Math.abs(solved - t)).toBeLessThanOrEqual(1.01e-4)
        const eased = bezier(y1, y2)
        expect(eased).toBeGreaterThanOrEqual(-1e-9)
        expect(eased).toBeLessThanOrEqual(1 + 1e-9)
      }),
      { numRuns: 500 },
    )
  })

  it('is not confused by names of the prototype', () => {
    expect(segmentMotion('constructor', undefined, undefined).ease?.(0.25)).toBe(0.25)
    expect(segmentMotion('__proto__', undefined, undefined).ease?.(0.25)).toBe(0.25)
  })
})

describe('firstCover', () => {
  it('agrees with asking every range in turn', () => {
    const range = fc.record({ from: fc.integer({ min: -3, max: 25 }), to: fc.integer({ min: -3, max: 25 }) })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.array(range, { maxLength: 12 }), (cells, ranges) => {
        const naive = Array.from({ length: cells }, (_, cell) =>
          ranges.findIndex((r) => r.from <= cell && cell <= r.to),
        )
        expect([...firstCover(cells, ranges)]).toEqual(naive)
      }),
    )
  })
})
