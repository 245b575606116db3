import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyForCall, noteKeyUse } from '../../src/accounts/api-key.service.js'
import { cipherKeyId, decryptSecret, encryptSecret } from '../../src/accounts/key-cipher.js'
import { rotateKeys } from '../../src/accounts/key-rotation.service.js'
import { newId } from '../../src/lib/uuid.js'
import { startApi, type Person, type TestApi } from '../support/api.js'
import { made } from '../support/workspace.js'

let api: TestApi
let admin: Person
let ann: Person
beforeAll(async () => {
  api = await startApi()
  admin = await api.admin()
  ann = await api.person('ann')
})
afterAll(() => api.stop())

const missing = '0193e5a0-0000-7000-8000-000000000000'
const own = '/api/api-keys'
const pool = '/api/admin/api-keys'
const openai = (key: string) => ({ provider: 'OpenAI', keyName: 'Mine', key })

describe('API keys', () => {
  it('are stored encrypted and shown by their last four characters (AK-02, AK-03, U-13)', async () => {
    const created = await ann.post(own, openai('  sk-secret-abcd  '))
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      userId: ann.id,
      provider: 'openai',
      keyName: 'Mine',
      keyMask: '...abcd',
      isActive: true,
      isUsable: true,
      usageCount: 0,
      lastUsed: null,
      lastUsedAt: null,
      createdAt: expect.any(String),
      updatedAt: created.body.createdAt,
    })
    const short = await ann.post(own, { provider: 'tiny', keyName: 'k', apiKey: 'abcd' })
    expect(short.body.keyMask).toBe('...')
    expect((await ann.get(own)).body).toEqual([short.body, created.body])
    const { data } = await ann.graph(
      '{ apiKeys { nodes { id provider keyMask isActive usageCount lastUsed userId } totalCount } }',
    )
    expect(data.apiKeys.nodes[1]).toEqual({
      id: created.body.id,
      provider: 'openai',
      keyMask: '...abcd',
      isActive: true,
      usageCount: 0,
      lastUsed: null,
      userId: ann.id,
    })
    const dump = JSON.stringify(await api.app.services.db.selectFrom('apiKeys').selectAll().execute())
    expect(dump).not.toContain('sk-secret')
  })

  it('display names are limited to 255 characters', async () => {
    const body = { displayName: 'x'.repeat(256) }
    const { status, body: said } = await ann.put('/api/user/profile', body)
    expect([status, said.details?.[0]?.field]).toEqual([400, 'displayName'])
    expect((await ann.put('/api/user/profile', { displayName: 'x'.repeat(255) })).status).toBe(200)
  })

  it('are refused without key, name or provider, and once there is one of the provider (U-12)', async () => {
    for (const wrong of [
      { key: undefined },
      { key: '' },
      { key: '   ' },
      { keyName: '' },
      { key: 'x'.repeat(8193) },
      { keyName: 'x'.repeat(256) },
      { provider: '' },
      { provider: 'x'.repeat(51) },
      { provider: ' ' },
      { key: 5 },
    ]) {
      expect([
        wrong,
        (await ann.post(own, { provider: 'other', keyName: 'k', key: 'abcdefgh', ...wrong })).status,
      ]).toEqual([wrong, 400])
    }
    // Lower-casing makes this name longer: İ becomes two characters.
    const longer = await ann.post(own, { provider: 'İ'.repeat(26), keyName: 'k', key: 'abcdefgh' })
    expect([longer.status, longer.body.details?.[0]?.field]).toEqual([400, 'provider'])
    const eva = await api.person()
    expect((await eva.post(own, openai('sk-1'))).status).toBe(201)
    const twice = await eva.post(own, { ...openai('sk-2'), provider: 'OPENAI' })
    expect([twice.status, twice.body.error]).toEqual([409, 'An API key for this provider already exists'])
    expect((await api.anonymous.post(own, openai('x'))).status).toBe(401)
    expect((await api.anonymous.get(own)).status).toBe(401)
    const racers = await Promise.all(
      [1, 2, 3].map(() => admin.post(pool, { provider: 'race', keyName: 'k', key: 'abcdefgh' })),
    )
    expect(racers.map((one) => one.status).sort()).toEqual([201, 409, 409])
  })

  it('are changed and removed by their owner; foreign and unknown ones are 404 (AK-04, AK-05)', async () => {
    const [eva, ben] = [await api.person(), await api.person()]
    const { body: key } = await eva.post(own, openai('sk-secret-abcd'))
    const changed = await eva.put(`${own}/${key.id}`, { keyName: 'New', apiKey: 'sk-other-wxyz', isActive: false })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ keyName: 'New', keyMask: '...wxyz', isActive: false, provider: 'openai' })
    expect((await eva.put(`${own}/${key.id}`, {})).body).toEqual(changed.body)
    expect((await eva.put(`${own}/${key.id}`, { isActive: 'no' })).status).toBe(400)
    expect((await eva.put(`${own}/${key.id}`, { key: ' ' })).status).toBe(400)
    for (const [who, id] of [
      [ben, key.id],
      [eva, missing],
      [eva, 'no-uuid'],
    ] as const) {
      const refused = await who.put(`${own}/${id}`, { keyName: 'x' })
      expect([refused.status, refused.body.error]).toEqual([404, 'API key not found'])
      expect((await who.delete(`${own}/${id}`)).status).toBe(404)
    }
    expect((await admin.put(`${pool}/${key.id}`, { keyName: 'x' })).status).toBe(404)
    expect((await api.anonymous.put(`${own}/${key.id}`, {})).status).toBe(401)
    expect((await api.anonymous.delete(`${own}/${key.id}`)).status).toBe(401)
    expect((await eva.delete(`${own}/${key.id}`)).body).toEqual({ success: true })
    expect((await eva.get(own)).body).toEqual([])
  })

  it('of the shared pool belong to the administrators (AK-01)', async () => {
    const created = await admin.post(pool, { provider: 'google', keyName: 'Shared', key: 'g-secret-9999' })
    expect(created.status).toBe(201)
    expect(created.body.userId).toBeNull()
    expect((await admin.get(pool)).body.map((one: { provider: string }) => one.provider)).toContain('google')
    expect((await admin.get(own)).body).toEqual([])
    expect((await admin.post(pool, { provider: 'Google', keyName: 'k', key: 'abcdefgh' })).status).toBe(409)
    expect((await admin.post(pool, {})).status).toBe(400)
    for (const [method, at] of [
      ['get', pool],
      ['post', pool],
      ['put', `${pool}/${created.body.id}`],
      ['delete', `${pool}/${created.body.id}`],
    ] as const) {
      expect((await api.anonymous[method](at)).status).toBe(401)
      expect((await ann[method](at)).status).toBe(403)
    }
    expect((await ann.put(`${own}/${created.body.id}`, { keyName: 'x' })).status).toBe(404)
    expect((await ann.graph('{ sharedApiKeys { totalCount } }')).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await admin.put(`${pool}/${created.body.id}`, { isActive: false })).body.isActive).toBe(false)
    expect((await admin.delete(`${pool}/${created.body.id}`)).body).toEqual({ success: true })
  })

  it('do the same by GraphQL mutations', async () => {
    const created = await admin.graph(
      'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey { id userId keyMask } } }',
      { input: { provider: 'Mistral', keyName: 'k', key: 'secret-5678', shared: true } },
    )
    expect(created.data.createApiKey.apiKey).toMatchObject({ userId: null, keyMask: '...5678' })
    const { id } = created.data.createApiKey.apiKey
    const changed = await admin.graph(
      'mutation ($input: UpdateApiKeyInput!) { updateApiKey(input: $input) { apiKey { isActive } } }',
      { input: { id, shared: true, isActive: false } },
    )
    expect(changed.data.updateApiKey.apiKey.isActive).toBe(false)
    expect(
      (
        await ann.graph('mutation ($input: DeleteApiKeyInput!) { deleteApiKey(input: $input) { deletedIds } }', {
          input: { id },
        })
      ).errors?.[0]?.message,
    ).toBe('API key not found')
    expect(
      (
        await admin.graph('mutation ($input: DeleteApiKeyInput!) { deleteApiKey(input: $input) { deletedIds } }', {
          input: { id, shared: true },
        })
      ).data.deleteApiKey,
    ).toEqual({ deletedIds: [id] })
  })
})

