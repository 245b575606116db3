import { describe, expect, it } from 'vitest'
import { barsOf, timesInVideo, type VideoTime } from '../../web/annotations/video-times.js'

const clock = (count: number) => ({
  ...{ count, rate: { numerator: 25, denominator: 1 }, timeBase: { numerator: 1, denominator: 90_000 } },
  ...{ firstTick: 0, ticks: null },
})

const nothing = { frameNumber: null, frameRange: null, milliseconds: null, millisecondRange: null }
const place = (where: object, videoId = 'v') => ({ ...nothing, videoId, ...where })
const time = (world: string, key: string, places: ReturnType<typeof place>[], label: string | null = null) => ({
  ...{ id: `${world}/time/${key}`, key, label, videoReferences: places },
})
const event = (world: string, key: string, startTimeId: string, name: string | null = null) => ({
  ...{ id: `${world}/event/${key}`, key, name, startTimeId },
})

describe('the times of a video', () => {
  it('are where they can be seen, by frames or by milliseconds, as far as the video has these frames', () => {
    const at = (where: object, videoId?: string) =>
      timesInVideo([time('w', 't', [place(where, videoId)])], [], 'v', clock(250)).map(({ first, last }) => [
        first,
        last,
      ])
    expect(at({ frameRange: [10, 40] })).toEqual([[10, 40]])
    expect(at({ frameNumber: 0 })).toEqual([[0, 0]])
    expect(at({ millisecondRange: [1000, 2000] })).toEqual([[25, 50]])
    expect(at({ milliseconds: 400 })).toEqual([[10, 10]])
    // Frames take precedence: milliseconds are exact only for them.
    expect(at({ frameRange: [5, 6], milliseconds: 9000 })).toEqual([[5, 6]])
    expect(at({ frameRange: [-3, 9000] })).toEqual([[0, 249]])
    for (const gone of [
      {},
      { frameRange: [250, 300] },
      { frameRange: [7, 3] },
      { frameRange: [4] },
      { frameNumber: -1 },
    ])
      expect(at(gone)).toEqual([])
    expect(at({ frameRange: [10, 40] }, 'another')).toEqual([])
  })

  it('have the names of the events of their world that start at them, or else their own', () => {
    const once = [place({ frameNumber: 3 })]
    const times = [
      time('w', 'dock', once, 'Docking'),
      time('w', 'rain', once, 'Rain'),
      time('w', 'plain', once),
      time('x', 'dock', [place({ frameNumber: 1 }), place({ frameRange: [0, 9] })], 'Docking there'),
    ]
    const events = [event('w', 'e', 'dock', 'The ferry docks'), event('w', 'f', 'dock'), event('y', 'g', 'rain', 'No')]
    const named = timesInVideo(times, events, 'v', clock(250)).map(({ name, first }) => `${first} ${name}`)
    expect(named).toEqual(['0 Docking there', '1 Docking there', '3 The ferry docks, f', '3 Rain', '3 plain'])
  })

  it('have bars that are wide enough to press, stay in view, and never cover each other', () => {
    // Numbers that repeat, as those of a generator with a seed.
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const times = Array.from({ length: 3000 }, (_one, i): VideoTime => {
      const first = random(90_000)
      return { id: String(i), name: '', first, last: Math.min(89_999, first + random(i % 10 ? 50 : 20_000)) }
    }).sort((a, b) => a.first - b.first)
    for (const view of [
      { from: 0, span: 90_000 },
      { from: 60_000, span: 600 },
    ]) {
      const width = 700
      const bars = barsOf(times, view, width)
      const inView = times.filter(({ first, last }) => last >= view.from && first < view.from + view.span)
      expect(bars.map(({ id }) => id)).toEqual(inView.map(({ id }) => id))
      for (const bar of bars) {
        expect(bar.width).toBeGreaterThanOrEqual(24)
        expect(bar.left).toBeGreaterThanOrEqual(0)
        expect(bar.left + bar.width).toBeLessThanOrEqual(width + 1e-6)
      }
      const rows = Array.from({ length: Math.max(...bars.map(({ row }) => row)) + 1 }, (_row, at) =>
        bars.filter(({ row }) => row === at),
      )
      for (const row of rows) {
        expect(row.length).toBeGreaterThan(0)
        for (const [at, bar] of row.entries())
          if (at > 0) expect(bar.left).toBeGreaterThanOrEqual(row[at - 1]!.left + row[at - 1]!.width - 1e-6)
      }
    }
    const [bar] = barsOf([{ id: 'a', name: '', first: 25, last: 74 }], { from: 0, span: 100 }, 400)
    expect(bar).toMatchObject({ row: 0, left: 100, width: 200 })
    expect(barsOf(times, { from: 0, span: 100 }, 0)).toEqual([])
  })
})
