import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSequence } from '../../src/annotations/sequences/interpolate.js'
import { boxAt, boxesBetween, interpolatedBoxes, measureSequence } from '../../src/annotations/sequences/sequence.js'
import type { Box, StoredBox } from '../../src/annotations/sequences/sequence.js'
import { sequenceProblems } from '../../src/annotations/sequences/sequence-check.js'
import { growthOverFour, linear } from '../support/pace.js'

const box = (frameNumber: number, x: number, more: Record<string, unknown> = {}): StoredBox => ({
  frameNumber,
  x,
  y: 0,
  width: 10,
  height: 10,
  ...more,
})
const list = (frames: unknown, includeInvisible = false): (Box | StoredBox)[] => [
  ...interpolatedBoxes(frames, { includeInvisible }),
]
const numbers = (boxes: (Box | StoredBox)[]) => boxes.map((b) => b.frameNumber)
const key = { isKeyframe: true, visible: true }
const other = { isKeyframe: false }

/**
 * Generates sequences of the extended form, with tracker boxes inside and outside the keyframes. They are valid, except
 * that their ranges may overlap.
 */
const sequences = fc.record({
  interpolationMode: fc.constantFrom(
    'linear',
    'ease-in',
    'ease-out',
    'ease-in-out',
    'step',
    'bezier',
    'nonsense',
    undefined,
  ),
  boxes: fc
    .uniqueArray(
      fc.record({
        frameNumber: fc.integer({ min: 0, max: 60 }),
        x: fc.integer({ min: -100, max: 100 }),
        y: fc.integer({ min: -100, max: 100 }),
        width: fc.integer({ min: 1, max: 50 }),
        height: fc.integer({ min: 1, max: 50 }),
        isKeyframe: fc.constantFrom(true, true, false, undefined),
        visible: fc.constantFrom(true, true, false, undefined),
      }),
      { selector: (b) => b.frameNumber, maxLength: 12 },
    )
    .map((boxes) => boxes.sort((a, b) => a.frameNumber - b.frameNumber)),
  visibilityRanges: fc.array(
    fc.record({
      startFrame: fc.integer({ min: -5, max: 65 }),
      endFrame: fc.integer({ min: -5, max: 65 }),
      visible: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  interpolationSegments: fc.array(
    fc.record({
      startFrame: fc.integer({ min: 0, max: 60 }),
      endFrame: fc.integer({ min: 0, max: 60 }),
      type: fc.constantFrom('linear', 'ease-in', 'hold', 'bezier', 'parametric'),
    }),
    { maxLength: 3 },
  ),
})

type ShownOrNot = {
  boxes: { frameNumber: number; isKeyframe?: unknown; visible?: unknown }[]
  visibilityRanges: { startFrame: number; endFrame: number; visible: boolean }[]
}

/** A literal implementation of rule IP-12. */
function isHidden(s: ShownOrNot, frame: number): boolean {
  const ranges = s.visibilityRanges.filter((r) => r.startFrame <= r.endFrame)
  if (ranges.length > 0) return ranges.find((r) => r.startFrame <= frame && frame <= r.endFrame)?.visible === false
  return s.boxes.filter((b) => b.isKeyframe !== false && b.frameNumber <= frame).at(-1)?.visible === false
}

describe('the boxes of an export with interpolation', () => {
  it('are the keyframes as stored and computed boxes between them (IP-14)', () => {
    const frames = { boxes: [box(0, 0, { ...key, note: 'a', confidence: 1 }), box(2, 20, { confidence: 0.5 })] }
    expect(list(frames)).toEqual([
      frames.boxes[0],
      { frameNumber: 1, x: 10, y: 0, width: 10, height: 10, isKeyframe: false, visible: true, confidence: 0.75 },
      frames.boxes[1],
    ])
  })

  it('have a confidence only where both keyframes have one (IP-14)', () => {
    expect(list({ boxes: [box(0, 0, { confidence: 1 }), box(2, 20)] })[1]).not.toHaveProperty('confidence')
  })

  it('are stored ones where a tracker stored some, also outside the keyframes (IP-10, IP-11)', () => {
    const tracked = [box(1, 99, other), box(4, 77, other), box(9, 55, other)]
    const boxes = [tracked[0], box(3, 0), tracked[1], box(6, 30), tracked[2]]
    expect(list({ boxes })).toEqual([
      tracked[0],
      box(3, 0),
      tracked[1],
      { frameNumber: 5, x: 20, y: 0, width: 10, height: 10, isKeyframe: false, visible: true },
      box(6, 30),
      tracked[2],
    ])
  })

  it('are the keyframe where a keyframe and another box share a frame', () => {
    const frames = { boxes: [box(0, 1, other), box(0, 2), box(1, 3), box(1, 4, other)] }
    expect(list(frames)).toEqual([box(0, 2), box(1, 3)])
    expect(measureSequence(frames)).toMatchObject({ keyframeCount: 2, interpolatedCount: 0, boxCount: 4 })
  })

  it('leave out a gap that an invisible keyframe opens, but never keyframes (IP-12, IP-13)', () => {
    const boxes = [box(0, 0), box(2, 0, { visible: false }), box(4, 0, { visible: false }), box(6, 0), box(8, 0)]
    expect(numbers(list({ boxes }))).toEqual([0, 1, 2, 4, 6, 7, 8])
    expect(list({ boxes }, true).map((b) => [b.frameNumber, b.visible])).toEqual([
      [0, undefined],
      [1, true],
      [2, false],
      [3, false],
      [4, false],
      [5, false],
      [6, undefined],
      [7, true],
      [8, undefined],
    ])
  })

  it('follow visibility ranges rather than keyframes where there are any (IP-12)', () => {
    const boxes = [box(0, 0, { visible: false }), box(9, 0)]
    const visibilityRanges = [
      { startFrame: 3, endFrame: 3, visible: true },
      { startFrame: 2, endFrame: 5, visible: false },
    ]
    expect(numbers(list({ boxes, visibilityRanges }))).toEqual([0, 1, 3, 6, 7, 8, 9])
  })

  it('are visible in a range that does not say', () => {
    const visibilityRanges = [
      { startFrame: 0, endFrame: 2 },
      { startFrame: 0, endFrame: 9, visible: false },
    ]
    expect(numbers(list({ boxes: [box(0, 0), box(5, 0)], visibilityRanges }))).toEqual([0, 1, 2, 5])
  })

  it('pass a gap of a billion frames at once', () => {
    const frames = { boxes: [box(0, 0, { visible: false }), box(1e9, 0)] }
    expect(numbers(list(frames))).toEqual([0, 1e9])
    expect(measureSequence(frames)).toMatchObject({ interpolatedCount: 0, lastFrame: 1e9 })
    expect(measureSequence({ boxes: [box(0, 0), box(1e9, 0)] }).interpolatedCount).toBe(1e9 - 1)
  })

  it('are in frame order, one a frame, with every keyframe in its stored form', () => {
    fc.assert(
      fc.property(sequences, fc.boolean(), (frames, all) => {
        const boxes = list(frames, all)
        expect(numbers(boxes).every((n, i, ns) => i === 0 || n > (ns[i - 1] ?? n))).toBe(true)
        const keyframes = frames.boxes.filter((b) => b.isKeyframe !== false)
        expect(boxes.filter((b) => b.isKeyframe !== false)).toEqual(keyframes)
        expect(compileSequence(frames).keyframes).toEqual(keyframes)
      }),
    )
  })

  it('are hidden exactly on the frames of gaps (IP-12 read word by word)', () => {
    fc.assert(
      fc.property(sequences, (frames) => {
        const emitted = new Set(numbers(list(frames)))
        const keyframes = frames.boxes.filter((b) => b.isKeyframe !== false).map((b) => b.frameNumber)
        for (let frame = 0; frame <= 60; frame += 1) {
          const stored = frames.boxes.find((b) => b.frameNumber === frame)
          const exists =
            stored !== undefined || (frame > (keyframes[0] ?? Infinity) && frame < (keyframes.at(-1) ?? -1))
          const shown = !isHidden(frames, frame) && stored?.visible !== false
          expect(emitted.has(frame), `frame ${frame}`).toBe(keyframes.includes(frame) || (exists && shown))
        }
      }),
    )
  })

  it('are as many as the counters say (IP-15)', () => {
    fc.assert(
      fc.property(sequences, (frames) => {
        const boxes = list(frames)
        const { keyframeCount, interpolatedCount, boxCount, firstFrame, lastFrame } = measureSequence(frames)
        expect(keyframeCount + interpolatedCount).toBe(boxes.length)
        expect(boxes.filter((b) => b.isKeyframe === false)).toHaveLength(interpolatedCount)
        expect([boxCount, firstFrame, lastFrame]).toEqual([
          frames.boxes.length,
          frames.boxes[0]?.frameNumber ?? null,
          frames.boxes.at(-1)?.frameNumber ?? null,
        ])
      }),
      { numRuns: 300 },
    )
  })

  it('stay between their keyframes in every mode of the documents', () => {
    fc.assert(
      fc.property(sequences, (frames) => {
        const { keyframes } = compileSequence(frames)
        for (const b of list({ ...frames, interpolationSegments: [] }).filter(
          (one) => !frames.boxes.some((s) => s.frameNumber === one.frameNumber),
        )) {
          const next = keyframes.findIndex((k) => k.frameNumber > b.frameNumber)
          for (const name of ['x', 'y', 'width', 'height'] as const) {
            const ends = [keyframes[next - 1]?.[name] ?? Number.NaN, keyframes[next]?.[name] ?? Number.NaN]
            expect(b[name]).toBeGreaterThanOrEqual(Math.min(...ends) - 1e-9)
            expect(b[name]).toBeLessThanOrEqual(Math.max(...ends) + 1e-9)
          }
        }
      }),
    )
  })
})

describe('boxAt and boxesBetween', () => {
  it('answer frame by frame what an export with gaps lists', () => {
    fc.assert(
      fc.property(sequences, (frames) => {
        const listed = new Map(list(frames, true).map((b) => [b.frameNumber, b]))
        for (let frame = -1; frame <= 61; frame += 1) {
          const one = boxAt(frames, frame)
          const same = listed.get(frame)
          expect(one && [one.x, one.y, one.width, one.height]).toEqual(
            same ? [same.x, same.y, same.width, same.height] : null,
          )
          if (one) expect(one.isKeyframe).toBe(same?.isKeyframe !== false)
          if (one) expect(one.visible).toBe(!isHidden(frames, frame) && (one.isKeyframe || same?.visible !== false))
        }
        expect(boxesBetween(frames, -5, 70).map((b) => b.frameNumber)).toEqual([...listed.keys()])
      }),
      { numRuns: 50 },
    )
  })

  it('step over frames, beginning at from', () => {
    const frames = { boxes: [box(10, 0), box(20, 10)] }
    expect(numbers(boxesBetween(frames, 1, 19, 4))).toEqual([13, 17])
    expect(numbers(boxesBetween(frames, 12, 1e12, 5))).toEqual([12, 17])
    expect(boxesBetween(frames, 15, 12)).toEqual([])
    expect(boxesBetween(frames, 0, 30, 0)).toEqual([])
    expect(boxAt(frames, 12.5)).toBeNull()
  })
})

describe('stored documents that are no sequences', () => {
  it.each([
    null,
    undefined,
    7,
    'text',
    [],
    {},
    { boxes: null },
    { boxes: 'x' },
    { boxes: [null, 3, [], {}, { frameNumber: 'a' }, { frameNumber: 1e300, x: 0, y: 0, width: 1, height: 1 }] },
  ])('are read as empty: %j', (frames) => {
    expect(measureSequence(frames)).toMatchObject({
      keyframeCount: 0,
      interpolatedCount: 0,
      firstFrame: null,
      lastFrame: null,
      trackId: null,
    })
    expect([boxAt(frames, 0), boxesBetween(frames, 0, 10), list(frames)]).toEqual([null, [], []])
  })

  it('never make a reader throw, and their counters still agree', () => {
    const junk = fc.oneof(
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom(null, Infinity, Number.NaN, 'x', {}, [], true, false, 1.5),
    )
    const junkBox = fc.record({
      frameNumber: junk,
      x: fc.integer(),
      y: fc.integer(),
      width: junk,
      height: fc.integer(),
      isKeyframe: junk,
      visible: junk,
    })
    const junkRange = fc.record({
      startFrame: junk,
      endFrame: junk,
      visible: junk,
      type: junk,
      controlPoints: junk,
      function: junk,
    })
    fc.assert(
      fc.property(
        fc.array(fc.oneof(junkBox, junk)),
        fc.array(fc.oneof(junkRange, junk)),
        junk,
        (boxes, ranges, mode) => {
          const frames = { boxes, visibilityRanges: ranges, interpolationSegments: ranges, interpolationMode: mode }
          const { keyframeCount, interpolatedCount } = measureSequence(frames)
          expect(list(frames)).toHaveLength(keyframeCount + interpolatedCount)
          expect(boxesBetween(frames, -20, 20)).toEqual(expect.any(Array))
          expect(() => sequenceProblems(frames)).not.toThrow()
        },
      ),
      { numRuns: 300 },
    )
  })

  it('tell whether there is a list of boxes, and the track as text', () => {
    expect(measureSequence({ boxes: [], trackId: 12 })).toMatchObject({ hasBoxes: true, trackId: '12', boxCount: 0 })
    expect(measureSequence({}).hasBoxes).toBe(false)
  })
})

describe('speed', () => {
  it('computes a million boxes and measures ten thousand segments in well under two seconds', () => {
    const keyframes = Array.from({ length: 10_001 }, (_, i) => box(i * 100, i % 7))
    const interpolationSegments = Array.from({ length: 10_000 }, (_, i) => ({
      startFrame: i * 100,
      endFrame: i * 100 + 100,
      type: 'bezier',
      controlPoints: [
        { x: 0.3, y: 0 },
        { x: 0.6, y: 1 },
      ],
    }))
    const countOf = (segments: number) => {
      let count = 0
      const boxes = keyframes.slice(0, segments + 1)
      for (const b of interpolatedBoxes({ boxes, interpolationSegments: interpolationSegments.slice(0, segments) }))
        count += b.isKeyframe === false ? 1 : 0
      return count
    }
    expect(countOf(10_000)).toBe(measureSequence({ boxes: keyframes, interpolationSegments }).interpolatedCount)
    expect(growthOverFour(countOf, 2_500)).toBeLessThan(linear)
  })
})
