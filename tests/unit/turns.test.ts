import { describe, expect, it } from 'vitest'
import { Budget } from '../../src/lib/fairness/budget.js'
import { inTurns, whenNonePaused } from '../../src/lib/fairness/turns.js'

const limits = { objects: Infinity, bytes: Infinity, rows: Infinity, loopMs: Infinity }

/** Work that holds the event loop for `pieces` rounds, for one person; adds the person to `order` at its end. */
function work(person: string, pieces: number, order: string[]): Promise<void> {
  const budget = new Budget(limits)
  budget.person = person
  const act = () => {
    for (const until = performance.now() + 10.5; performance.now() < until;);
  }
  return Promise.resolve(inTurns(budget, pieces, act, pieces > 16 ? 1 : pieces / 17)).then(
    () => void order.push(person),
  )
}

describe('long work', () => {
  it('gives way also where it has few steps that are long', async () => {
    const busy = () => {
      for (const until = performance.now() + 3; performance.now() < until;);
    }
    const done: number[] = []
    const waits = inTurns(new Budget(limits), 40, (i) => (busy(), done.push(i)))
    // Forty steps of 3 ms are not done in one go, unlike forty short ones.
    expect(done.length).toBeLessThan(20)
    await waits
    expect(done).toEqual(Array.from({ length: 40 }, (_, i) => i))
    expect(inTurns(new Budget(limits), 40, () => undefined)).toBeUndefined()
  })

  it('is taken in turns by person, however many pieces of one person wait', async () => {
    const order: string[] = []
    await Promise.all([...Array.from({ length: 8 }, () => work('ann', 20, order)), work('ben', 20, order)])
    // Ben has one of nine pieces of work, and would be last if pieces had turns instead of people.
    expect(order[0]).toBe('ben')
  })

  it('is waited for by what is done once for all pieces of a request', async () => {
    const budget = new Budget(limits)
    const done: number[] = []
    const busy = (i: number) => {
      for (const until = performance.now() + 3; performance.now() < until;);
      done.push(i)
    }
    const first = inTurns(budget, 20, busy)
    const waits = whenNonePaused(budget).then(() => done.length)
    // A piece that begins when another is done counts as well.
    const second = Promise.resolve(first).then(() => inTurns(budget, 20, busy))
    expect(await waits).toBe(40)
    await second
    await whenNonePaused(budget)
  })
})