describe('the ciphertext', () => {
  const keys = { key: 'ab'.repeat(32), previousKey: null }
  const place = { id: missing, userId: missing, provider: 'openai' }

  it('is base64 of 12 bytes IV, 16 bytes tag and the rest, different each time (AK-06)', () => {
    const [one, two] = [encryptSecret(keys, place, 'secret'), encryptSecret(keys, place, 'secret')]
    expect(Buffer.from(one.encryptedKey, 'base64')).toHaveLength(12 + 16 + 6)
    expect(one.encryptedKey).not.toBe(two.encryptedKey)
    expect(decryptSecret(keys, place, one)).toBe('secret')
  })

  it('opens neither in another row, nor for another user or provider, nor changed by one bit, nor with another key', () => {
    const sealed = encryptSecret(keys, place, 'secret')
    for (const elsewhere of [{ id: newId() }, { userId: newId() }, { userId: null }, { provider: 'anthropic' }])
      expect(decryptSecret(keys, { ...place, ...elsewhere }, sealed)).toBeUndefined()
    const bytes = Buffer.from(sealed.encryptedKey, 'base64')
    for (const at of [0, 12, 28]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(decryptSecret(keys, place, { ...sealed, encryptedKey: changed.toString('base64') })).toBeUndefined()
    }
    expect(decryptSecret({ key: 'cd'.repeat(32), previousKey: null }, place, sealed)).toBeUndefined()
    expect(decryptSecret({ key: 'cd'.repeat(32), previousKey: keys.key }, place, sealed)).toBe('secret')
    expect(decryptSecret(keys, place, { ...sealed, encryptedKey: '' })).toBeUndefined()
  })
})

