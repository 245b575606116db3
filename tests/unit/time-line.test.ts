import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axisOf } from '../../web/world/time-axis.js'
import { anchorOf, centred, lineOf, moved, placed, wholeOf, zoomed, type LineItem } from '../../web/world/time-line.js'

const zone = process.env['TZ']
beforeAll(() => void (process.env['TZ'] = 'UTC'))
afterEach(() => void (process.env['TZ'] = 'UTC'))
process.on('exit', () => void (process.env['TZ'] = zone))

const at = (text: string) => Date.parse(text)
const thing = (key: string, document: object) => ({ key, name: key, gloss: [], document: { key, ...document } })
const seeded = (start: number) => {
  let seed = start
  return (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
}

describe('the line of times', () => {
  it('has times with any moment and events by the times at which they start and end', () => {
    const times = [
      thing('noon', { type: 'INSTANT', value: '2026-05-01T12:00:00Z' }),
      thing('watch', { type: 'INTERVAL', start: '2026-05-01T06:00:00Z', end: '2026-05-01T14:00:00Z' }),
      thing('until', { type: 'INTERVAL', end: '2026-05-01T05:00:00Z' }),
      thing('turned', { start: '2026-05-03T00:00:00Z', end: '2026-05-02T00:00:00Z' }),
      thing('vague', {
        vaguenessDetail: { bounds: { earliest: '2025-01-01T00:00:00Z', latest: '2025-06-01T00:00:00Z' } },
      }),
      thing('some day', { type: 'VAGUE', value: null, vaguenessDetail: null }),
      thing('odd', { value: 'soon' }),
    ]
    const events = [
      thing('trip', { startTimeId: 'noon', endTimeId: 'turned' }),
      thing('arrival', { endTimeId: 'until', startTimeId: null }),
      thing('lost', { startTimeId: 'some day', endTimeId: 'gone' }),
      thing('half', { startTimeId: 'some day', endTimeId: 'noon' }),
      thing('timeless', {}),
    ]
    const { items, others } = lineOf({ times, events, entities: [thing('x', { value: '2026-05-01T12:00:00Z' })] })
    const hours = ({ key, from, to }: LineItem) => [
      key,
      new Date(from).toISOString().slice(0, 13),
      (to - from) / 3_600_000,
    ]
    expect(items.map(hours)).toEqual([
      ['vague', '2025-01-01T00', 151 * 24],
      ['until', '2026-05-01T05', 0],
      ['arrival', '2026-05-01T05', 0],
      ['watch', '2026-05-01T06', 8],
      ['trip', '2026-05-01T12', 36],
      ['noon', '2026-05-01T12', 0],
      ['half', '2026-05-01T12', 0],
      ['turned', '2026-05-02T00', 24],
    ])
    expect(others.map(({ key }) => key)).toEqual(['some day', 'odd', 'lost'])
  })

  it('is zoomed at a place, which stays, from all times to seconds, and never leaves them', () => {
    const random = seeded(11)
    const items = Array.from({ length: 500 }, (_one, i): LineItem => {
      const from = at('1990-01-01T00:00:00Z') + random(1e9) * 1000
      return { list: 'times', key: String(i), name: `Time ${i}`, from, to: from + random(1e6) * 1000 }
    })
    const whole = wholeOf(items)
    expect(items.every(({ from, to }) => from > whole.from && to < whole.from + whole.span)).toBe(true)
    let period = whole
    for (let i = 0; i < 300; i++) {
      const [place, before] = [random(100) / 100, period]
      period =
        i % 3 === 2
          ? moved(period, (random(100) - 50) / 50, whole)
          : zoomed(period, 0.5 + random(100) / 90, place, whole)
      expect(period.from).toBeGreaterThanOrEqual(whole.from)
      expect(period.from + period.span).toBeLessThanOrEqual(whole.from + whole.span + 1)
      expect(period.span).toBeGreaterThanOrEqual(10_000)
      if (i % 3 !== 2 && period.span < before.span)
        expect(period.from + place * period.span).toBeCloseTo(before.from + place * before.span, -1)
    }
    expect(zoomed(period, 1e9, 0.5, whole)).toEqual(whole)
    // Something stays in view, however often buttons zoom in.
    let close = whole
    for (let i = 0; i < 40; i++) close = centred(close, 0.5, anchorOf(items, close), whole)
    expect(close.span).toBe(10_000)
    expect(items.some(({ from, to }) => to >= close.from && from <= close.from + close.span)).toBe(true)
    expect(anchorOf([{ from: 10, to: 20 }], { from: 0, span: 100 }, 0.6)).toBe(0.2)
    expect(anchorOf([{ from: 10, to: 90 }], { from: 0, span: 100 }, 0.6)).toBe(0.6)
    expect(anchorOf([{ from: 200, to: 300 }], { from: 0, span: 100 }, 0.6)).toBe(0.6)
    // A single instant has a day around it.
    const [noon] = items.map((one) => ({ ...one, from: 0, to: 0 }))
    expect(wholeOf([noon!]).span).toBeGreaterThan(86_000_000)
  })

  it('has a button for each time that has room, which covers no other and stays in view', () => {
    const random = seeded(3)
    const items = Array.from({ length: 4000 }, (_one, i): LineItem => {
      const from = random(1e6)
      return { list: 'times', key: String(i), name: 'n'.repeat(random(60)), from, to: from + (i % 3 ? 0 : random(2e5)) }
    }).sort((a, b) => a.from - b.from)
    for (const width of [300, 1200])
      for (const period of [
        { from: 0, span: 1e6 },
        { from: 400_000, span: 1000 },
      ]) {
        const all = placed(items, period, width)
        expect(all.length).toBeGreaterThan(3)
        expect(Math.max(...all.map(({ row }) => row))).toBeLessThan(12)
        const ends = new Map<number, number>()
        for (const { row, left, width: wide, bar } of all) {
          expect(left).toBeGreaterThanOrEqual(Math.max(0, ends.get(row) ?? 0) - 1e-6)
          expect(left + wide).toBeLessThanOrEqual(width + 1e-6)
          expect(wide).toBeGreaterThanOrEqual(8)
          expect(bar.left).toBeGreaterThanOrEqual(-1e-6)
          expect(bar.left + bar.width).toBeLessThanOrEqual(wide + 1e-6)
          ends.set(row, left + wide)
        }
      }
    const [first, last] = placed(
      [
        { list: 'times', key: 'a', name: 'First', from: 0, to: 0 },
        { list: 'times', key: 'b', name: 'Last', from: 1000, to: 1000 },
      ],
      { from: 0, span: 1000 },
      500,
    )
    expect([first!.nameIs, first!.left, last!.nameIs, last!.left + last!.width]).toEqual(['after', 0, 'before', 500])
  })
})

describe('the axis of times', () => {
  const marksOf = (from: string, to: string, most: number) =>
    axisOf({ from: at(from), span: at(to) - at(from) }, most).map(({ date, unit, isNew }) => ({
      ...{ unit, isNew, text: date.toISOString() },
    }))

  it('marks round moments from years to seconds', () => {
    const texts = (from: string, to: string, most = 6) => marksOf(from, to, most).map(({ text }) => text.slice(0, 19))
    expect(texts('1988-05-01T00:00:00Z', '2031-01-01T00:00:00Z')).toEqual(
      [1990, 2000, 2010, 2020, 2030].map((year) => `${year}-01-01T00:00:00`),
    )
    expect(texts('2026-01-20T00:00:00Z', '2027-01-20T00:00:00Z')).toEqual(
      ['2026-04', '2026-07', '2026-10', '2027-01'].map((month) => `${month}-01T00:00:00`),
    )
    expect(texts('2026-01-20T00:00:00Z', '2026-02-17T00:00:00Z')).toEqual(
      ['01-22', '02-01', '02-08', '02-15'].map((day) => `2026-${day}T00:00:00`),
    )
    expect(texts('2026-01-31T20:00:00Z', '2026-02-01T14:00:00Z')).toEqual(
      ['01-31T21', '02-01T00', '02-01T03', '02-01T06', '02-01T09', '02-01T12'].map((hour) => `2026-${hour}:00:00`),
    )
    expect(texts('2026-02-01T14:00:01Z', '2026-02-01T14:00:11Z')).toEqual(
      ['02', '04', '06', '08', '10'].map((second) => `2026-02-01T14:00:${second}`),
    )
    expect(texts('0040-01-01T00:00:00Z', '0120-01-01T00:00:00Z')[0]).toBe('0040-01-01T00:00:00')
  })

  it('says the day or the year where it is another one than before', () => {
    const marks = marksOf('2026-01-31T20:00:00Z', '2026-02-01T14:00:00Z', 6)
    expect(marks.map(({ isNew }) => isNew)).toEqual([true, true, false, false, false, false])
    expect(marksOf('1988-05-01T00:00:00Z', '2031-01-01T00:00:00Z', 6).some(({ isNew }) => isNew)).toBe(false)
  })

  it('has enough marks and not too many, wherever it is and where clocks are changed', () => {
    const random = seeded(5)
    for (const timeZone of ['UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
      process.env['TZ'] = timeZone
      for (let i = 0; i < 400; i++) {
        const span = 10_000 * 1.06 ** (random(3200) / 10)
        const from = at('2026-03-28T00:00:00Z') + (random(2000) - 1000) * span * 0.001
        const marks = axisOf({ from, span }, 8)
        expect(marks.length, `${timeZone} ${from} ${span}`).toBeLessThanOrEqual(13)
        expect(marks.length, `${timeZone} ${from} ${span}`).toBeGreaterThanOrEqual(1)
        for (const [n, { at: place, date, unit }] of marks.entries()) {
          expect(place).toBeGreaterThanOrEqual(0)
          expect(place).toBeLessThanOrEqual(1)
          if (n > 0) expect(place).toBeGreaterThan(marks[n - 1]!.at)
          if (unit !== 'second') expect(date.getSeconds()).toBe(0)
          if (unit === 'day' || unit === 'month' || unit === 'year') expect(date.getHours()).toBe(0)
        }
      }
    }
  })
})
