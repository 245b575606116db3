import { Type, type Static } from '@sinclair/typebox'
import type { FrameClock } from './frame-clock.js'
import { unpackTicks } from './frame-ticks.js'

const fraction = Type.Object({ numerator: Type.Integer({ minimum: 1 }), denominator: Type.Integer({ minimum: 1 }) })

/** The JSON form of a FrameClock that is sent to the model service, so that both sides count the same frames. */
export const sentClock = Type.Object({
  count: Type.Integer({ minimum: 1 }),
  rate: fraction,
  time_base: fraction,
  first_tick: Type.Integer(),
  /** The packed ticks of all frames (frame-ticks.ts) in base64; null if the frame rate gives the exact times. */
  ticks: Type.Union([Type.String(), Type.Null()]),
})
export type SentClock = Static<typeof sentClock>

/** Decodes a clock. Throws RangeError if the packed ticks do not fit the number of frames. */
export const clockOf = ({ count, rate, time_base, first_tick, ticks }: SentClock): FrameClock => ({
  ...{ count, rate, timeBase: time_base, firstTick: first_tick },
  ticks: ticks === null ? null : unpackTicks(Buffer.from(ticks, 'base64'), first_tick, count),
})
