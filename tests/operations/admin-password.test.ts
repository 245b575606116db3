import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../../db/seed.js'
import { startApi, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const signIn = async (password: string) =>
  (await api.as('').post('/api/auth/login', { username: 'admin', password })).status

it('a password that the administrator chose outlives a change of the encryption key (AM-05)', async () => {
  const { config, db } = api.app.services
  const first = config.adminPassword ?? ''
  const chosen = 'chosen by the administrator'
  await made((await api.admin()).put('/api/user/profile', { password: chosen }))
  const admin = await api.signIn('admin', chosen)
  const key = 'cd'.repeat(32)
  // A start with both keys, and a later one without the previous key.
  for (const previousKey of [config.encryption.key, null]) {
    await seed(db, { ...config, encryption: { ...config.encryption, key, previousKey } })
    expect([await signIn(chosen), await signIn(first)]).toEqual([200, 401])
    expect((await admin.get('/api/auth/me')).status).toBe(200)
  }
  // A changed ADMIN_PASSWORD is applied.
  await seed(db, { ...config, adminPassword: 'another-password-1', encryption: { ...config.encryption, key } })
  expect([await signIn(chosen), await signIn('another-password-1')]).toEqual([401, 200])
  expect((await admin.get('/api/auth/me')).status).toBe(401)
})
