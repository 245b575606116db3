import bcrypt from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seed } from '../../db/seed.js'
import { checkUserNames } from '../../src/commands/doctor-outside.js'
import type { Finding } from '../../src/commands/finding.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let admin: Person
let lee: Person
const password = 'a long winter coat'

beforeAll(async () => {
  api = await startApi({ ALLOW_REGISTRATION: 'true' })
  admin = await api.admin()
  lee = await api.person('Lee.Mason')
})
afterAll(() => api.stop())

const register = (username: string) =>
  api.anonymous.post('/api/auth/register', { username, password, displayName: 'Somebody' })
const create = (username: string) => admin.post('/api/admin/users', { username, password, displayName: 'Somebody' })
const createByGraph = (username: string) =>
  admin.graph('mutation ($input: CreateUserInput!) { createUser(input: $input) { account { username } } }', {
    input: { username, password, displayName: 'Somebody' },
  })
const login = (username: string, given = password) =>
  api.anonymous.post('/api/auth/login', { username, password: given })

/** Adds an account as an older version left it. */
async function oldAccount(username: string, passwordHash: string | null = null): Promise<string> {
  const id = newId()
  await api.app.services.db.insertInto('users').values({ id, username, displayName: 'Old', passwordHash }).execute()
  return id
}

const spellings = {
  'capital letters': 'ADMIN',
  'one capital letter': 'Admin',
  'a capital I with a dot': 'ADM\u0130N',
  'a small i without one': 'adm\u0131n',
  'full-width letters': '\uff41\uff44\uff4d\uff49\uff4e',
  'a circled letter': '\u24d0dmin',
  'a phonetic letter': '\u0251dmin',
  'small capitals': '\u1d00\u1d05\u1d0d\u026a\u0274',
}

describe('a new user name', () => {
  it.each(Object.entries(spellings))('is refused where it spells a taken one with %s', async (_, name) => {
    const refused = await register(name)
    expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'username'])
    expect((await create(name)).status).toBe(409)
    expect((await createByGraph(name)).errors?.[0]?.extensions.code).toBe('CONFLICT')
  })

  it('is refused where letters of other alphabets look like the taken one', async () => {
    expect((await create('scope')).status).toBe(201)
    for (const name of ['\u0455\u0441\u043e\u0440\u0435', '\u0405\u0421\u041e\u0420\u0415'])
      expect((await create(name)).status, name).toBe(409)
    expect((await create('\u0422\u041e\u041c')).status).toBe(201)
    expect((await create('tom')).status).toBe(409)
  })

  const unseen = {
    'a space at the end': 'admin ',
    'a space within': 'ad min',
    'a no-break space': 'ad\u00a0min',
    'a zero-width space': 'ad\u200bmin',
    'a zero-width joiner': 'ad\u200dmin',
    'a soft hyphen': 'ad\u00admin',
    'a joiner of graphemes': 'ad\u034fmin',
    'a variation selector': 'admin\ufe0f',
    'an invisible letter': 'admin\u3164',
    'a reversal of the direction': '\u202eadmin',
    'a tag character': 'admin\u{e0041}',
    'a control character': 'ad\u0007min',
    'a letter of another alphabet': '\u0430dmin',
    'letters of an alphabet nobody writes': '\u13aa\u13a0\u13b7',
    'a picture': 'admin\u{1f600}',
  }
  it.each(Object.entries(unseen))('has no place for %s', async (_, name) => {
    for (const refused of [await register(name), await create(name)])
      expect([refused.status, refused.body.details?.[0]?.field]).toEqual([400, 'username'])
    expect((await createByGraph(name)).errors?.[0]?.extensions.code).toBe('VALIDATION_ERROR')
  })

  it('may be written in any alphabet in use, with the signs of addresses', async () => {
    const names = [
      'иван.петров',
      'Ιωάννης',
      '山田_taro',
      '김철수',
      'محمد',
      'नरेंद्र',
      'สมชาย',
      "o'neil+x@example.org",
      'José-María',
    ]
    for (const name of names) expect(await made(create(name)), name).toMatchObject({ username: name.normalize('NFKC') })
  })

  it('is kept with plain letters and the case as sent', async () => {
    expect(await made(create('Ｍaria'))).toMatchObject({ username: 'Maria' })
  })

  it('is given to one of those who ask for its spellings at once', async () => {
    const answers = await Promise.all(['Racing', 'racing', 'RACING', 'rAcing'].map(register))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  })
})

