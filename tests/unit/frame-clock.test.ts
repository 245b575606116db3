import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameAt, middleOf, startOf, type FrameClock } from '@parallax/shared/frame-clock.js'
import { packTicks, unpackTicks } from '@parallax/shared/frame-ticks.js'
import { regularityOf } from '@parallax/model-service/media/frame-times.js'

const milliseconds = { numerator: 1, denominator: 1000 }
const ascending = fc
  .tuple(fc.integer({ min: 0, max: 1e9 }), fc.array(fc.integer({ min: 1, max: 5e9 }), { minLength: 1, maxLength: 300 }))
  .map(([first, steps]) => {
    let at = first
    return Float64Array.from([first, ...steps.map((step) => (at += step))])
  })
const rates = ['24/1', '25/1', '30/1', '50/1', '60/1', '25/2', '24000/1001', '30000/1001', '60000/1001']

describe('the times of frames', () => {
  it('are the same after they were packed, and refused where bytes are missing or left over', () => {
    fc.assert(
      fc.property(ascending, (ticks) => {
        const packed = packTicks(ticks)
        expect(unpackTicks(packed, ticks[0]!, ticks.length)).toEqual(ticks)
        expect(() => unpackTicks(packed, ticks[0]!, ticks.length + 1)).toThrow(RangeError)
        expect(() => unpackTicks(packed, ticks[0]!, ticks.length - 1)).toThrow(RangeError)
      }),
    )
  })

  it('lead from a frame to its times and back: at its start, in its middle, and just before the next', () => {
    fc.assert(
      fc.property(ascending, (ticks) => {
        const rate = { numerator: 25, denominator: 1 }
        const clock: FrameClock = { count: ticks.length, rate, timeBase: milliseconds, firstTick: ticks[0]!, ticks }
        for (let frame = 0; frame < clock.count; frame++) {
          expect(frameAt(clock, startOf(clock, frame))).toBe(frame)
          expect(frameAt(clock, middleOf(clock, frame))).toBe(frame)
          expect(frameAt(clock, startOf(clock, frame + 1) - 1e-5)).toBe(frame)
        }
      }),
    )
  })

  it('need no list where a rate says them, rounded to the ticks of the file as it may be', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rates), fc.constantFrom(1000, 90_000, 12_800), (rate, perSecond) => {
        const timeBase = { numerator: 1, denominator: perSecond }
        const [numerator = 0, denominator = 0] = rate.split('/').map(Number)
        const time = (frame: number) => Math.round((frame * denominator * perSecond) / numerator)
        const ticks = Float64Array.from({ length: 500 }, (_, i) => time(i))
        const found = regularityOf(ticks, timeBase, [])
        expect(found).toEqual({ rate: { numerator, denominator }, isVariable: false, isExact: true })
      }),
    )
  })

  it('are of a variable rate where frames stand further from an even distance than a tick', () => {
    const even = Float64Array.from({ length: 100 }, (_, i) => i * 40)
    expect(
      regularityOf(
        even.map((tick, i) => tick + (i % 2)),
        milliseconds,
        [],
      ),
    ).toMatchObject({ rate: { numerator: 25, denominator: 1 }, isVariable: false, isExact: false })
    expect(
      regularityOf(
        even.map((tick, i) => tick + 3 * (i % 2)),
        milliseconds,
        [],
      ).isVariable,
    ).toBe(true)
    expect(regularityOf(Float64Array.of(7), milliseconds, [{ numerator: 24, denominator: 1 }])).toMatchObject({
      rate: { numerator: 24, denominator: 1 },
      isExact: true,
    })
  })

  it('have ratios that fit into 32 bits', () => {
    const rateOf = (length: number, perSecond: number) =>
      regularityOf(Float64Array.of(0, length), { numerator: 1, denominator: perSecond }, []).rate
    expect(rateOf(14, 100)).toEqual({ numerator: 50, denominator: 7 })
    const { numerator, denominator } = rateOf(3_999_999_999_991, 9_999_999 * 90_000)
    expect(Math.max(numerator, denominator)).toBeLessThanOrEqual(2_147_483_647)
    expect(numerator / denominator).toBeCloseTo(0.225, 6)
  })
})
