import { describe, expect, it } from 'vitest'
import { openAdmission, type AdmissionLimits, type Place } from '../../src/lib/admission.js'

const plenty = { waiting: { inAll: 100, perUser: 100 }, waitMs: 60_000 }

function open(limits: Partial<AdmissionLimits> = {}) {
  const one = { inAll: 2, perUser: 1, ...plenty, ...limits }
  return openAdmission({ export: one, import: one, upload: one, modelCall: one, heavyOperation: one })
}

/** Lets everything that is ready go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('places', () => {
  it('go round between people, however many wishes each of them has', async () => {
    const admission = open({ inAll: 1 })
    const order: string[] = []
    const places: Place[] = []
    const wish = (user: string) =>
      admission.enter('import', user).then((place) => {
        order.push(user)
        places.push(place)
      })
    const all = ['ann', 'ann', 'ann', 'ann', 'ben', 'ben', 'eva'].map(wish)
    for (let n = 0; n < all.length; n++) {
      await settle()
      places[n]?.leave()
    }
    await Promise.all(all)
    expect(order).toEqual(['ann', 'ann', 'ben', 'eva', 'ann', 'ben', 'ann'])
    expect(admission.counts('import')).toEqual({ running: 0, waiting: 0 })
  })

  it('are as many of one person as that may have, while others find theirs at once', async () => {
    const admission = open({ inAll: 3, perUser: 2 })
    const [first] = [await admission.enter('import', 'ann'), await admission.enter('import', 'ann')]
    let third = false
    const waiting = admission.enter('import', 'ann').then(() => (third = true))
    await admission.enter('import', 'ben')
    await settle()
    expect(third).toBe(false)
    first.leave()
    first.leave()
    await waiting
    expect(admission.counts('import')).toEqual({ running: 3, waiting: 0 })
  })

  it('are refused with the seconds to wait where too many of one person, or of all, wait already', async () => {
    const admission = open({ inAll: 1, waiting: { inAll: 3, perUser: 2 } })
    await admission.enter('import', 'ann')
    const waiting = [admission.enter('import', 'ann'), admission.enter('import', 'ann')]
    const refusal = { code: 'RATE_LIMITED', extra: { retryAfter: expect.any(Number) } }
    await expect(admission.enter('import', 'ann')).rejects.toMatchObject(refusal)
    waiting.push(admission.enter('import', 'ben'))
    await expect(admission.enter('import', 'eva')).rejects.toMatchObject(refusal)
    // Other kinds have places of their own.
    await admission.enter('export', 'eva')
    expect(admission.counts('import')).toEqual({ running: 1, waiting: 3 })
    expect(waiting).toHaveLength(3)
  })

  it('are no longer waited for by who goes away, and refused to who has waited too long', async () => {
    const admission = open({ inAll: 1, waitMs: 30 })
    const place = await admission.enter('import', 'ann')
    const gone = new AbortController()
    const left = admission.enter('import', 'ben', gone.signal)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await expect(admission.enter('import', 'ben', gone.signal)).rejects.toThrow('gone')
    await expect(admission.enter('import', 'eva')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(admission.counts('import')).toEqual({ running: 1, waiting: 0 })
    place.leave()
    expect(admission.counts('import')).toEqual({ running: 0, waiting: 0 })
  })

  it('are free again however the work ends', async () => {
    const admission = open()
    const fail = () => Promise.reject(new Error('work'))
    await expect(admission.during('import', 'ann', undefined, fail)).rejects.toThrow('work')
    expect(await admission.during('import', 'ann', undefined, async () => 7)).toBe(7)
    expect(admission.counts('import')).toEqual({ running: 0, waiting: 0 })
  })
})
