import { setImmediate } from 'node:timers'

/**
 * The time in milliseconds that all long work together may take in one round of the event loop. Unfinished work
 * continues in later rounds, one piece in each, so that events are handled in between; people take turns. With garbage
 * collection and the rest of the round, a round stays well below 50 ms. An answer of typical size is built without a
 * pause, because paused requests keep their rows in memory, and garbage collection then takes longer than the work
 * (2,000 objects by 16 clients: 7.1 ms with a pause before each step, 3.5 ms without).
 */
const roundMs = 10

/** The start of the first long work of this round, in milliseconds of performance.now; 0 if none has begun. */
let began = 0

function beginRound(): void {
  began = performance.now()
  setImmediate(endRound)
}

function endRound(): void {
  began = 0
}

/** The waiting work by person; the person whose last turn was the longest ago comes first. */
const waiting = new Map<string, (() => void)[]>()

function next(): void {
  beginRound()
  for (const [person, line] of waiting) {
    const go = line.shift()
    // After a turn, a person goes behind all others.
    waiting.delete(person)
    if (line.length) waiting.set(person, line)
    go?.()
    break
  }
  if (waiting.size) setImmediate(next)
}

function nextRound(person: string): Promise<void> {
  return new Promise((done) => {
    if (waiting.size === 0) setImmediate(next)
    const line = waiting.get(person)
    if (line) line.push(done)
    else waiting.set(person, [done])
  })
}

/** Waits for a later round, in which this is the only long work: for a long step that cannot be divided. */
export const giveWay = ({ person = '' }: Pick<Clock, 'person'>): Promise<void> => nextRound(person)

/** The number of pieces of work that wait for a later round, by their clock. */
const paused = new WeakMap<Clock, number>()

/**
 * Waits until no work of the clock is paused, and until the work that is running has been done: for a step that is
 * taken once for all pieces of work of a request.
 */
export async function whenNonePaused(clock: Clock): Promise<void> {
  await Promise.resolve()
  while (paused.get(clock)) await new Promise((done) => setImmediate(done))
}

/** Accounts for the time of work, and may stop the work by throwing. */
export interface Clock {
  /** The person for whom the work is done; people take turns. */
  readonly person?: string
  /** Adds milliseconds for which the work has occupied the event loop; throws when the work is to stop. */
  spend(milliseconds: number): void
}

/** Measures the time slices of one piece of work, from one pause to the next. */
export class Turn {
  private since = performance.now()

  constructor(private readonly clock: Clock) {
    if (began === 0) beginRound()
  }

  /** Returns whether the time of this round is used up, so that the work should pause. */
  isOver(): boolean {
    if (began === 0) beginRound()
    return performance.now() - began >= roundMs
  }

  /** Yields to other work until a later round. Throws when the work is to stop. */
  async pause(): Promise<void> {
    this.end()
    const { clock } = this
    paused.set(clock, (paused.get(clock) ?? 0) + 1)
    try {
      await nextRound(clock.person ?? '')
    } finally {
      paused.set(clock, paused.get(clock)! - 1)
    }
    this.since = performance.now()
    clock.spend(0)
  }

  /** Charges the time since the last pause, when the work is done or waits for something else. */
  end(): void {
    const now = performance.now()
    const spent = now - this.since
    this.since = now
    this.clock.spend(spent)
  }
}

/**
 * Work of few steps checks the clock after this many steps, because a step may be long, such as a text of a megabyte.
 */
const often = 4

/**
 * Runs `act` for 0 to count - 1 in order. Short work (at most 16 × `step` calls, within the time of a round) is done
 * synchronously and returns undefined; longer work checks the clock after every `step` calls and returns a promise.
 */
export function inTurns(
  clock: Clock,
  count: number,
  act: (index: number) => void,
  step = 64,
): Promise<void> | undefined {
  if (count > 16 * step) return slowly(clock, count, act, step)
  const since = performance.now()
  for (let i = 0; i < count;) {
    act(i++)
    if (i % often === 0 && i < count && performance.now() - since >= roundMs) return slowly(clock, count, act, often, i)
  }
  return undefined
}

async function slowly(
  clock: Clock,
  count: number,
  act: (index: number) => void,
  step: number,
  from = 0,
): Promise<void> {
  const turn = new Turn(clock)
  // Earlier work of this round may have used up its time.
  if (turn.isOver()) await turn.pause()
  for (let i = from; i < count;) {
    for (const end = Math.min(count, i + step); i < end; i++) act(i)
    if (i < count && turn.isOver()) await turn.pause()
  }
  turn.end()
}
