import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sequenceFaults, sequenceProblems } from '../../src/annotations/sequences/sequence-check.js'

const box = (frameNumber: unknown, more: Record<string, unknown> = {}) => ({
  frameNumber,
  x: 1,
  y: 2,
  width: 3,
  height: 4,
  ...more,
})
const keyed = [box(0), box(10), box(20)]
const segment = (startFrame: number, endFrame: number) => ({ startFrame, endFrame, type: 'linear' })

describe('what is wrong with a sequence (X-04)', () => {
  it.each<[string, unknown, string[]]>([
    ['no boxes', {}, ['Sequence must have at least one keyframe']],
    ['an empty list', { boxes: [] }, ['Sequence must have at least one keyframe']],
    ['only computed boxes', { boxes: [box(3, { isKeyframe: false })] }, ['Sequence must have at least one keyframe']],
    ['frames out of order', { boxes: [box(5), box(3), box(1)] }, ['Frame numbers must be in ascending order']],
    ['two keyframes on a frame', { boxes: [box(5), box(5)] }, ['Two keyframes at frame 5']],
    [
      'a keyframe and another box on a frame',
      { boxes: [box(5), box(5, { isKeyframe: false })] },
      ['Frame numbers must be in ascending order'],
    ],
    [
      'a keyframe repeated later',
      { boxes: [box(5), box(9), box(5)] },
      ['Two keyframes at frame 5', 'Frame numbers must be in ascending order'],
    ],
    ['a negative frame', { boxes: [box(-2)] }, ['Frame number -2 is negative']],
    ['half a frame', { boxes: [box(1.5)] }, ['Frame number 1.5 is not an integer']],
    ['no width', { boxes: [box(0, { width: 0 })] }, ['Box at frame 0 has a non-positive size']],
    ['a negative height', { boxes: [box(7, { height: -1 })] }, ['Box at frame 7 has a non-positive size']],
    ['an infinite x', { boxes: [box(7, { x: Infinity })] }, ['Box at frame 7 has a non-finite position']],
    [
      'a segment before the keyframes',
      { boxes: [box(5), box(9)], interpolationSegments: [segment(4, 9)] },
      ['Interpolation segment 4-9 lies outside the keyframes'],
    ],
    [
      'a segment after the keyframes',
      { boxes: keyed, interpolationSegments: [segment(10, 21)] },
      ['Interpolation segment 10-21 lies outside the keyframes'],
    ],
    [
      'overlapping segments',
      { boxes: keyed, interpolationSegments: [segment(9, 20), segment(0, 10)] },
      ['Interpolation segments overlap at frame 9'],
    ],
    [
      'overlapping ranges',
      { boxes: keyed, visibilityRanges: [segment(0, 10), segment(5, 20)] },
      ['Visibility ranges overlap at frame 5'],
    ],
    [
      'ranges that share a frame',
      { boxes: keyed, visibilityRanges: [segment(0, 10), segment(10, 20)] },
      ['Visibility ranges overlap at frame 10'],
    ],
    ['text', 'boxes', ['frames must be an object']],
    ['a list', [], ['frames must be an object']],
    ['boxes of another kind', { boxes: {} }, ['boxes must be an array']],
    ['a box of another kind', { boxes: [box(0), null] }, ['boxes.1 must be an object']],
    [
      'numbers as text',
      { boxes: [box('0', { width: '3' })] },
      ['boxes.0.frameNumber must be a number', 'boxes.0.width must be a number'],
    ],
    ['a missing y', { boxes: [{ frameNumber: 0, x: 0, width: 1, height: 1 }] }, ['boxes.0.y must be a number']],
    ['a flag as text', { boxes: [box(0, { isKeyframe: 'yes' })] }, ['boxes.0.isKeyframe must be a boolean']],
    [
      'segments of another kind',
      { boxes: keyed, interpolationSegments: 'linear' },
      ['interpolationSegments must be an array'],
    ],
    [
      'a segment without end',
      { boxes: keyed, interpolationSegments: [{ startFrame: 0 }] },
      ['interpolationSegments.0.endFrame must be a number'],
    ],
  ])('finds %s', (_name, frames, problems) => {
    expect(sequenceProblems(frames)).toEqual(problems)
  })

  it.each<[string, unknown]>([
    ['off-screen positions', { boxes: [box(0, { x: -500, y: -1.5 })] }],
    [
      'segments that share one boundary frame',
      { boxes: keyed, interpolationSegments: [segment(0, 10), segment(10, 20)] },
    ],
    ['gaps between segments', { boxes: keyed, interpolationSegments: [segment(0, 4), segment(12, 20)] }],
    [
      'keyframes in invisible ranges',
      { boxes: keyed, visibilityRanges: [{ startFrame: 0, endFrame: 30, visible: false }] },
    ],
    ['a keyframe without isKeyframe (IP-09)', { boxes: [box(0)] }],
    ['computed boxes between keyframes', { boxes: [box(0), box(1, { isKeyframe: false }), box(2)] }],
    ['null where a list may be', { boxes: keyed, interpolationSegments: null, visibilityRanges: null }],
    ['unknown keys (AN-04)', { boxes: [box(0, { colour: 'red' })], anything: { goes: true } }],
  ])('accepts %s', (_name, frames) => {
    expect(sequenceProblems(frames)).toEqual([])
  })

  it('admits a sequence without keyframe when none is required (I-30)', () => {
    expect(sequenceProblems({ boxes: [box(3, { isKeyframe: false })] }, { requireKeyframe: false })).toEqual([])
    expect(sequenceProblems({ boxes: [box(-3, { isKeyframe: false })] }, { requireKeyframe: false })).toEqual([
      'Frame number -3 is negative',
    ])
  })

  it('names the field of every fault (AN-04)', () => {
    expect(sequenceFaults({ boxes: [box(0), box(1), box(2), box(3, { width: 0, x: 'a' })] })).toEqual([
      { field: 'frames.boxes.3.x', message: 'must be a number' },
      { field: 'frames.boxes.3.width', message: 'Box at frame 3 has a non-positive size' },
    ])
    expect(sequenceFaults(null)).toEqual([{ field: 'frames', message: 'must be an object' }])
    expect(sequenceFaults({}, 'boundingBoxSequence')[0]?.field).toBe('boundingBoxSequence.boxes')
  })

  it('stops after a hundred faults', () => {
    expect(sequenceProblems({ boxes: Array.from({ length: 5000 }, (_, i) => box(i, { width: 0 })) })).toHaveLength(100)
  })

  it('never throws, whatever the document', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (boxes, interpolationSegments, visibilityRanges) => {
        expect(Array.isArray(sequenceProblems({ boxes, interpolationSegments, visibilityRanges }))).toBe(true)
        expect(
          Array.isArray(
            sequenceProblems({ boxes: [boxes, visibilityRanges], interpolationSegments: [interpolationSegments] }),
          ),
        ).toBe(true)
      }),
    )
  })
})
