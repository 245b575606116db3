import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkParts } from '../../src/commands/doctor-checks.js'
import type { Finding } from '../../src/commands/finding.js'
import { startApi, type Answer, type Person, type TestApi } from '../support/api.js'
import { made, unique } from '../support/workspace.js'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await startApi({ ALLOW_REGISTRATION: 'true' })
  admin = await api.admin()
})
afterAll(() => api.stop())

const message = 'is one of the most common passwords, which are guessed first; choose another one'
const newcomer = (password: string) => {
  const username = unique('newcomer')
  return { username, displayName: 'New', email: `${username}@example.org`, password }
}
const refusal = ({ status, body }: Answer<any>) => [status, body.code, body.details]
const refused = [400, 'VALIDATION_ERROR', [{ field: 'password', message }]]

describe('a password that everybody tries first', () => {
  it.each(['password1', 'PassWord1', 'qwertyuiop', '1234567890'])(
    'is refused at registration: %s',
    async (password) => {
      const input = newcomer(password)
      expect(refusal(await api.anonymous.post('/api/auth/register', input))).toEqual(refused)
      const { errors } = await api.anonymous.graph(
        'mutation ($input: RegisterInput!) { register(input: $input) { account { userId } } }',
        { input },
      )
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'input.password', message }],
      })
      const { username } = input
      expect((await api.anonymous.post('/api/auth/login', { username, password })).status).toBe(401)
    },
  )

  it('is refused when people change theirs, who keep the old one and their sessions', async () => {
    const ann = await api.person()
    expect(refusal(await ann.put('/api/user/profile', { password: 'dragon' }))).toEqual(refused)
    const { errors } = await ann.graph(
      'mutation ($input: UpdateProfileInput!) { updateProfile(input: $input) { account { userId } } }',
      { input: { password: 'Dragon' } },
    )
    expect(errors?.[0]?.extensions['details']).toEqual([{ field: 'input.password', message }])
    expect((await ann.get('/api/auth/me')).status).toBe(200)
    const old = { username: ann.username, password: 'password-1' }
    expect((await api.anonymous.post('/api/auth/login', old)).status).toBe(200)
  })

  it('is refused when administrators make accounts or give a new password', async () => {
    expect(refusal(await admin.post('/api/admin/users', newcomer('letmein')))).toEqual(refused)
    const { id } = await made(admin.post('/api/admin/users', newcomer('turnip-lantern-3')))
    expect(refusal(await admin.put(`/api/admin/users/${id}`, { password: 'monkey' }))).toEqual(refused)
    expect((await admin.put(`/api/admin/users/${id}`, { password: 'turnip-lantern-4' })).status).toBe(200)
  })

  it('is a fault that doctor reports when ADMIN_PASSWORD is one', async () => {
    const findings: Finding[] = []
    const { config } = api.app.services
    await checkParts({ ...config, adminPassword: 'ChangeMe' }, false, (finding) => findings.push(finding))
    expect(findings).toContainEqual({
      state: 'fault',
      text: 'ADMIN_PASSWORD is one of the most common passwords, which are guessed first',
    })
  })

  it('may be chosen where ALLOW_COMMON_PASSWORDS says so', async () => {
    const trial = await startApi({ ALLOW_REGISTRATION: 'true', ALLOW_COMMON_PASSWORDS: 'true' })
    try {
      expect((await trial.anonymous.post('/api/auth/register', newcomer('password1'))).status).toBe(201)
    } finally {
      await trial.stop()
    }
  })
})
