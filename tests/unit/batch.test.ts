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
})
