import { Type, type Static } from '@sinclair/typebox'
import type { FrameClock } from './frame-clock.js'
import { unpackTicks } from './frame-ticks.js'

const fraction = Type.Object({ numerator: Type.Integer({ minimum: 1 }), denominator: Type.Integer({ minimum: 1 }) })

/** A clock on its way to the model service, so that both count the same frames. */
export const sentClock = Type.Object({
  count: Type.Integer({ minimum: 1 }),
  rate: fraction,
  time_base: fraction,
  first_tick: Type.Integer(),
  /** Base64 of the ticks of all frames (frame-ticks.ts); null where the rate says them exactly. */
  ticks: Type.Union([Type.String(), Type.Null()]),
})
export type SentClock = Static<typeof sentClock>

/** RangeError where the ticks are not those of so many frames. */
export const clockOf = ({ count, rate, time_base, first_tick, ticks }: SentClock): FrameClock => ({
  ...{ count, rate, timeBase: time_base, firstTick: first_tick },
  ticks: ticks === null ? null : unpackTicks(Buffer.from(ticks, 'base64'), first_tick, count),
})
