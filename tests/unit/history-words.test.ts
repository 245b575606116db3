import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { idsIn, saidOf } from '../../web/changes/change-words.js'
import { sequenceChanges } from '../../web/changes/sequence-changes.js'
import { textDifference } from '../../web/changes/text-difference.js'

// The texts of the desk are those of the browser's language.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: {} })
})

const box = (frameNumber: number, more: Record<string, unknown> = {}) => ({
  ...{ frameNumber, x: 481.8, y: 20, width: 30, height: 40, isKeyframe: true },
  ...more,
})
const track = (boxes: unknown[], more: Record<string, unknown> = {}) => ({ boxes, ...more })
const sentences = (before: unknown, after: unknown) => sequenceChanges(before, after).map(({ sentence }) => sentence)
const said = (changes: { member: string; before: unknown; after: unknown }[], names: [string, string][] = []) =>
  saidOf(changes, new Map(names)).map((one) => ('sentence' in one ? one.sentence : one))

describe('the changes of a track', () => {
  it('are the edges that moved, with the values before and after', () => {
    const [before, after] = [track([box(0), box(20)]), track([box(0), box(20, { x: 491.8, height: 40.04 })])]
    expect(sentences(before, after)).toEqual(['Frame 20: left 481.8 to 491.8, height 40.00 to 40.04'])
    expect(sentences(before, before)).toEqual([])
  })

  it('name the frame whose picture is shown, if they are about one alone', () => {
    const before = track([box(0), box(20), box(40)])
    const framesOf = (after: unknown) => sequenceChanges(before, after).map(({ frame }) => frame)
    expect(framesOf(track([box(0, { x: 1 }), box(20), box(40, { y: 1 })]))).toEqual([0, 40])
    expect(framesOf(track([box(0), box(20), box(30), box(40)]))).toEqual([30])
    expect(framesOf(track([box(0), box(40)]))).toEqual([20])
    expect(framesOf(track([box(0), box(20), box(30), box(35), box(40)]))).toEqual([undefined])
  })

  it('are the keyframes that came and went, of which long lists are cut', () => {
    const before = track([box(0), box(40)])
    expect(sentences(before, track([box(0), box(20), box(40)]))).toEqual(['Keyframe 20 added'])
    expect(sentences(before, track([box(0)]))).toEqual(['Keyframe 40 removed'])
    const all = Array.from({ length: 20 }, (_, n) => box(n * 10))
    expect(sentences(before, track(all))).toEqual(['Keyframes 10, 20, 30, 50, 60, 70, 80, 90 and 10 more added'])
    const moved = all.map((one) => ({ ...one, y: 21 }))
    const many = sentences(track(all), track(moved))
    expect(many.slice(0, 2)).toEqual(['Frame 0: top 20.0 to 21.0', 'Frame 10: top 20.0 to 21.0'])
    expect(many.slice(-1)).toEqual(['And 12 more frames'])
    expect(many.length).toBe(9)
  })

  it('are the frames that were hidden and shown, however the sequence stores its gaps', () => {
    const plain = track([box(0), box(60)])
    const ranged = track([box(0), box(60)], { visibilityRanges: [{ startFrame: 30, endFrame: 39, visible: false }] })
    const flagged = track([box(0), box(30, { visible: false }), box(40), box(60)])
    expect(sentences(plain, ranged)).toEqual(['Frames 30 to 39 hidden'])
    expect(sentences(ranged, plain)).toEqual(['Frames 30 to 39 shown'])
    expect(sentences(plain, flagged)).toEqual(['Keyframes 30 and 40 added', 'Frames 30 to 39 hidden'])
    expect(sentences(ranged, flagged)).toEqual(['Keyframes 30 and 40 added'])
  })

  it('are movements between keyframes, attributes and boxes of a tracker', () => {
    const before = track([box(0, { attributes: { colour: 'red' } }), box(20)], { keyframeCount: 2 })
    const after = track(
      [box(0, { attributes: { colour: 'blue' }, occluded: true }), box(5, { isKeyframe: false }), box(20)],
      { interpolationSegments: [{ startFrame: 0, endFrame: 20, type: 'EASE_IN' }], keyframeCount: 2 },
    )
    expect(sentences(before, after)).toEqual([
      'Frame 0: colour red to blue, occluded set to yes',
      '1 box between keyframes added',
      'Frames 0 to 20: interpolation Linear to Ease in',
    ])
  })

  it('never fail, whatever the sequences hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(sentences(one, other).every((sentence) => sentence !== '')).toBe(true)
        expect(sentences(one, one)).toEqual([])
      }),
    )
  })
})