describe('the keys of a model-service call (AK-07)', () => {
  it('are one: the own active one, else the shared active one, counted when it was used', async () => {
    const eva = await api.person()
    const resolve = () => keyForCall(api.app.context(), eva.id, ['openai', 'anthropic'])
    await made(admin.post(pool, { provider: 'anthropic', keyName: 'k', key: 'shared-key' }))
    const { body: mine } = await eva.post(own, { provider: 'anthropic', keyName: 'k', key: 'own-key' })
    expect(await resolve()).toEqual({ id: mine.id, provider: 'anthropic', secret: 'own-key' })
    expect((await eva.get(own)).body[0].usageCount).toBe(0)
    await noteKeyUse(api.app.context(), mine.id)
    const used = (await eva.get(own)).body[0]
    expect(used).toMatchObject({ usageCount: 1, lastUsed: expect.any(String), updatedAt: mine.updatedAt })
    expect(used.lastUsedAt).toBe(used.lastUsed)
    const { data } = await eva.graph('{ apiKeys { nodes { lastUsed lastUsedAt } } }')
    expect(data.apiKeys.nodes[0]).toEqual({ lastUsed: used.lastUsed, lastUsedAt: used.lastUsed })
    await made(eva.put(`${own}/${mine.id}`, { isActive: false }))
    expect((await resolve())?.secret).toBe('shared-key')
    const shared = (await admin.get(pool)).body.find((one: { provider: string }) => one.provider === 'anthropic')
    expect(shared.usageCount).toBe(0)
    await made(admin.put(`${pool}/${shared.id}`, { isActive: false }))
    expect(await resolve()).toBeNull()
    expect((await eva.get(own)).body[0].usageCount).toBe(1)
  })

  it('leave out what no header can carry', async () => {
    const eva = await api.person()
    await made(eva.post(own, { provider: 'sp ace', keyName: 'k', key: 'abcdefgh' }))
    await made(eva.post(own, { provider: 'good', keyName: 'k', key: 'abcdefgh' }))
    await made(eva.post(own, { provider: 'lines', keyName: 'k', key: 'abc\r\nX-Evil: 1' }))
    const key = await keyForCall(api.app.context(), eva.id, ['sp ace', 'lines', 'good'])
    expect(key).toMatchObject({ provider: 'good', secret: 'abcdefgh' })
  })
})

