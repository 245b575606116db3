import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAt } from '../../src/annotations/sequences/sequence.js'
import { sequenceProblems } from '../../src/annotations/sequences/sequence-check.js'
import { patched } from '../../src/annotations/sequences/sequence-patch.js'
import { cutToWindow } from '../../src/annotations/sequences/window.js'
import {
  boxCopied,
  keyframeRemoved,
  keyframeSet,
  movementSet,
  otherWayFrom,
  shownSet,
  type ReversibleEdit,
} from '../../web/annotations/edits.js'
import { listsAfter, partsBetween, type Edit, type Stretch } from '../../web/annotations/stretches.js'
import { boxOf, changed, keyframesOf, trackOf, type Track } from '../../web/annotations/track.js'

type Frames = Record<string, unknown>

const lastFrame = 89
const inWindow = 30
const bezier = { type: 'bezier', controlPoints: [{ x: 0.2, y: 0.8 }, { x: 0.4, y: 1 }] } // prettier-ignore
const rules = ['linear', 'ease-in', 'ease-out', 'ease-in-out', 'hold']

/** Segments and ranges that end where others begin or leave frames out between them. */
const stretches = (apart: number, what: fc.Arbitrary<object>) =>
  fc
    .array(fc.record({ skip: fc.integer({ min: 0, max: 9 }), length: fc.integer({ min: 1, max: 30 }), what }))
    .map((list) => {
      let at = 0
      return list.map(({ skip, length, what: members }) => {
        const startFrame = at + skip
        at = startFrame + length + apart
        return { startFrame, endFrame: startFrame + length, ...members }
      })
    })

const side = fc.integer({ min: 1, max: 200 })
const box = fc.record({
  ...{ frameNumber: fc.integer({ min: 0, max: lastFrame }), x: side, y: side, width: side, height: side },
  isKeyframe: fc.constantFrom(true, true, true, false),
  visible: fc.constantFrom(true, true, undefined, false),
  confidence: fc.constantFrom(0.5, 0.9, undefined),
})
const sequences: fc.Arbitrary<Frames> = fc
  .record({
    boxes: fc.uniqueArray(box, { selector: ({ frameNumber }) => frameNumber, minLength: 2, maxLength: 14 }),
    interpolationMode: fc.constantFrom(undefined, 'linear', 'ease-in-out', 'bezier', 'step', 'wobble'),
    segments: stretches(
      0,
      fc.constantFrom<object>(...rules.map((type) => ({ type })), bezier, { type: 'hold', note: 'by Ann' }),
    ),
    ranges: fc.oneof(fc.constant(undefined), stretches(1, fc.record({ visible: fc.boolean() }))),
  })
  .map(({ boxes, interpolationMode, segments, ranges }) => {
    const ascending = boxes.sort((a, b) => a.frameNumber - b.frameNumber)
    const keys = ascending.filter(({ isKeyframe }) => isKeyframe).map(({ frameNumber }) => frameNumber)
    const interpolationSegments = partsBetween(
      'segments',
      segments as unknown as Stretch[],
      keys[0] ?? 0,
      keys.at(-1) ?? 0,
    )
    // As it is stored: without members that are undefined.
    const frames = { boxes: ascending, interpolationMode, interpolationSegments, visibilityRanges: ranges }
    return JSON.parse(JSON.stringify(frames)) as Frames
  })
  .filter((frames) => sequenceProblems(frames).length === 0)

/** What the page knows of a sequence around a frame. */
const seenAround = (frames: Frames, frame: number): Track => {
  const from = Math.floor(frame / inWindow) * inWindow
  return trackOf({ id: 'a', version: 1, ...cutToWindow(frames, { from, to: from + inWindow - 1 }) })
}
const keysOf = (frames: Frames) => keyframesOf({ document: frames } as unknown as Track)
const around = (frames: Frames, frame: number) => ({
  before: keysOf(frames).findLast((key) => key < frame),
  after: keysOf(frames).find((key) => key > frame),
})
/** What the server makes of an edit. */
const stored = (frames: Frames, edit: Edit): Frames =>
  patched(frames, { upsert: edit.upsert as never, delete: edit.gone, ...listsAfter(frames, edit) })
const allFrames = Array.from({ length: lastFrame + 1 }, (_one, frame) => frame)
const boxesOf = (frames: Frames, at = allFrames) => at.map((frame) => boxAt(frames, frame))
const place = (one: ReturnType<typeof boxAt>) => one && { ...one, confidence: undefined }

