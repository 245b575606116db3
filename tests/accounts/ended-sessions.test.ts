import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { annotation, entity, sequence } from '../exchange/lines.js'
import { importLines } from '../exchange/support.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi({ EXPORT_CONCURRENCY: '20', EXPORT_CONCURRENCY_PER_USER: '4' })
  admin = await api.admin()
  const folder = join(api.folder, 'videos')
  mkdirSync(folder, { recursive: true })
  const size = 1024 ** 3
  writeFileSync(join(folder, 'long.mp4'), '')
  truncateSync(join(folder, 'long.mp4'), size)
  const video = { id: 'long', filename: 'long.mp4', path: join(folder, 'long.mp4'), size }
  await api.app.services.db.insertInto('videos').values(video).execute()
})
afterAll(() => api.stop())

const answers = { 'an export': '/api/export?includeInterpolated=true', 'a video': '/api/videos/long/stream' }

/** Begins to read an answer that does not end by itself within the test; resolves with how it ended. */
async function reading(who: Person, path: string) {
  // Compressed, most of the export would lie between server and client by the time that it is broken off.
  const response = await who.request(path, { headers: { 'accept-encoding': 'identity' } })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  let ended: 'whole' | 'broken' | undefined
  const on = (async () => {
    try {
      while (!ended && !(await reader.read()).done) await sleep(10)
      ended ??= 'whole'
    } catch {
      ended = 'broken'
    }
  })()
  return { ended: () => ended, leave: () => reader.cancel().then(() => on) }
}

describe('a running answer', () => {
  it.each([
    ['is deactivated', (who: Person) => admin.put(`/api/admin/users/${who.id}`, { isActive: false })],
    ['is removed', (who: Person) => admin.delete(`/api/admin/users/${who.id}?content=delete`)],
    ['gets another password', (who: Person) => admin.put(`/api/admin/users/${who.id}`, { password: 'word-2-of-many' })],
    ['signs out', (who: Person) => who.post('/api/auth/logout')],
  ])(
    'is broken off within seconds when its user %s, and others go on',
    async (_what, end) => {
      const [who, other] = [await api.person(), await api.person()]
      const lines = () => [entity('e1'), annotation({ boundingBoxSequence: sequence([0, 3_000_000]) })]
      for (const one of [who, other]) expect((await importLines(one, lines())).body.success).toBe(true)
      const paths = Object.values(answers)
      const cut = await Promise.all(paths.map((path) => reading(who, path)))
      const kept = await Promise.all(paths.map((path) => reading(other, path)))
      await made(end(who))
      const ends = () => cut.map(({ ended }) => ended())
      await expect.poll(ends, { timeout: 10_000 }).toEqual(['broken', 'broken'])
      expect(kept.map(({ ended }) => ended())).toEqual([undefined, undefined])
      for (const one of kept) await one.leave()
    },
    30_000,
  )

  it('is broken off within seconds when its token is revoked, and others of the user go on', async () => {
    const who = await api.person()
    const lines = [entity('e1'), annotation({ boundingBoxSequence: sequence([0, 3_000_000]) })]
    expect((await importLines(who, lines)).body.success).toBe(true)
    const body = { name: 'Robot', scopes: ['read', 'export'] }
    const [revoked, other] = [await made(who.post('/api/tokens', body)), await made(who.post('/api/tokens', body))]
    const paths = Object.values(answers)
    const cut = await Promise.all(paths.map((path) => reading(api.byToken(revoked.token), path)))
    const kept = await reading(api.byToken(other.token), answers['a video'])
    await made(who.delete(`/api/tokens/${revoked.id}`))
    const ends = () => cut.map(({ ended }) => ended())
    await expect.poll(ends, { timeout: 10_000 }).toEqual(['broken', 'broken'])
    expect(kept.ended()).toBe(undefined)
    await kept.leave()
  })
})
