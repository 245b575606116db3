import { describe, expect, it } from 'vitest'
import { batched } from '../../src/lib/batch.js'

describe('batched', () => {
  it('reads what is asked for in one turn of the loop together, each key once, and gives each caller its own', async () => {
    const reads: string[][] = []
    const ask = batched(async (keys: string[]) => {
      reads.push(keys)
      return new Map(keys.filter((key) => key !== 'gone').map((key) => [key, `value of ${key}`]))
    })
    const answers = await Promise.all([ask('a'), ask('b'), ask('a'), ask('gone')])
    expect(answers).toEqual(['value of a', 'value of b', 'value of a', undefined])
    expect(await ask('a')).toBe('value of a')
    expect(reads).toEqual([['a', 'b', 'gone'], ['a']])
  })

  it('tells everyone in a batch that it failed, and nobody after it', async () => {
    let broken = true
    const ask = batched(async (keys: number[]) => {
      if (broken) throw new Error('the connection is gone')
      return new Map(keys.map((key) => [key, key * 2]))
    })
    const results = await Promise.allSettled([ask(1), ask(2)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    broken = false
    expect(await ask(1)).toBe(2)
  })

  it('gathers what is asked for while two reads are under way, and never lets it join one that has begun', async () => {
    const reads: { keys: string[]; end: () => void }[] = []
    const ask = batched(
      (keys: string[]) =>
        new Promise<Map<string, string>>((end) => {
          reads.push({ keys, end: () => end(new Map(keys.map((key) => [key, key]))) })
        }),
    )
    const first = ask('a')
    await nextTurn()
    const second = ask('b')
    await nextTurn()
    const later = [ask('a'), ask('c')]
    await nextTurn()
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    reads[0]?.end()
    expect(await first).toBe('a')
    expect(reads.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['a', 'c']])
    for (const { end } of reads) end()
    expect(await Promise.all([second, ...later])).toEqual(['b', 'a', 'c'])
  })

  it('does not let reads that hang hold up the others', async () => {
    const reads: string[][] = []
    const ask = batched(async (keys: string[]) => {
      reads.push(keys)
      if (reads.length <= 2) await new Promise(() => undefined)
      return new Map(keys.map((key) => [key, key]))
    })
    void ask('a')
    await nextTurn()
    void ask('b')
    await nextTurn()
    expect(await ask('c')).toBe('c')
    expect(reads).toEqual([['a'], ['b'], ['c']])
  })
})

/**
 * Waits until work that is due at the end of this turn of the event loop is done. Not by a timer, which a busy machine
 * may run too early.
 */
const nextTurn = () => new Promise((done) => setImmediate(done))
