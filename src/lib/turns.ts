import { setImmediate } from 'node:timers'

/**
 * Long work is done in turns of so many milliseconds, so that the event loop serves others in between. With the garbage
 * collector and what else a turn of the loop does this stays well below 50 ms.
 */
const turnMs = 4

const waiting: (() => void)[] = []

/** One piece of work goes on in each round of the event loop, however many there are: the rounds stay short. */
function next(): void {
  waiting.shift()?.()
  if (waiting.length) setImmediate(next)
}

function nextRound(): Promise<void> {
  return new Promise((done) => {
    if (waiting.push(done) === 1) setImmediate(next)
  })
}

/** Who is told of the time that work has taken, and may end it by throwing. */
export interface Clock {
  /** Milliseconds that the work has held the event loop; throws when it is to end. */
  spend(milliseconds: number): void
}

/** The time of one piece of work, from one pause to the next. */
export class Turn {
  private since = performance.now()

  constructor(private readonly clock: Clock) {}

  /** Whether it is somebody else's turn; looks at the clock. */
  isOver(): boolean {
    return performance.now() - this.since >= turnMs
  }

  /** Lets others go first. Throws when the work is to end. */
  async pause(): Promise<void> {
    this.end()
    await nextRound()
    this.since = performance.now()
    this.clock.spend(0)
  }

  /** The work is done, or waits for something else: what it has taken counts. */
  end(): void {
    const now = performance.now()
    const spent = now - this.since
    this.since = now
    this.clock.spend(spent)
  }
}

/**
 * Runs `act` for 0 to count - 1 in their order, looking at the clock after each `step`. Small work is done at once and
 * answers nothing; longer work answers a promise.
 */
export function inTurns(
  clock: Clock,
  count: number,
  act: (index: number) => void,
  step = 64,
): Promise<void> | undefined {
  if (count > 4 * step) return slowly(clock, count, act, step)
  for (let i = 0; i < count; i++) act(i)
  return undefined
}

async function slowly(clock: Clock, count: number, act: (index: number) => void, step: number): Promise<void> {
  const turn = new Turn(clock)
  // Not right behind what came before: a piece of work begins many such loops at once.
  await turn.pause()
  for (let i = 0; i < count;) {
    for (const end = Math.min(count, i + step); i < end; i++) act(i)
    if (i < count && turn.isOver()) await turn.pause()
  }
  turn.end()
}