const [pedestrian, cyclist] = ['1788f2f0-0167-4bce-914c-34d616a3ef71', '1788f2f0-0167-4bce-914c-34d616a3ef72']

describe('the changes of anything', () => {
  it('name types by their names, and what cannot be read as such, never as ids', () => {
    const label = { member: 'label', before: pedestrian, after: cyclist }
    const names: [string, string][] = [
      [pedestrian, 'Pedestrian'],
      [cyclist, 'Cyclist'],
    ]
    expect(said([label], names)).toEqual(['Type Pedestrian to Cyclist'])
    expect(said([label])).toEqual(['Type Unknown type to Unknown type'])
    expect(said([{ member: 'projectId', before: null, after: pedestrian }])).toEqual([
      'Project set to something you may not read',
    ])
    const toObject = [
      { member: 'type', before: 'TYPE', after: 'OBJECT' },
      { ...label, after: 'quay' },
    ]
    expect(said(toObject, [...names, ['quay', 'Quay']])).toEqual(['World object Pedestrian to Quay'])
    const rich = {
      member: 'gloss',
      before: [],
      after: [{ type: 'TYPE_REF', content: cyclist, refPersonaId: pedestrian }],
    }
    expect(idsIn([label, rich])).toEqual([pedestrian, cyclist])
    expect(said([rich])).toEqual([{ name: 'Text with references', before: '', after: 'Unknown type' }])
  })

  it('are in per cent, in the words of reviews and without the braces of JSON', () => {
    expect(
      said([
        { member: 'confidence', before: 0.8, after: 0.9 },
        { member: 'reviewState', before: 'OPEN', after: 'ACCEPTED' },
        { member: 'reviewedAt', before: null, after: '2026-11-30T07:00:00.000Z' },
        { member: 'evidence', before: null, after: [{ text: 'x' }, { text: 'y' }] },
        { member: 'odd', before: null, after: { list: [1, 'two'], inner: { on: true } } },
      ]),
    ).toEqual([
      'Confidence 80 % to 90 %',
      'Review Open to Accepted',
      'Evidence set to 2 pieces',
      'odd set to list 1, two, inner on yes',
    ])
  })

  it('show a claim once although its rich text repeats it', () => {
    const rich = (content: string) => [{ type: 'TEXT', content }]
    const changes = [
      { member: 'text', before: 'A tug', after: 'A ferry' },
      { member: 'gloss', before: rich('A tug'), after: rich('A ferry') },
    ]
    expect(said(changes)).toEqual([{ name: 'Text', before: 'A tug', after: 'A ferry' }])
  })
})

describe('the difference of two texts', () => {
  it('is in their words, with little of what both have', () => {
    expect(textDifference('A tug leaves the port.', 'A ferry leaves the port.')).toEqual([
      { in: 'both', text: 'A ' },
      { in: 'before', text: 'tug' },
      { in: 'after', text: 'ferry' },
      { in: 'both', text: ' leaves the port.' },
    ])
    const long = 'word '.repeat(100)
    const pieces = textDifference(`${long}one ${long}`, `${long}two ${long}`)
    expect(pieces.map(({ text }) => text.length)).toEqual([63, 3, 3, 63])
  })

  it('gives both texts back, in any pair of short texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', ' ', '.', 'é'), { maxLength: 30 }).map((all) => all.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pieces = textDifference(before, after)
        const without = (where: string) => pieces.flatMap((one) => (one.in === where ? [] : [one.text])).join('')
        expect([without('after'), without('before')]).toEqual([before, after])
      }),
    )
  })
})