/** An edit at a frame of a sequence, and the frames that it may change. */
interface Try {
  frames: Frames
  frame: number
  edit: ReversibleEdit
  from: number
  to: number
}

/** Whatever is done: the server takes it, nothing else changes, the page shows it, and it can be taken back. */
function holds({ frames, frame, edit, from, to }: Try): void {
  const after = stored(frames, edit.run)
  const others = allFrames.filter((one) => one < from || one > to)
  expect(boxesOf(after, others)).toEqual(boxesOf(frames, others))
  const here = allFrames.filter((one) => Math.floor(one / inWindow) === Math.floor(frame / inWindow))
  const shown = changed(seenAround(frames, frame), edit.run)
  expect(here.map((one) => place(boxOf(shown, one)))).toEqual(boxesOf(after, here).map(place))
  expect(boxesOf(stored(after, edit.revert))).toEqual(boxesOf(frames))
  const back = changed(shown, edit.revert)
  expect(here.map((one) => place(boxOf(back, one)))).toEqual(boxesOf(frames, here).map(place))
}

const anyFrame = fc.integer({ min: 0, max: lastFrame })
const runs = { numRuns: 400 }

describe('an edit of a track, for any sequence', () => {
  it('that sets a movement changes boxes between its two keyframes only', () => {
    fc.assert(
      fc.property(sequences, anyFrame, fc.constantFrom(...rules), (frames, frame, kind) => {
        const seen = seenAround(frames, frame)
        const from = keyframesOf(seen).findLast((key) => key <= frame)
        const to = keyframesOf(seen).find((key) => key > frame)
        fc.pre(from !== undefined && to !== undefined)
        const edit = movementSet(seen, frame, { from: from!, to: to! }, kind)
        holds({ frames, frame, edit, from: from! + 1, to: to! - 1 })
        const boxes = (frames['boxes'] as object[]).map((one) => ({ ...one, visible: true }))
        const bare = { boxes, interpolationMode: kind }
        const after = boxAt(stored(frames, edit.run), frame)
        expect([after?.x, after?.width]).toEqual([boxAt(bare, frame)?.x, boxAt(bare, frame)?.width])
      }),
      runs,
    )
  })

  it('that hides or shows it changes nothing before, and all frames that it says', () => {
    fc.assert(
      fc.property(sequences, anyFrame, (frames, frame) => {
        const seen = seenAround(frames, frame)
        const windowEnd = (Math.floor(frame / inWindow) + 1) * inWindow - 1
        const shown = otherWayFrom(seen, frame, lastFrame, windowEnd)
        const edit = shownSet(seen, shown)
        holds({ frames, frame, edit, ...shown })
        const after = stored(frames, edit.run)
        const isHidden = boxesOf(after).flatMap((one) => (one && one.frameNumber >= frame && one.frameNumber <= shown.to ? [!one.visible] : [])) // prettier-ignore
        const own = (frames['boxes'] as any[]).some(({ isKeyframe, visible }) => !isKeyframe && visible === false)
        if (!own) expect(new Set(isHidden).has(shown.visible)).toBe(false)
      }),
      runs,
    )
  })

  it('that takes a keyframe out is taken by the server, also at an end to which segments reach', () => {
    fc.assert(
      fc.property(sequences, fc.nat(), (frames, nth) => {
        const keys = keysOf(frames)
        fc.pre(keys.length > 1)
        const frame = keys[nth % keys.length]!
        const { before, after } = around(frames, frame)
        const edit = keyframeRemoved(seenAround(frames, frame), frame, { before, after })!
        const { confidence } = boxAt(frames, frame)!
        if (confidence !== undefined) edit.revert.upsert[0]!.confidence = confidence
        holds({ frames, frame, edit, from: (before ?? -1) + 1, to: (after ?? lastFrame + 1) - 1 })
      }),
      runs,
    )
  })

  it('that sets a keyframe leaves it hidden and as sure as it was', () => {
    fc.assert(
      fc.property(sequences, anyFrame, fc.integer({ min: 1, max: 99 }), (frames, frame, x) => {
        const held = (frames['boxes'] as any[]).find(({ frameNumber }) => frameNumber === frame)
        // The box of a model becomes a keyframe for good.
        fc.pre(held?.isKeyframe !== false)
        const { before, after } = around(frames, frame)
        const keyframe = { frameNumber: frame, x, y: 4, width: 20, height: 20 }
        const edit = keyframeSet(seenAround(frames, frame), keyframe, { before, after })
        holds({ frames, frame, edit, from: (before ?? -1) + 1, to: (after ?? lastFrame + 1) - 1 })
        const box = (stored(frames, edit.run)['boxes'] as any[]).find(({ frameNumber }) => frameNumber === frame)
        expect([box.visible, box.confidence]).toEqual([held?.visible, held?.confidence])
      }),
      runs,
    )
  })
})

