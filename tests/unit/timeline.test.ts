import { describe, expect, it, vi } from 'vitest'
import { slotsOf } from '../../web/annotations/strip-slots.js'
import { barOf, frameMarksOf, spansOf, timeMarksOf } from '../../web/annotations/timeline-view.js'
import { rowsOf, type Place } from '../../web/annotations/timeline-rows.js'

// The texts of the desk are those of the browser's language.
vi.hoisted(() => {
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('BroadcastChannel', class {})
})

const clock = (rate: number, count: number) => ({
  ...{ count, rate: { numerator: rate, denominator: 1 }, timeBase: { numerator: 1, denominator: 90_000 } },
  ...{ firstTick: 0, ticks: null },
})

describe('the timeline', () => {
  it('can show a minute of frames and the whole video, however long it is', () => {
    expect(spansOf(112)).toEqual([60, 120, 300, 600])
    expect(spansOf(105_000).at(0)).toBe(60)
    expect(spansOf(105_000).at(-1)).toBe(105_000)
  })

  it('has a bar of at least 6 pixels for each track, which never leaves the frames', () => {
    const hour = { from: 0, span: 108_000 }
    expect(barOf(hour, 54_000, 80_999)).toEqual({ left: 'min(50%, 100% - 6px)', width: 'max(25%, 6px)' })
    // A track that begins before the frames in view is cut there.
    expect(barOf({ from: 600, span: 600 }, 0, 899)).toEqual({ left: 'min(0%, 100% - 6px)', width: 'max(50%, 6px)' })
  })

  it('marks times and frames, both at round distances and where they are', () => {
    const whole = { from: 0, span: 105_000 }
    const texts = (marks: { text: string }[]) => marks.map(({ text }) => text)
    const times = timeMarksOf(whole, 8, clock(25, 105_000))
    expect(texts(times)).toEqual(['0:00', '10:00', '20:00', '30:00', '40:00', '50:00', '1:00:00'])
    expect(times[1]!.at).toBeCloseTo(15_000 / 105_000, 6)
    expect(texts(frameMarksOf(whole, 8))).toEqual(['0', '20000', '40000', '60000', '80000', '100000'])
    const close = { from: 600, span: 60 }
    expect(texts(timeMarksOf(close, 8, clock(30, 900)))).toEqual(['20.0', '20.5', '21.0', '21.5'].map((s) => `0:${s}`))
    expect(texts(frameMarksOf(close, 8))).toEqual(['600', '610', '620', '630', '640', '650'])
    for (const most of [2, 3, 8, 20])
      for (const span of [60, 600, 4500, 105_000]) {
        expect(timeMarksOf({ from: 0, span }, most, clock(30, 105_000)).length).toBeLessThanOrEqual(most + 1)
        expect(frameMarksOf({ from: 0, span }, most).length).toBeLessThanOrEqual(most + 1)
      }
  })

  it('groups tracks by their types, sorted by the frames on which they begin, and leaves out folded ones', () => {
    const tracks = ['p2', 'c1', 'p1', 'x1'].map((id) => ({ id, track: undefined, first: 0, last: 9 }))
    const places: Record<string, Place> = {
      p1: { key: 'person of a', name: 'Person', persona: 'A', begins: 10 },
      p2: { key: 'person of a', name: 'Person', persona: 'A', begins: 90 },
      c1: { key: 'car', name: 'Car', persona: 'A', begins: 5 },
      x1: { key: 'person of b', name: 'Person', persona: 'B', begins: 0 },
    }
    const shown = (folded: string[]) =>
      rowsOf(tracks, ({ id }) => places[id]!, new Set(folded)).map(({ group, row }) =>
        row ? row.id : `${group.name}: ${group.tracks.length}`,
      )
    expect(shown([])).toEqual(['Car: 1', 'c1', 'Person (A): 2', 'p1', 'p2', 'Person (B): 1', 'x1'])
    expect(shown(['person of a'])).toEqual(['Car: 1', 'c1', 'Person (A): 2', 'Person (B): 1', 'x1'])
  })

  it('has pictures of as many frames as fit, in order, each of a frame of its own part', () => {
    for (const span of [1, 5, 60, 600, 105_000])
      for (const share of [0.001, 0.05, 0.3, 0.9, 4]) {
        const slots = slotsOf({ from: 1200, span }, share)
        expect(slots.length).toBe(Math.max(1, Math.min(span, Math.round(1 / share))))
        for (const [i, { frame, at, width }] of slots.entries()) {
          expect(at).toBeCloseTo(i / slots.length, 9)
          expect(frame).toBeGreaterThanOrEqual(Math.floor(1200 + at * span))
          expect(frame).toBeLessThan(1200 + (at + width) * span + 1e-6)
          if (i > 0) expect(frame).toBeGreaterThan(slots[i - 1]!.frame)
        }
      }
  })
})