describe('a known user name', () => {
  it('is found in any spelling: at sign-in, in look-ups and in place of an id', async () => {
    expect((await create('Nora')).status).toBe(201)
    for (const name of ['nora', 'NORA', 'Ｎora']) expect((await login(name)).body.user?.username).toBe('Nora')
    const found = await made(lee.get('/api/users?username=NORA'))
    expect(found).toMatchObject([{ username: 'Nora' }])
    const byName = await lee.graph('query { user(username: "nOrA") { username } }')
    expect(byName.data?.user).toEqual({ username: 'Nora' })
    const group = await made(lee.post('/api/groups', { name: 'Team', slug: 'team' }))
    const member = { username: 'NORA', role: 'group_member' }
    expect((await made(lee.post(`/api/groups/${group.id}/members`, member))).userId).toBe(found[0].id)
  })

  it('is locked in all its spellings by failures in any', async () => {
    expect((await create('Locked')).status).toBe(201)
    for (const name of ['locked', 'LOCKED', 'Locked', 'ｌocked'])
      expect((await login(name, 'wrong password')).status, name).toBe(401)
    for (const name of ['locked', 'Locked']) expect((await login(name)).status, name).toBe(429)
  })
})

describe('accounts of older versions', () => {
  it('keep their names, sign in as before and are told by doctor', async () => {
    const hash = (text: string) => bcrypt.hash(text, 4)
    const ids = [
      await oldAccount('Twin', await hash('password of Twin')),
      await oldAccount('twin', await hash('password of twin')),
      await oldAccount('blank name ', await hash('password of blank')),
      await oldAccount('a\u0000dmin'.replace('\u0000', '\u200b'), await hash('password of unseen')),
    ]
    await seed(api.app.services.db, api.app.services.config)
    for (const [i, name, own] of [
      [0, 'Twin', 'password of Twin'],
      [1, 'twin', 'password of twin'],
      [1, 'TWIN', 'password of twin'],
      [2, 'blank name ', 'password of blank'],
      [3, 'a\u200bdmin', 'password of unseen'],
    ] as const)
      expect((await login(name, own)).body.user?.id, name).toBe(ids[i])
    expect((await create('TWIN')).status).toBe(409)

    const told: Finding[] = []
    await checkUserNames(api.app.services.db, (finding) => told.push(finding))
    expect(told.map(({ state, text }) => `${state}: ${text}`).sort()).toEqual([
      'note: user names: "Twin" is a spelling of "twin"',
      'note: user names: "a\\u200bdmin" has characters that new names may not have',
      'note: user names: "blank name " has characters that new names may not have',
    ])
  })

  it('do not end the lockout of an account whose name they spell', async () => {
    await oldAccount('guess', await bcrypt.hash('its own password', 4))
    await oldAccount('Guess', await bcrypt.hash('of the guesser', 4))
    await seed(api.app.services.db, api.app.services.config)
    for (let i = 0; i < 4; i++) {
      expect((await login('guess', 'wrong password')).status).toBe(401)
      expect((await login('Guess', 'of the guesser')).status).toBe(200)
    }
    expect((await login('guess', 'its own password')).status).toBe(429)
  })

  it('start a server although the name of the administrator is taken in another spelling', async () => {
    const { db, config } = api.app.services
    await db.updateTable('users').set({ username: 'ADMIN' }).where('username', '=', 'admin').execute()
    await seed(db, config)
    expect((await login('admin', String(config.adminPassword))).body.user?.username).toBe('admin')
  })
})

describe('a password', () => {
  const composed = 'pass caf\u00e9 word'
  const decomposed = composed.normalize('NFD')

  it('opens the account whether the keyboard writes an accent by itself or not', async () => {
    for (const [name, chosen] of [
      ['composed', composed],
      ['decomposed', decomposed],
    ] as const) {
      expect(
        (await admin.post('/api/admin/users', { username: name, password: chosen, displayName: name })).status,
      ).toBe(201)
      for (const given of [composed, decomposed]) expect((await login(name, given)).status, name).toBe(200)
      expect((await login(name, 'pass cafe word')).status).toBe(401)
    }
  })

  it('still opens an account whose hash was made of the characters as typed', async () => {
    await oldAccount('typed', await bcrypt.hash(decomposed, 4))
    expect((await login('typed', decomposed)).status).toBe(200)
    expect((await login('typed', 'pass cafe word')).status).toBe(401)
  })
})