describe('a stretch', () => {
  const whole = { startFrame: 0, endFrame: 30, ...bezier }
  const segmentsAfter = (interpolationSegments: Stretch[], segments: { from: number; to: number; pieces: Stretch[] }) =>
    listsAfter({ interpolationSegments }, { upsert: [], gone: [], segments }).interpolationSegments

  it('that covers more keyframes is cut, and is whole again when that is taken back', () => {
    const hold = { startFrame: 10, endFrame: 20, type: 'hold' }
    const cut = segmentsAfter([whole], { from: 10, to: 20, pieces: [hold] })
    expect(cut).toEqual([{ ...whole, endFrame: 10 }, hold, { ...whole, startFrame: 20 }])
    const pieces = partsBetween('segments', [whole], 10, 20)
    expect(segmentsAfter(cut ?? [], { from: 10, to: 20, pieces })).toEqual([whole])
  })

  it('grows where its neighbour says the same', () => {
    const list = [{ startFrame: 0, endFrame: 9, type: 'hold' }]
    const splice = { from: 10, to: 20, pieces: [{ startFrame: 10, endFrame: 20, type: 'hold' }] }
    expect(segmentsAfter(list, splice)).toEqual([{ startFrame: 0, endFrame: 20, type: 'hold' }])
  })

  it('of frames that are hidden ends before those that are shown', () => {
    const list = [{ startFrame: 5, endFrame: 40, visible: false, reason: 'a wall' }]
    const splice = { from: 20, to: 40, pieces: [{ startFrame: 20, endFrame: 40, visible: true }] }
    expect(listsAfter({ visibilityRanges: list }, { upsert: [], gone: [], ranges: splice }).visibilityRanges).toEqual([
      { startFrame: 5, endFrame: 19, visible: false, reason: 'a wall' },
      { startFrame: 20, endFrame: 40, visible: true },
    ])
  })
})

describe('an occluded stretch of a track', () => {
  const key = (frameNumber: number, more: object = {}) => ({
    ...{ frameNumber, x: frameNumber, y: 10, width: 20, height: 20, isKeyframe: true, ...more },
  })
  const frames = { boxes: [key(0), key(10, { occluded: true }), key(20), key(30)], interpolationMode: 'linear' }
  const track = trackOf({ id: 'a', version: 1, ...cutToWindow(frames, { from: 0, to: inWindow }) })
  const around = { before: 10, after: 20 }
  const stored = ({ upsert, gone }: Edit) =>
    patched(frames, { upsert: upsert.map(({ extra, ...box }) => ({ ...extra, ...box })), delete: [...gone] })
  const marks = (edit: Edit) =>
    (stored(edit).boxes as { frameNumber: number; occluded?: boolean }[]).map((box) => [
      box.frameNumber,
      box.occluded ?? false,
    ])

  it('goes on behind a box that is set or copied there', () => {
    const set = keyframeSet(track, { frameNumber: 15, x: 5, y: 5, width: 20, height: 20 }, around)
    expect(marks(set.run)).toEqual([
      [0, false],
      [10, true],
      [15, true],
      [20, false],
      [30, false],
    ])
    expect(changed(track, { ...set.run }).document.boxes.find((box) => box.frameNumber === 15)).toMatchObject({
      occluded: true,
    })
    const copied = boxCopied(track, 10, 2, { before: 0, after: 20 })!
    expect(marks(copied.run).slice(1, 4)).toEqual([
      [10, true],
      [11, true],
      [12, true],
    ])
    expect(marks(boxCopied(track, 20, 1, { before: 10, after: 30 })!.run)[3]).toEqual([21, false])
  })

  it('comes back with a keyframe whose removal is undone', () => {
    const { run, revert } = keyframeRemoved(track, 10, { before: 0, after: 20 })!
    expect(marks(run)).toHaveLength(3)
    expect(revert.upsert).toEqual([{ frameNumber: 10, x: 10, y: 10, width: 20, height: 20, extra: { occluded: true } }])
  })
})
