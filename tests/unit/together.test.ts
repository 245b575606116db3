import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { together } from '@parallax/shared/together.js'

describe('acts that go together', () => {
  it('answer in their order', async () => {
    const none = new AbortController().signal
    expect(await together(none, [async () => sleep(5, 'first'), async () => 2])).toEqual(['first', 2])
  })

  it('are all over when one has failed: the others are told, and waited for', async () => {
    const ended: string[] = []
    const waits = async (signal: AbortSignal) => {
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      await sleep(5)
      ended.push('one that waited')
    }
    const fails = async () => {
      throw new Error('no')
    }
    await expect(together(new AbortController().signal, [waits, fails, waits])).rejects.toThrow('no')
    expect(ended).toHaveLength(2)
  })

  it('reject when the shared signal is aborted', async () => {
    const all = new AbortController()
    const waiting = together(all.signal, [(signal) => sleep(60_000, undefined, { signal })])
    all.abort()
    await expect(waiting).rejects.toThrow('aborted')
  })
})
