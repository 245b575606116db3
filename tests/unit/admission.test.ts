import { describe, expect, it } from 'vitest'
import { openAdmission } from '../../src/lib/fairness/admission.js'
import type { Place, PlaceLimits } from '../../src/lib/fairness/places.js'
import { openSharedAdmission, shareAdmission } from '../../src/lib/fairness/shared-admission.js'

const plenty = { waiting: { inAll: 100, perUser: 100 }, waitMs: 60_000 }

function open(limits: Partial<PlaceLimits> = {}) {
  const one = { inAll: 2, perUser: 1, ...plenty, ...limits }
  return openAdmission({
    export: one,
    import: one,
    upload: one,
    modelCall: one,
    heavyOperation: one,
    keyed: one,
    follow: one,
    agreement: one,
  })
}

/** Waits one turn of the event loop, so that resolved promises are handled. */
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

  it('are not all taken by two people: the last of four is for somebody who has none, and one more for administrators', async () => {
    const admission = open({ inAll: 4, perUser: 2, waiting: { inAll: 0, perUser: 0 } })
    await admission.enter('export', 'ann')
    await admission.enter('export', 'ann')
    await admission.enter('export', 'ben')
    await expect(admission.enter('export', 'ben')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await admission.enter('export', 'eva')
    await expect(admission.enter('export', 'eve')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await admission.enter('export', 'root', undefined, { isAdmin: true })
    await expect(admission.enter('export', 'root', undefined, { isAdmin: true })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  it('whose holders are told that others wait, at each refusal and while somebody waits', async () => {
    const admission = open({ inAll: 1, waiting: { inAll: 1, perUser: 1 } })
    let hurried = 0
    const place = await admission.enter('export', 'ann', undefined, { hurry: () => (hurried += 1) })
    expect(hurried).toBe(0)
    const waiting = admission.enter('export', 'ben')
    await expect(admission.enter('export', 'eva')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(hurried).toBe(2)
    await expect.poll(() => hurried, { timeout: 5000 }).toBeGreaterThan(2)
    place.leave()
    ;(await waiting).leave()
    const then = hurried
    await expect(admission.enter('export', 'eva')).resolves.toBeDefined()
    expect(hurried).toBe(then)
  })

  it('are refused with the seconds to wait where too many of one person, or of all, wait already', async () => {
    const admission = open({ inAll: 1, waiting: { inAll: 3, perUser: 2 } })
    const place = await admission.enter('import', 'ann')
    const waiting = [admission.enter('import', 'ann'), admission.enter('import', 'ann')]
    const refusal = { code: 'RATE_LIMITED', extra: { retryAfter: expect.any(Number) } }
    await expect(admission.enter('import', 'ann')).rejects.toMatchObject(refusal)
    waiting.push(admission.enter('import', 'ben'))
    await expect(admission.enter('import', 'eva')).rejects.toMatchObject(refusal)
    // Other kinds of work have slots of their own.
    await admission.enter('export', 'eva')
    expect(admission.counts('import')).toEqual({ running: 1, waiting: 3 })
    place.leave()
    await Promise.all(waiting.map(async (turn) => (await turn).leave()))
    expect(admission.counts('import')).toEqual({ running: 0, waiting: 0 })
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

describe('places that another process takes', () => {
  /** The two ends of a channel between processes, both in this process; messages take a turn of the event loop. */
  function twoEnds() {
    const heard: [((message: never) => void)[], ((message: never) => void)[]] = [[], []]
    const end = (mine: 0 | 1) => ({
      send: (message: object) =>
        void setImmediate(() => heard[1 - mine]?.forEach((listener) => listener(structuredClone(message) as never))),
      onMessage: (listener: (message: never) => void) => void heard[mine].push(listener),
    })
    return [end(0), end(1)] as const
  }
  function share(limits: Partial<PlaceLimits> = {}) {
    const admission = open(limits)
    const join = () => {
      const [here, there] = twoEnds()
      const giveBack = shareAdmission(admission, here)
      return { process: openSharedAdmission(there), giveBack }
    }
    return { admission, join }
  }
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await settle()
  }

  it('are counted together, and refused with the time to come again', async () => {
    const { join } = share({ inAll: 2, perUser: 1, waiting: { inAll: 0, perUser: 0 } })
    const [one, other] = [join().process, join().process]
    const place = await one.enter('export', 'ann')
    expect(one.counts('export')).toEqual({ running: 1, waiting: 0 })
    await expect(other.enter('export', 'ann')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      extra: { retryAfter: expect.any(Number) },
    })
    expect(await other.during('export', 'ben', undefined, async () => 'done')).toBe('done')
    place.leave()
    place.leave()
    await settled()
    await expect(other.enter('export', 'ann')).resolves.toBeDefined()
  })

  it('are not kept for whoever went away, waiting or just admitted', async () => {
    const { admission, join } = share({ inAll: 1 })
    const [one, other] = [join().process, join().process]
    const place = await one.enter('import', 'ann')
    const leaving = new AbortController()
    const waits = other.enter('import', 'ben', leaving.signal)
    await settled()
    expect(admission.counts('import')).toEqual({ running: 1, waiting: 1 })
    leaving.abort(new Error('gone'))
    await expect(waits).rejects.toThrow('gone')
    const late = new AbortController()
    const admitted = other.enter('import', 'ben', late.signal)
    place.leave()
    late.abort(new Error('gone too'))
    await expect(admitted).rejects.toThrow('gone too')
    await settled()
    expect(admission.counts('import')).toEqual({ running: 0, waiting: 0 })
  })

  it('are given back when their process ends', async () => {
    const { admission, join } = share({ inAll: 2, perUser: 2 })
    const { process: dying, giveBack } = join()
    await dying.enter('upload', 'ann')
    await dying.enter('upload', 'ann')
    void dying.enter('upload', 'ann').catch(() => undefined)
    await settled()
    expect(admission.counts('upload')).toEqual({ running: 2, waiting: 1 })
    giveBack()
    await settled()
    expect(admission.counts('upload')).toEqual({ running: 0, waiting: 0 })
  })
})
