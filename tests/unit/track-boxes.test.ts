import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seenSpans, trackBoxes } from '../../src/annotations/sequences/track-boxes.js'
import { boxAt } from '../../src/annotations/sequences/sequence.js'

const place = { x: 1, y: 2, width: 3, height: 4 }
const box = fc.record({ frameNumber: fc.nat(40), isKeyframe: fc.boolean(), visible: fc.boolean() })
const range = fc.record({ startFrame: fc.nat(45), endFrame: fc.nat(45), visible: fc.boolean() })
const sequence = fc.record({
  boxes: fc
    .uniqueArray(box, { selector: ({ frameNumber }) => frameNumber, maxLength: 12 })
    .map((boxes) => boxes.map((one) => ({ ...one, ...place })).sort((a, b) => a.frameNumber - b.frameNumber)),
  visibilityRanges: fc.array(range, { maxLength: 3 }),
})

/** The frames on which the object is seen, asked one by one. */
const seenFrames = (frames: unknown) =>
  Array.from({ length: 60 }, (_none, frame) => frame).filter((frame) => boxAt(frames, frame)?.visible)

describe('the boxes of a track', () => {
  it('are seen on the frames on which a box is answered as visible, and so are its spans', () => {
    fc.assert(
      fc.property(sequence, (frames) => {
        const seen = seenFrames(frames)
        const boxes = [...trackBoxes(frames)].filter(({ isSeen }) => isSeen).map(({ box }) => box.frameNumber)
        expect(boxes).toEqual(seen)
        const spans = seenSpans(frames)
        expect(spans.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_none, i) => from + i))).toEqual(
          seen,
        )
        // Spans that touch are one.
        for (const [i, [from]] of spans.entries()) expect(from).toBeGreaterThan((spans[i - 1]?.[1] ?? -Infinity) + 1)
      }),
      { numRuns: 2000 },
    )
  })
})