describe('a new encryption key', () => {
  it('takes over all stored keys a few at a time, while people go on changing theirs', async () => {
    const eva = await api.person()
    const before = api.app.services.config.encryption
    for (let n = 0; n < 50; n++) await made(eva.post(own, { provider: `p${n}`, keyName: 'k', key: `secret-${n}` }))
    const rows = (await eva.get(own)).body
    const lost = newId()
    const place = { id: lost, userId: null, provider: 'lost' }
    await api.app.services.db
      .insertInto('apiKeys')
      .values({
        ...place,
        keyName: 'k',
        keyMask: '...',
        ...encryptSecret({ key: 'ef'.repeat(32), previousKey: null }, place, 'gone'),
      })
      .execute()
    const after = { key: 'cd'.repeat(32), previousKey: before.key }
    const config = { ...api.app.services.config, encryption: after }
    const ctx = { ...api.app.context(), config }
    const changes = Promise.all(
      rows.slice(0, 10).map((one: { id: string }, n: number) => eva.put(`${own}/${one.id}`, { key: `changed-${n}` })),
    )
    const first = await rotateKeys(ctx)
    expect((await changes).every((one: { status: number }) => one.status === 200)).toBe(true)
    const second = await rotateKeys(ctx)
    expect(first.rotated + second.rotated).toBeGreaterThanOrEqual(50)
    expect(second.unreadable).toEqual([lost])
    const stored = await api.app.services.db
      .selectFrom('apiKeys')
      .select(['id', 'encryptionKeyId'])
      .where('id', '!=', lost)
      .execute()
    expect(new Set(stored.map((one) => one.encryptionKeyId))).toEqual(new Set([cipherKeyId(after.key)]))
    const newest = { ...ctx, config: { ...config, encryption: { ...after, previousKey: null } } }
    expect((await keyForCall(newest, eva.id, ['p0']))?.secret).toBe('secret-0')
    expect((await keyForCall(newest, eva.id, ['p49']))?.secret).toBe('changed-0')
    expect((await rotateKeys(ctx)).rotated).toBe(0)
  })
})

describe('answers', () => {
  it('of no route carry a hash, a token or a key', async () => {
    await made(ann.post(own, { provider: 'scan', keyName: 'k', key: 'sk-never-shown-0000' }))
    const paths = [
      '/api/auth/me',
      '/api/user/profile',
      '/api/sessions',
      own,
      '/api/admin/users',
      '/api/admin/sessions',
      pool,
      '/api/admin/groups',
      '/api/admin/permissions',
      '/api/groups',
      '/api/projects',
    ]
    const texts = await Promise.all(
      paths.flatMap((path) => [admin, ann].map(async (who) => (await who.get(path)).text)),
    )
    const graph = await admin.graph(
      '{ accounts { nodes { userId username email } } allSessions { nodes { token } } sharedApiKeys { nodes { keyMask } } }',
    )
    const all = texts.join('\n') + JSON.stringify(graph)
    for (const word of [
      'passwordHash',
      'password_hash',
      '$2b$12',
      'encryptedKey',
      'encryptionKeyId',
      'tokenHash',
      'tokenTail',
      'sk-never-shown',
    ])
      expect(all).not.toContain(word)
    expect(all).not.toMatch(/[0-9a-f]{64}/)
    const fields = await admin.graph('{ __schema { types { name fields { name } } } }')
    const types: { fields: { name: string }[] | null }[] = fields.data.__schema.types
    const names = types.flatMap((one) => (one.fields ?? []).map((field) => field.name))
    for (const name of ['passwordHash', 'encryptedKey', 'tokenHash', 'encryptionKeyId'])
      expect(names).not.toContain(name)
  })
})
